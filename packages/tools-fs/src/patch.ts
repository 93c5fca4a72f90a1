import { type StructuredPatchHunk, structuredPatch } from "diff";

// Line edits looked for before a change counts as a rewrite; bounds the time a diff of two large files takes.
const MAX_EDITS = 2_000;

/** Hunks of a line diff with three lines of context; empty when the texts are equal or too different to compare. */
export function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  return (
    structuredPatch("", "", before, after, "", "", { context: 3, maxEditLength: MAX_EDITS })?.hunks ?? []
  );
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

export type { StructuredPatchHunk };

/** Lines of a text that would go or come, each with its sign. */
export function prefixed(sign: "-" | "+", text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => `${sign}${line}`);
}
