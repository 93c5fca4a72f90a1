const MAX_ISSUES = 8;

/**
 * Compiles a schema that was not built with TypeBox (a raw JSON Schema of a pack, later those of MCP servers).
 * ajv judges the schema itself first, so a malformed schema throws instead of accepting everything. Each schema
 * gets an instance of its own: `$id`s of different tools must not meet. `$async` is refused: such a validator answers
 * with a promise, which would pass for a yes.
 * @throws the reason ajv gives, for a schema that is not valid JSON Schema draft-07 or 2020-12.
 */
export async function compileForeignSchema(schema: object): Promise<(input: unknown) => readonly string[]> {
  // Loaded when the first such schema is met.
  const { createAjv } = await import("./ajv.ts");
  const ajv = createAjv(schema);
  const validate = ajv.compile(withoutIdentity(schema));
  if (isAsynchronous(schema)) throw new Error("the schema is asynchronous (`$async`)");
  return (input) => {
    if (validate(input) === true) return [];
    if (!validate.errors?.length) return ["the input does not fit the schema"];
    return validate.errors.slice(0, MAX_ISSUES).map(({ instancePath, message = "does not fit", params }) => {
      const at = instancePath === "" ? "the input" : `\`${instancePath.slice(1).replaceAll("/", ".")}\``;
      const extra = (params as { additionalProperty?: string }).additionalProperty;
      return `${at} ${message}${extra === undefined ? "" : ` (\`${extra}\`)`}`;
    });
  };
}

function isAsynchronous(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return (
    (schema as { $async?: unknown }).$async === true ||
    Object.values(schema).some((part) => isAsynchronous(part))
  );
}

function withoutIdentity(schema: object): object {
  const { $id: _, ...rest } = schema as { $id?: string };
  return rest;
}
