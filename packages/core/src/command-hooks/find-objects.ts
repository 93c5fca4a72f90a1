import { isJsonObject, type JsonObject } from "../json-object.ts";

/** Characters looked at in all, so that a text made for it cannot take long. */
const MAX_STEPS = 8 * 1024 * 1024;

/**
 * Finds the JSON objects that stand in a text among other things, such as what a profile file printed. Objects inside
 * of one that was found are not listed.
 * @returns undefined when there was too much to look at.
 */
export function findObjects(text: string): readonly JsonObject[] | undefined {
  const found: JsonObject[] = [];
  const opening = /\{\s*"/g;
  let steps = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = endOfObject(text, match.index);
    steps += (end ?? text.length) - match.index;
    if (steps > MAX_STEPS) return undefined;
    const value = end === undefined ? undefined : parsed(text.slice(match.index, end));
    if (value === undefined) continue;
    found.push(value);
    opening.lastIndex = end ?? text.length;
  }
  return found;
}

/** The place behind the bracket that closes the object at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (inText && char === "\\") at += 1;
    else if (char === '"') inText = !inText;
    else if (inText) continue;
    else if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
