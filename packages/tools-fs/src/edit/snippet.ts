import { MAX_LINE_CHARS } from "../limits.ts";
import { clipped } from "../text/clipped.ts";
import { numberedLines } from "../text/numbered-lines.ts";

const CONTEXT_LINES = 3;
const MAX_LINES = 30;

/** Some lines of a text as they are shown. */
export interface Snippet {
  /** Numbered as Read numbers them. */
  readonly text: string;
  /** 1-based numbers of the first line and the last. */
  readonly from: number;
  readonly to: number;
}

/** Part of a text around a stretch. */
export function snippetAround(text: string, start: number, end: number): Snippet {
  let from = start > 0 ? text.lastIndexOf("\n", start - 1) + 1 : 0;
  for (let i = 0; i < CONTEXT_LINES && from > 0; i++)
    from = from > 1 ? text.lastIndexOf("\n", from - 2) + 1 : 0;
  const startLine = countLineFeeds(text, 0, from) + 1;
  const lastLine = countLineFeeds(text, from, end) + CONTEXT_LINES + 1;
  const lines = text.slice(from).split("\n", Math.min(lastLine, MAX_LINES));
  if (lines.at(-1) === "") lines.pop();
  const shown = lines.map((line) => clipped(line, MAX_LINE_CHARS).replace(/\r$/, ""));
  return {
    text: numberedLines(shown, startLine),
    from: startLine,
    to: startLine + lines.length - 1,
  };
}

/** Number of the line an index falls in, 1-based. */
export function lineAt(text: string, index: number): number {
  return countLineFeeds(text, 0, index) + 1;
}

/** Number of lines; the last one counts also without a line end. */
export function lineCount(text: string): number {
  return countLineFeeds(text, 0, text.length) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

/** Line feeds in a stretch of a text, end exclusive. */
export function countLineFeeds(text: string, from: number, to: number): number {
  // Only the stretch is searched: the next line feed behind it may be far away.
  const stretch = text.slice(from, to);
  let count = 0;
  for (let at = stretch.indexOf("\n"); at !== -1; at = stretch.indexOf("\n", at + 1)) count++;
  return count;
}
