import { visibleText } from "./visible-text.ts";

const LONGEST = 400;

/** A value as one line of JSON that may go to a terminal; long ones are cut, and how long they are is said. */
export function shortJson(value: unknown, longest = LONGEST): string {
  const text = visibleText(JSON.stringify(value) ?? "undefined");
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
