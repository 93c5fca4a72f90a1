import { messageOf } from "@gauntlet/core";

/** The parts of a JSON Schema that are looked at. */
interface SchemaNode {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly [keyword: string]: unknown;
}

/** What the Messages API takes as the name of a property. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const RANGES = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

/** What is wrong with an input schema as a model reads it and as inputs are judged by it. */
export function schemaProblems(schema: object): readonly string[] {
  const unsendable = unsendableProblem(schema);
  if (unsendable !== undefined) return [unsendable];
  const root = schema as SchemaNode;
  const combined = ["anyOf", "oneOf", "allOf"].filter((keyword) => root[keyword] !== undefined);
  return [
    ...combined.map(
      (keyword) => `the input schema has \`${keyword}\` at its top, which models' servers refuse`,
    ),
    ...nodeProblems(root, []),
  ];
}

function nodeProblems(node: SchemaNode, at: readonly string[]): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const items = node.items === undefined ? [] : [node.items].flat();
  const branches = [...items, ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  const properties = Object.entries(node.properties ?? {});
  return [
    ...openProblems(node, at),
    ...rangeProblems(node, at),
    ...(node.required ?? [])
      .filter((name) => node.properties !== undefined && !Object.hasOwn(node.properties, name))
      .map((name) => `${whereOf([...at, name])} is required and not declared`),
    ...properties.flatMap(([name, property]) => [
      ...wordProblems(property, [...at, name]),
      ...nodeProblems(property, [...at, name]),
    ]),
    ...branches.flatMap((branch) => nodeProblems(branch, at)),
  ];
}

/** An object that says nothing of further keys takes them all; a map says what they are, and `true` is said on purpose. */
function openProblems(node: SchemaNode, at: readonly string[]): readonly string[] {
  const isOpen = node.additionalProperties === undefined && node.patternProperties === undefined;
  if (node.type !== "object" || !isOpen) return [];
  return [`${whereOf(at)} takes keys it does not name; give its schema \`{ additionalProperties: false }\``];
}

function wordProblems({ description }: SchemaNode, at: readonly string[]): readonly string[] {
  const name = at.at(-1) ?? "";
  const isMissing = typeof description !== "string" || description.trim() === "";
  return [
    ...(isMissing ? [`${whereOf(at)} has no description`] : []),
    ...(PROPERTY_NAME.test(name)
      ? []
      : [
          `${whereOf(at)} has a name models' servers refuse; use 1 to 64 letters, digits, \`_\`, \`.\` or \`-\``,
        ]),
  ];
}

function rangeProblems(node: SchemaNode, at: readonly string[]): readonly string[] {
  return RANGES.filter(([least, most]) => Number(node[least]) > Number(node[most])).map(
    ([least, most]) => `${whereOf(at)} fits nothing: its \`${least}\` is above its \`${most}\``,
  );
}

const whereOf = (at: readonly string[]): string =>
  at.length === 0 ? "the input" : `the input \`${at.join(".")}\``;

/** A schema travels to models as JSON; what JSON cannot say is lost on the way without a word. */
function unsendableProblem(schema: object): string | undefined {
  try {
    JSON.stringify(schema, (key, value: unknown) => {
      const isLost = typeof value === "number" ? !Number.isFinite(value) : typeof value === "function";
      if (isLost) throw new Error(`\`${key}\` is ${String(value)}`);
      return value;
    });
    return undefined;
  } catch (thrown) {
    return `the input schema cannot be sent as JSON: ${messageOf(thrown)}`;
  }
}
