import type { TObject } from "typebox";

/** Judges an input; an empty list means it fits. Each issue is one short sentence for the model. */
export type InputValidator = (input: unknown) => readonly string[];

/** Tells whether a schema was built with TypeBox; any other schema is foreign and judged by ajv. */
export function isTypeBoxSchema(schema: object): boolean {
  return Object.hasOwn(schema, "~kind");
}

/**
 * Compiles a TypeBox schema into a validator. The compiler is loaded on first use.
 * @throws whatever the compiler throws for a schema it cannot compile.
 */
export async function compileInputSchema(schema: TObject): Promise<InputValidator> {
  const { Compile } = await import("typebox/compile");
  const compiled = Compile(schema);
  const required = (schema.required ?? []) as readonly string[];
  return (input) => {
    if (compiled.Check(input) && required.every((key) => Object.hasOwn(input as object, key))) return [];
    return sentences(compiled.Errors(input) as readonly SchemaIssue[], required, input);
  };
}

interface SchemaIssue {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const MAX_ISSUES = 8;

function sentences(
  issues: readonly SchemaIssue[],
  required: readonly string[],
  input: unknown,
): readonly string[] {
  const found = new Set<string>();
  if (typeof input === "object" && input !== null) {
    for (const key of required) if (!Object.hasOwn(input, key)) found.add(`\`${key}\` is missing`);
  }
  for (const issue of issues) {
    const text = sentence(issue);
    if (text !== undefined) found.add(text);
  }
  return found.size > 0 ? [...found].slice(0, MAX_ISSUES) : ["the input does not fit the schema"];
}

function sentence({ keyword, instancePath, params, message }: SchemaIssue): string | undefined {
  const at = instancePath === "" ? "the input" : `\`${instancePath.slice(1).replaceAll("/", ".")}\``;
  if (keyword === "required") {
    const missing = params["requiredProperties"];
    const prefix = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")}.`;
    return Array.isArray(missing)
      ? missing.map((key) => `\`${prefix}${key}\` is missing`).join(", ")
      : undefined;
  }
  if (keyword === "boolean") return undefined;
  if (keyword === "additionalProperties") {
    const extra = params["additionalProperties"];
    return Array.isArray(extra)
      ? `${at} has unknown keys: ${extra.map((key) => `\`${key}\``).join(", ")}`
      : undefined;
  }
  return `${at} ${message}`;
}
