/** An item of an expression: a character after a backslash, the end of a class, or one character. */
const ITEM = /\\[\s\S]|\[\^?\]?|[\s\S]/g;
const LINE_BREAK = "(?:\\r?\\n)";

/**
 * An expression in which a line break also matches `\r\n`: whoever searches sees no difference between the two. Classes
 * such as `[^\n]` stay as they are.
 */
export function withAnyLineBreak(pattern: string): string {
  // Line breaks between the parts of an expression with the flag x mean nothing.
  const isLoose = /\(\?[a-zA-Z]*x/.test(pattern);
  let depth = 0;
  return pattern.replace(ITEM, (item) => {
    if (item.startsWith("[")) depth++;
    else if (item === "]" && depth > 0) depth--;
    const isBreak = item === "\\n" || (item === "\n" && !isLoose);
    return isBreak && depth === 0 ? LINE_BREAK : item;
  });
}
