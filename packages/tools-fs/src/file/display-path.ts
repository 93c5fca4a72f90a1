import { relative } from "node:path";
import { isInside } from "@gauntlet/core";

const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNPRINTABLE_EACH = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A path as results show it: relative to `cwd` when inside it, absolute otherwise, always on one line. */
export function displayPath(path: string, cwd: string): string {
  return onOneLine(isInside(path, cwd) ? relative(cwd, path) || "." : path);
}

/** A name without line breaks, control or direction characters and halves of characters: quoted and escaped as in JSON when it has any. */
export function onOneLine(name: string): string {
  if (!UNPRINTABLE.test(name)) return name;
  return JSON.stringify(name).replace(
    UNPRINTABLE_EACH,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
