import { inWords } from "../in-words.ts";
import { issueSentences, type SchemaIssue } from "../tool/schema-issue.ts";
import type { Draft, ErrorObject } from "./ajv.ts";

/**
 * Compiles a schema that was not built with TypeBox (a raw JSON Schema of a pack, or of a server). It is judged in the
 * draft it names: draft-04, -06, -07, 2019-09 or 2020-12; one that names none as 2020-12, or as draft-07 if it is only
 * valid as that. ajv judges the schema itself first, so a malformed schema throws instead of accepting everything. Each schema
 * gets an instance of its own: `$id`s of different tools must not meet. `$async` is refused: such a validator answers
 * with a promise, which would pass for a yes.
 * @throws the reason ajv gives, for a schema that is not valid, refers to what is not in it, or has a pattern that
 * cannot be matched in linear time.
 */
export async function compileForeignSchema(schema: object): Promise<(input: unknown) => readonly string[]> {
  if (isAsynchronous(schema)) throw new Error("the schema is asynchronous (`$async`)");
  const validate = await compile(schema);
  return (input) => {
    if (validate(input) === true) return [];
    if (!validate.errors?.length) return ["the input does not fit the schema"];
    return issueSentences(validate.errors.map(fromAjv), { schema, input });
  };
}

/** In the form TypeBox has: the schema without the keyword, and keys as lists. */
function fromAjv({
  keyword,
  schemaPath,
  instancePath,
  params,
  message = "does not fit",
}: ErrorObject): SchemaIssue {
  const { additionalProperty, missingProperty, unevaluatedProperty } = params as Readonly<
    Record<string, unknown>
  >;
  return {
    keyword,
    instancePath,
    schemaPath: schemaPath.replace(/\/[^/]*$/, ""),
    params: {
      ...params,
      ...(additionalProperty !== undefined && { additionalProperties: [additionalProperty] }),
      ...(missingProperty !== undefined && { requiredProperties: [missingProperty] }),
    },
    message: unevaluatedProperty === undefined ? message : `${message} (\`${String(unevaluatedProperty)}\`)`,
  };
}

async function compile(schema: object) {
  // Loaded when the first such schema is met.
  const { compileWithAjv } = await import("./ajv.ts");
  const [first = "2020-12", ...others] = draftsOf(schema);
  const plain = first === "draft-06" ? asDraft06(schema) : withoutIdentity(schema);
  try {
    return compileWithAjv(plain, first);
  } catch (thrown) {
    for (const draft of others) {
      try {
        return compileWithAjv(plain, draft);
      } catch {
        // What is wrong with it as the first draft is what people can use.
      }
    }
    throw thrown;
  }
}

function draftsOf({ $schema }: { readonly $schema?: unknown }): readonly Draft[] {
  if ($schema === undefined || $schema === "") return ["2020-12", "draft-07"];
  const named = /\bjson-schema\.org\/(?:draft\/)?(draft-0[4-7]|2019-09|2020-12)\b/.exec(
    inWords($schema),
  )?.[1];
  if (named === undefined) throw new Error(`no draft of JSON Schema is called \`${inWords($schema)}\``);
  return [named === "draft-04" || named === "draft-05" ? "draft-06" : (named as Draft)];
}

/**
 * An older schema in words that mean the same in the next drafts: `id` names, and exclusive bounds are numbers.
 * @source JSON Schema draft-06, release notes
 */
function asDraft06(schema: unknown): object {
  const translate = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(translate);
    if (typeof part !== "object" || part === null) return part;
    const entries = Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
      const bound = EXCLUSIVE[key as keyof typeof EXCLUSIVE];
      if (bound === undefined || typeof value !== "boolean") return [[key, translate(value)]];
      return value && Object.hasOwn(part, bound) ? [[key, (part as Record<string, unknown>)[bound]]] : [];
    });
    const isBounded = ([key]: [string, unknown]): boolean =>
      !Object.entries(EXCLUSIVE).some(
        ([exclusive, bound]) => key === bound && (part as Record<string, unknown>)[exclusive] === true,
      );
    return Object.fromEntries(entries.filter(isBounded));
  };
  const { $schema: _, id: __, $id: ___, ...rest } = schema as Readonly<Record<string, unknown>>;
  return translate(rest) as object;
}

const EXCLUSIVE = { exclusiveMinimum: "minimum", exclusiveMaximum: "maximum" } as const;

function isAsynchronous(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return (
    (schema as { $async?: unknown }).$async === true ||
    Object.values(schema).some((part) => isAsynchronous(part))
  );
}

/** Without its own name, and without the spelling of its draft: both are looked up as texts. */
function withoutIdentity(schema: object): object {
  const { $id: _, id: __, $schema: ___, ...rest } = schema as Readonly<Record<string, unknown>>;
  return rest;
}
