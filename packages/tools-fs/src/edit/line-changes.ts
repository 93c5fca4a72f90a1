import type { LineChange } from "../text/line-ranges.ts";
import type { StructuredPatchHunk } from "../text/patch.ts";
import type { Replacement } from "./match-text.ts";
import { countLineFeeds } from "./snippet.ts";

/** The lines a stretch of text touches, 1-based; a line end at its end belongs to the last of them. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

/** The lines each replacement touches in the text before. @param replacements in order, without overlap. */
export function spansOf(text: string, replacements: readonly Replacement[]): readonly LineSpan[] {
  let [line, counted] = [1, 0];
  return replacements.map(({ matchStart, matchEnd }) => {
    const from = line + countLineFeeds(text, counted, matchStart);
    const last = Math.max(matchStart, matchEnd - 1);
    const to = from + countLineFeeds(text, matchStart, last);
    [line, counted] = [to, last];
    return { from, to };
  });
}

/** The same replacements as changes of lines. Those that touch a common line are one change. */
export function changesOfReplacements(
  text: string,
  replacements: readonly Replacement[],
): readonly LineChange[] {
  const changes: { from: number; removed: number; added: number }[] = [];
  const spans = spansOf(text, replacements);
  for (const [i, { start, end, text: inserted }] of replacements.entries()) {
    const { from, to } = spans[i] as LineSpan;
    const more = countLineFeeds(inserted, 0, inserted.length) - countLineFeeds(text, start, end);
    const last = changes.at(-1);
    if (last && from < last.from + last.removed) {
      const extra = to - (last.from + last.removed - 1);
      last.removed += extra;
      last.added += extra + more;
    } else changes.push({ from, removed: to - from + 1, added: to - from + 1 + more });
  }
  return changes;
}

/** The changes a diff shows, without its context. */
export function changesOfHunks(hunks: readonly StructuredPatchHunk[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  for (const hunk of hunks) {
    let line = hunk.oldStart;
    let [removed, added] = [0, 0];
    const close = (): void => {
      if (removed + added > 0) changes.push({ from: line - removed, removed, added });
      [removed, added] = [0, 0];
    };
    for (const text of hunk.lines) {
      if (text.startsWith("-")) [removed, line] = [removed + 1, line + 1];
      else if (text.startsWith("+")) added++;
      else if (text.startsWith(" ")) {
        close();
        line++;
      }
    }
    close();
  }
  return changes;
}
