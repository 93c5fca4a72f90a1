const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * JSON that may go to a terminal: what cannot be seen, or would move the cursor, is escaped and means the same to
 * whoever parses it.
 * @param indent spaces; 0 gives one line. Default 0.
 */
export function visibleJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(INVISIBLE, (char) =>
    char === "\n" ? char : escaped(char),
  );
}

const escaped = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
