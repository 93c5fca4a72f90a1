import { endOfValue, membersOf, skipBlank } from "./json-spans.ts";

/** A value that can be written as JSON. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** How a JSON file is laid out, as far as it shows. */
export interface JsonLayout {
  /** Line end and one step of indentation; empty on both: everything stands on one line. */
  readonly newline: "" | "\n" | "\r\n";
  readonly step: string;
  /** `:` with the blanks behind it. */
  readonly colon: string;
  /** `,` with the blanks behind it, where items stand on one line. */
  readonly comma: string;
  /** Whether letters outside ASCII are written as `\u` escapes. */
  readonly isAscii: boolean;
}

/** The layout of a JSON object's text; `json` begins with it, white space aside. */
export function layoutOf(json: string): JsonLayout {
  const start = skipBlank(json, 0);
  const gap = json.slice(start + 1, skipBlank(json, start + 1));
  const [first, second] = membersOf(json, start);
  const keyEnd = first === undefined ? 0 : endOfValue(json, first.keyStart);
  const between = first && second ? json.slice(first.end, second.keyStart) : ", ";
  return {
    newline: gap.includes("\r\n") ? "\r\n" : gap.includes("\n") ? "\n" : "",
    step: gap.slice(gap.lastIndexOf("\n") + 1),
    colon: first === undefined ? ": " : json.slice(keyEnd, first.start),
    comma: between.includes("\n") ? ", " : between,
    isAscii: /\\u(?!00[0-7])[0-9a-f]{4}/i.test(json) && !/[^\0-\x7f]/.test(json),
  };
}

/**
 * Writes a value in a layout.
 * @param indent white space before the line the value begins on.
 */
export function writeJson(value: JsonValue, layout: JsonLayout, indent: string): string {
  if (typeof value !== "object" || value === null) return writeScalar(value, layout);
  const inner = layout.newline === "" ? "" : indent + layout.step;
  const [open, close, items] = Array.isArray(value)
    ? ["[", "]", value.map((item: JsonValue) => writeJson(item, layout, inner))]
    : [
        "{",
        "}",
        Object.entries(value).map(([key, item]) => writeMember(key, writeJson(item, layout, inner), layout)),
      ];
  if (items.length === 0) return open + close;
  if (layout.newline === "") return open + items.join(layout.comma) + close;
  const gap = layout.newline + inner;
  return `${open}${gap}${items.join(`,${gap}`)}${layout.newline}${indent}${close}`;
}

/** A member of an object whose value is already written. */
export const writeMember = (key: string, value: string, layout: JsonLayout): string =>
  writeScalar(key, layout) + layout.colon + value;

function writeScalar(value: null | boolean | number | string, { isAscii }: JsonLayout): string {
  const text = JSON.stringify(value);
  if (!isAscii) return text;
  return text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
