import type { TObject } from "typebox";
import { compileForeignSchema } from "../pool/foreign-schema.ts";
import { compileInputSchema, type InputValidator, isTypeBoxSchema } from "../tool/input-schema.ts";

const validators = new WeakMap<object, Promise<InputValidator>>();

/**
 * The validator of a schema, compiled once and when it is first asked for.
 * @throws the reason, for a schema that cannot be compiled.
 */
export function validatorOf(schema: object): Promise<InputValidator> {
  let validator = validators.get(schema);
  if (!validator) {
    validator = isTypeBoxSchema(schema)
      ? compileInputSchema(schema as TObject)
      : compileForeignSchema(schema);
    validators.set(schema, validator);
  }
  return validator;
}
