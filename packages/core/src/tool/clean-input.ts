import type { InputChange } from "../contract/call.ts";
import { PATH_FORMAT } from "../contract/definition.ts";
import { pointerTo } from "../contract/json-pointer.ts";
import { MAX_PATH_BYTES } from "../contract/path-limit.ts";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { isJsonObject } from "../json-object.ts";
import { messages } from "../messages.ts";
import { copyJson } from "./copy-json.ts";

/** What the clean-up reads of a JSON Schema. */
interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
}

/** A cleaned copy and what was changed in it. */
export interface CleanInput {
  readonly input: unknown;
  readonly changes: readonly InputChange[];
}

/**
 * Normalises a copy of an input: JSON inside a string where the schema wants something else, `null` for an optional
 * key, and paths made absolute. The given input is not touched. Whatever it does not understand stays as it is and
 * is judged by the schema.
 * @param resolve turns a path as a person types it into an absolute one.
 * @throws for a value JSON does not have, and for a path that is an address, has a NUL character or is too long for any
 *   system: no file can be meant.
 */
export function cleanInput(input: unknown, schema: object, resolve: (path: string) => string): CleanInput {
  const changes: InputChange[] = [];
  const cleaned = clean(copyJson(input), schema as SchemaNode, { at: "", changes, resolve });
  return { input: cleaned, changes };
}

/** `file:///etc/hosts`, which as a path would be a directory called `file:`. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

interface Walk {
  readonly at: string;
  readonly changes: InputChange[];
  readonly resolve: (path: string) => string;
}

function clean(given: unknown, schema: SchemaNode, walk: Walk): unknown {
  const value = unwrapJson(given, schema, walk);
  if (typeof value === "string" && schema.format === PATH_FORMAT && value !== "") {
    if (value.includes("\0")) throw new Error(messages.nulInPath(walk.at.slice(1)));
    if (ADDRESS.test(value)) throw new Error(messages.addressAsPath(walk.at.slice(1)));
    const absolute = walk.resolve(value);
    if (Buffer.byteLength(absolute) > MAX_PATH_BYTES)
      throw new Error(messages.pathTooLong(walk.at.slice(1), MAX_PATH_BYTES));
    if (absolute !== value) walk.changes.push({ at: walk.at, what: "path made absolute" });
    return absolute;
  }
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.map((item, i) => clean(item, items, { ...walk, at: pointerTo(walk.at, i) }));
  }
  if (isJsonObject(value) && schema.properties) return cleanObject(value, schema, walk);
  return value;
}

function cleanObject(value: Record<string, unknown>, schema: SchemaNode, walk: Walk): unknown {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(value, key)) continue;
    const at = pointerTo(walk.at, key);
    if (value[key] === null && !schema.required?.includes(key) && refusesNull(property)) {
      delete value[key];
      walk.changes.push({ at, what: "`null` removed from an optional key" });
      continue;
    }
    value[key] = clean(value[key], property, { ...walk, at });
  }
  return value;
}

function unwrapJson(value: unknown, schema: SchemaNode, walk: Walk): unknown {
  if (typeof value !== "string" || schema.type === undefined || wants(schema, "string")) return value;
  // As strict as the reader of whole inputs: a key twice or `__proto__` must not come in by way of a string.
  const read = readJsonStrictly(value);
  if ("problem" in read || !wants(schema, jsonType(read.value))) return value;
  walk.changes.push({ at: walk.at, what: "JSON text read as a value" });
  return read.value;
}

/** Only a schema that names its types and leaves null out says so; unions and constants may take it. */
const refusesNull = (schema: SchemaNode): boolean => schema.type !== undefined && !wants(schema, "null");

function wants(schema: SchemaNode, type: string): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
