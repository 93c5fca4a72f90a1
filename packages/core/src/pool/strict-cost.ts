import { isJsonObject } from "../json-object.ts";
/** What a strict schema takes of a request's limits. */
export interface StrictCost {
  /** Properties that may be left out, at any depth. */
  readonly optional: number;
  /** Places that take one of several shapes. */
  readonly unions: number;
}

type Node = Readonly<Record<string, unknown>>;

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
const FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];
/** Say nothing about what fits. */
const REMARKS = ["$schema", "$comment", "title", "description", "default", "$defs", "definitions"];
/** Look-around, references back and word boundaries. */
const HARD_PATTERN = /\(\?[=!<]|\\[1-9bBk]/;

/**
 * What an input schema costs as a strict one; undefined when it has anything a grammar is not made from: an object
 * that is open, bounds of numbers and lengths, recursion, a place where anything goes.
 * @source The public rules of the Messages API for structured outputs.
 */
export function strictCost(schema: Node): StrictCost | undefined {
  const cost = { optional: 0, unions: 0 };
  const root = schema;

  const fits = (node: unknown, above: readonly string[]): boolean => {
    if (!isJsonObject(node)) return false;
    const kinds = Object.keys(node).filter((key) => !REMARKS.includes(key));
    if (typeof node["$ref"] === "string") return kinds.length === 1 && refersWell(node["$ref"], above);
    return (
      kinds.length > 0 && kinds.every((key) => Object.hasOwn(KEYWORDS, key) && KEYWORDS[key]?.(node, above))
    );
  };
  const refersWell = (ref: string, above: readonly string[]): boolean => {
    const [, group = "", name = ""] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(ref) ?? [];
    const group_ = root[group];
    if (above.includes(ref) || !isJsonObject(group_) || !Object.hasOwn(group_, name)) return false;
    return fits(group_[name], [...above, ref]);
  };
  const isUnion = (parts: unknown, above: readonly string[]): boolean => {
    cost.unions += 1;
    return Array.isArray(parts) && parts.length > 0 && parts.every((part) => fits(part, above));
  };

  const KEYWORDS: Readonly<Record<string, (node: Node, above: readonly string[]) => boolean>> = {
    type({ type, additionalProperties }) {
      const types = Array.isArray(type) ? type : [type];
      if (Array.isArray(type)) cost.unions += 1;
      if (types.includes("object") && additionalProperties !== false) return false;
      return types.length > 0 && types.every((each) => TYPES.includes(each));
    },
    properties({ properties, required }, above) {
      if (!isJsonObject(properties)) return false;
      const needed = Array.isArray(required) ? required : [];
      cost.optional += Object.keys(properties).filter((name) => !needed.includes(name)).length;
      return Object.values(properties).every((property) => fits(property, above));
    },
    required: ({ required }) => Array.isArray(required),
    additionalProperties: ({ additionalProperties }) => additionalProperties === false,
    items: ({ items }, above) => fits(items, above),
    enum: (node) => Array.isArray(node["enum"]) && node["enum"].every(isScalar),
    const: (node) => isScalar(node["const"]),
    anyOf: ({ anyOf }, above) => isUnion(anyOf, above),
    allOf: ({ allOf }, above) =>
      Array.isArray(allOf) &&
      allOf.every((part) => isJsonObject(part) && part["$ref"] === undefined && fits(part, above)),
    format: ({ format }) => FORMATS.some((known) => known === format),
    pattern: ({ pattern }) => typeof pattern === "string" && !HARD_PATTERN.test(pattern),
    minItems: ({ minItems }) => minItems === 0 || minItems === 1,
  };
  return root["type"] === "object" && fits(root, []) ? cost : undefined;
}

const isScalar = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value);
