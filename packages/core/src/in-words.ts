/**
 * A value where a text was due, said without asking it: data that comes as JSON may have a `toString` of its own, which
 * is no function, and then cannot be made a text.
 */
export function inWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "an array" : "an object";
}
