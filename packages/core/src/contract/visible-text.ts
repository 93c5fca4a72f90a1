// Controls, format characters (zero-width, bidirectional, tags), line and paragraph separators, and the letters and
// marks that are drawn as nothing.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** Position of the first character that cannot be seen; -1 when there is none. */
export const findInvisible = (text: string): number => text.search(INVISIBLE);

const PLAIN = /^[ -~\n\t]*$/;

/** Text from outside as it may go to a terminal: what cannot be seen, or would move the cursor, is spelled out. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(INVISIBLE, (char) =>
      char === "\n" || char === "\t" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
    );
}
