import { type StructuredPatchHunk, structuredPatch } from "diff";

// Line edits looked for, and milliseconds spent, before a change counts as a rewrite.
const MAX_EDITS = 2_000;
const TIMEOUT_MS = 200;
const MAX_DIFF_LINES = 60;
const MAX_DIFF_CHARS = 4_000;

/** Hunks of a line diff with three lines of context; empty when the texts are equal or too different to compare. */
export function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  const options = { context: 3, maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS };
  return structuredPatch("", "", before, after, "", "", options)?.hunks ?? [];
}

/** Hunks in unified form, for people. */
export function renderHunks(hunks: readonly StructuredPatchHunk[]): string {
  return hunks
    .map((hunk) => {
      const head = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
      return [head, ...hunk.lines].join("\n");
    })
    .join("\n");
}

/** The beginning of a diff, small enough to stand in a result; `isWhole` when it is all of it. */
export function shortDiff(hunks: readonly StructuredPatchHunk[]): {
  readonly diff: string;
  readonly isWhole: boolean;
} {
  const lines = renderHunks(hunks).replaceAll("\r", "").split("\n");
  let [count, chars] = [0, 0];
  for (const line of lines) {
    chars += line.length + 1;
    if (count >= MAX_DIFF_LINES || chars > MAX_DIFF_CHARS) break;
    count++;
  }
  return { diff: lines.slice(0, count).join("\n"), isWhole: count === lines.length };
}

export type { StructuredPatchHunk };

/** Lines of a text that would go or come, each with its sign. */
export function prefixed(sign: "-" | "+", text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => `${sign}${line}`);
}
