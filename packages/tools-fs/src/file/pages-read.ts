import type { Slots } from "@gauntlet/core";
import { type LineRanges, withRange } from "../text/line-ranges.ts";
import { filesRead, linesOf, type PageShown, recordOfLines } from "./files-read.ts";

/** A page of a file that was shown: lines of a text, or cells of a notebook. */
export interface PageRead {
  /** SHA-256 of the whole file in hex. */
  readonly hash: string;
  readonly charset: string;
  readonly asked: PageShown;
  /** Lines or cells shown, and in the file. */
  readonly count: number;
  readonly total: number;
  /** A line among them was too long to be shown whole. */
  readonly hasCutLine: boolean;
  /** All that was asked for is on the page. */
  readonly isWhole: boolean;
}

/**
 * True when the last Read of this content showed the same page. It is true once: whatever became of the earlier
 * result since, the model gets the page again by asking once more.
 */
export function isRepeatedPage(
  slots: Slots,
  realPath: string,
  { hash, asked }: { readonly hash: string | undefined; readonly asked: PageShown },
): boolean {
  const record = slots.get(filesRead, realPath);
  if (hash === undefined || record?.hash !== hash || !record.page) return false;
  const { page, ...rest } = record;
  if (page.startLine !== asked.startLine || page.limit !== asked.limit) return false;
  slots.set(filesRead, realPath, rest);
  return true;
}

/** Records that the model has seen a page; together with what it saw of the same content before. */
export function rememberPage(slots: Slots, realPath: string, page: PageRead): void {
  const { hash, charset, asked, count, total } = page;
  if (count === 0 && total > 0) return;
  const earlier = slots.get(filesRead, realPath);
  const same = earlier?.hash === hash ? earlier : undefined;
  const known: LineRanges = same ? linesOf(same, total) : [];
  const lines = withRange(known, asked.startLine, asked.startLine + count - 1);
  // What the session knows whole, as after its own Write, stays known.
  const isKnown = same !== undefined && !same.partial && !same.hasCutLine;
  const hasCutLine = same?.hasCutLine || (page.hasCutLine && !isKnown);
  slots.set(filesRead, realPath, {
    ...recordOfLines({ hash, charset }, lines, total),
    ...(hasCutLine && { hasCutLine: true as const }),
    ...(count > 0 && page.isWhole && { page: asked }),
  });
}
