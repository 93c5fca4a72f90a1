import type { TObject } from "typebox";
import { type IssueSubject, issueSentences, type SchemaIssue } from "./schema-issue.ts";

/** Judges an input; an empty list means it fits. Each issue is one short sentence for the model. */
export type InputValidator = (input: unknown) => readonly string[];

/** Tells whether a schema was built with TypeBox; any other schema is foreign and judged by ajv. */
export function isTypeBoxSchema(schema: object): boolean {
  return Object.hasOwn(schema, "~kind");
}

/**
 * Compiles a TypeBox schema into a validator. The compiler is loaded on first use.
 * @param nameOf what values are called in issues; see there.
 * @throws whatever the compiler throws for a schema it cannot compile.
 */
export async function compileInputSchema(
  schema: TObject,
  nameOf?: IssueSubject["nameOf"],
): Promise<InputValidator> {
  const { Compile } = await import("typebox/compile");
  const compiled = Compile(schema);
  return (input) => {
    const missing = missingKeys(schema, input);
    if (compiled.Check(input) && missing.length === 0) return [];
    const issues = compiled.Errors(input) as readonly SchemaIssue[];
    return issueSentences(issues, { schema, input, ...(nameOf && { nameOf }) }, missing);
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
  at: readonly string[] = [],
): readonly (readonly string[])[] {
  if (Array.isArray(input)) {
    return items ? input.flatMap((item, i) => missingKeys(items, item, [...at, String(i)])) : [];
  }
  if (typeof input !== "object" || input === null) return [];
  const own = required.filter((key) => !Object.hasOwn(input, key)).map((key) => [...at, key]);
  const inner = Object.entries(properties).flatMap(([key, property]) =>
    Object.hasOwn(input, key)
      ? missingKeys(property, (input as Record<string, unknown>)[key], [...at, key])
      : [],
  );
  return [...own, ...inner];
}
