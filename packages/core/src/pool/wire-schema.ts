import { PATH_FORMAT, type ToolDefinition } from "../contract/definition.ts";
import { isJsonObject } from "../json-object.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords the API refuses at the root of an input schema, or that mean nothing to a model. */
const NOT_AT_ROOT = new Set([
  ...["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum", "const", "$ref"],
  ...["dependentSchemas", "dependencies", "$schema", "$id", "id", "$anchor", "$comment"],
]);

/** Deeper nesting of references and combinators at the root is no schema anybody means. */
const MAX_DEPTH = 16;

/**
 * An input schema as it is sent: plain JSON, an object schema without combinators or a reference at its root, without
 * our own `format`. Alternatives at the root become one object with the properties of all; which belong together is
 * said in its description, and the schema itself still judges inputs.
 */
export function wireSchema(schema: object): ToolDefinition["input_schema"] {
  const plain = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "format" && value === PATH_FORMAT ? undefined : value,
    ),
  ) as Schema;
  if (plain["type"] === "object" && !Object.keys(plain).some((key) => NOT_AT_ROOT.has(key)))
    return plain as ToolDefinition["input_schema"];
  const { required, properties, alternatives } = flatten(plain, plain, MAX_DEPTH);
  const kept = Object.entries(plain).filter(
    ([key]) => !NOT_AT_ROOT.has(key) && key !== "additionalProperties",
  );
  const description = [plain["description"], ...alternatives.map(said)]
    .filter((text) => typeof text === "string")
    .join(" ");
  return {
    ...Object.fromEntries(kept),
    ...(description !== "" && { description }),
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
  };
}

interface Flat {
  readonly properties: Record<string, unknown>;
  readonly required: readonly string[];
  /** For each choice at the root: the keys that each alternative requires. */
  readonly alternatives: readonly (readonly (readonly string[])[])[];
}

function flatten(schema: Schema, root: Schema, depth: number): Flat {
  const own: Flat = {
    properties: { ...record(schema["properties"]) },
    required: list(schema["required"]).filter((key) => typeof key === "string"),
    alternatives: [],
  };
  if (depth === 0) return own;
  const below = (part: unknown): Flat => flatten(record(part), root, depth - 1);
  const all = [...list(schema["allOf"]).map(below)];
  const target = lookUp(schema["$ref"], root);
  if (target !== undefined) all.push(below(target));
  const choices = ["anyOf", "oneOf"]
    .map((key) => list(schema[key]).map(below))
    .filter((branches) => branches.length > 0);
  const conditional = ["then", "else"].filter((key) => key in schema).map((key) => below(schema[key]));
  return {
    properties: [...all, ...choices.flat(), ...conditional].reduce(
      (known, { properties }) => unite(known, properties),
      own.properties,
    ),
    required: [
      ...new Set([
        ...own.required,
        ...all.flatMap(({ required }) => required),
        ...choices.flatMap((branches) => inAll(branches.map(({ required }) => required))),
      ]),
    ],
    alternatives: [
      ...all.flatMap(({ alternatives }) => alternatives),
      ...choices.map((branches) => branches.map(({ required }) => required)),
    ],
  };
}

/** Of a property that several alternatives describe differently, any description may hold. */
function unite(known: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>>) {
  // A map: a property called `__proto__` must stay one.
  const united = new Map(Object.entries(known));
  for (const [key, value] of Object.entries(more)) {
    const before = united.get(key);
    const isNew = before === undefined || JSON.stringify(before) === JSON.stringify(value);
    united.set(key, isNew ? value : { anyOf: [before, value] });
  }
  return Object.fromEntries(united);
}

const inAll = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  first.filter((key) => others.every((keys) => keys.includes(key)));

function said(alternative: readonly (readonly string[])[]): string | undefined {
  const sets = alternative.filter((keys) => keys.length > 0).map((keys) => keys.join(" and "));
  return sets.length > 1 ? `Needs one of: ${[...new Set(sets)].join("; ")}.` : undefined;
}

/** The part of the same document that a JSON pointer leads to. */
function lookUp(ref: unknown, root: Schema): unknown {
  if (typeof ref !== "string" || !ref.startsWith("#")) return undefined;
  return ref
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, step) => (Object.hasOwn(Object(at), step) ? Object(at)[step] : undefined), root);
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Schema => (isJsonObject(value) ? value : {});
