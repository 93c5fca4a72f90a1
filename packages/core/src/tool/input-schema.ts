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
  return (input) => {
    const missing = missingKeys(schema, input);
    if (compiled.Check(input) && missing.length === 0) return [];
    return sentences(compiled.Errors(input) as readonly SchemaIssue[], missing);
  };
}

interface SchemaNode {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/** Paths of required keys the input does not have itself: `toString`, which every object inherits, is not there. */
function missingKeys(
  { required = [], properties = {}, items }: SchemaNode,
  input: unknown,
  at = "",
): readonly string[] {
  if (Array.isArray(input)) {
    return items ? input.flatMap((item, i) => missingKeys(items, item, `${at}${i}.`)) : [];
  }
  if (typeof input !== "object" || input === null) return [];
  const own = required.filter((key) => !Object.hasOwn(input, key)).map((key) => at + key);
  const inner = Object.entries(properties).flatMap(([key, property]) =>
    Object.hasOwn(input, key)
      ? missingKeys(property, (input as Record<string, unknown>)[key], `${at}${key}.`)
      : [],
  );
  return [...own, ...inner];
}

interface SchemaIssue {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const MAX_ISSUES = 8;

function sentences(issues: readonly SchemaIssue[], missing: readonly string[]): readonly string[] {
  const found = new Set(missing.map((key) => `\`${key}\` is missing`));
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
