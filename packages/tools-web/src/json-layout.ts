/** Values inside one another that are set in; deeper ones stay at this level. */
const MAX_INDENT = 40;

/**
 * Lays JSON text out with one member or item a line. Numbers and strings are copied as they are written: reading and
 * writing them again would change large numbers.
 * @param text valid JSON.
 */
export function layOutJson(text: string): string {
  let depth = 0;
  const line = (): string => `\n${"  ".repeat(Math.min(depth, MAX_INDENT))}`;
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g, (token) => {
    switch (token) {
      case "{":
      case "[":
        depth += 1;
        return `${token}${line()}`;
      case "}":
      case "]":
        depth -= 1;
        return `${line()}${token}`;
      case ",":
        return `,${line()}`;
      case ":":
        return ": ";
      default:
        if (token[0] === '"') return token;
        return token.trim() === "" ? "" : token.replace(/\s+/g, "");
    }
  });
}
