/** The start of a text, at most `max` UTF-16 units of it; a character of two units is not cut in half. */
export function clipped(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/** The end of a text, in the same way. */
export function clippedEnd(text: string, max: number): string {
  return text.slice(-max).replace(/^[\udc00-\udfff]/, "");
}
