import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** A judge for one schema, of the draft it names: draft-07, else 2020-12. */
export function createAjv(schema: object): Ajv {
  const options = { strict: false, validateSchema: true, allErrors: true, ownProperties: true } as const;
  const dialect = (schema as { $schema?: string }).$schema ?? "";
  const ajv = dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  return ajv;
}
