import type { Difference } from "./first-difference.ts";

const AROUND = 20;
const MAX_CHARS = 80;
/** What cannot be told by its look: everything outside printable ASCII, in this place. */
const OUTSIDE_ASCII = /[^ -~]/gu;

/** Two parts of lines from shortly before the first difference on, with what they hold spelled out. */
export function shownDifference({ inFile, given, isEnd }: Difference): {
  readonly file: string;
  readonly given: string;
  readonly note: string;
} {
  let same = 0;
  while (same < Math.min(inFile.length, given.length) && inFile[same] === given[same]) same++;
  const from = same <= AROUND ? 0 : same - AROUND;
  return {
    file: spelled(inFile, from),
    given: spelled(given, from),
    note: isEnd
      ? " and goes on with a line break, which the file does not have there"
      : noteOn(inFile.slice(same), given.slice(same)),
  };
}

function spelled(line: string, from: number): string {
  const part = line.slice(from, from + MAX_CHARS).replace(OUTSIDE_ASCII, escaped);
  const [before, after] = [from > 0 ? "…" : "", line.length > from + MAX_CHARS ? "…" : ""];
  return `\`${before}${part}${after}\``;
}

function escaped(char: string): string {
  if (char === "\t") return "\\t";
  if (char === "\r") return "\\r";
  return [...char].map((one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join("");
}

function noteOn(inFile: string, given: string): string {
  if (inFile.trimEnd() === "" && given.trimEnd() === "") return " (blanks at the end of the line)";
  const [ours, theirs] = [/^\s*/.exec(inFile)?.[0] ?? "", /^\s*/.exec(given)?.[0] ?? ""];
  if (ours.includes("\t") !== theirs.includes("\t")) return " (tabs against spaces)";
  if (inFile !== given && inFile.normalize("NFC") === given.normalize("NFC"))
    return " (the same letters in another unicode form)";
  return "";
}
