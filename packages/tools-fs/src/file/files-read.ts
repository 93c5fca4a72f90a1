import { createHash } from "node:crypto";
import { defineSlot, type Slots } from "@gauntlet/core";
import { firstGap, type LineRanges, withRange } from "../text/line-ranges.ts";

/** What the model knows of a file: the content it saw, by hash, and how much of it. */
export type ReadRecord = {
  /** SHA-256 of the whole file in hex. */
  readonly hash: string;
  /** True when some of the content has not been shown. */
  readonly partial: boolean;
  /** With `partial`: the lines of a text, or the cells of a notebook, that were shown. */
  readonly lines?: LineRanges;
  /** Of text: a line was too long to be shown whole. */
  readonly hasCutLine?: true;
  /** Of text that is not UTF-8: the charset it was shown in. */
  readonly charset?: string;
  /** The page the last Read showed in full; a repeated Read of just this page need not show it again. */
  readonly page?: PageShown;
};

/** What a Read asked for: first line or cell, and number of them or null for all. */
export type PageShown = { readonly startLine: number; readonly limit: number | null };

/** Files read in this session; the key is the absolute real path. Edit and Write change only what stands here. */
export const filesRead = defineSlot<ReadRecord>("tools-fs/files-read");

/** The knowledge of some lines of a text. @param totalLines of the whole text; knowing all of them is knowing the file. */
export function recordOfLines(
  { hash, charset }: { readonly hash: string; readonly charset: string },
  lines: LineRanges,
  totalLines: number,
): ReadRecord {
  const partial = firstGap(lines, totalLines) !== undefined;
  const within = lines.map(([from, to]) => [from, Math.min(to, totalLines)] as const);
  return { hash, partial, ...(partial && { lines: within }), ...(charset !== "utf-8" && { charset }) };
}

/** The lines a record says were shown. @param totalLines of the text it is about. */
export function linesOf(record: ReadRecord, totalLines: number): LineRanges {
  return record.partial ? (record.lines ?? []) : withRange([], 1, totalLines);
}

/** Records what is not shown by lines. A part never takes away what is known from an earlier, full read of the same bytes. */
export function rememberRead(slots: Slots, realPath: string, record: ReadRecord): void {
  const earlier = slots.get(filesRead, realPath);
  const partial = record.partial && !(earlier?.hash === record.hash && !earlier.partial);
  slots.set(filesRead, realPath, { hash: record.hash, partial });
}

/** Records that the model knows a whole text. */
export function rememberText(
  slots: Slots,
  realPath: string,
  { hash, charset }: { readonly hash: string; readonly charset: string },
): void {
  slots.set(filesRead, realPath, recordOfLines({ hash, charset }, [], 0));
}

/** SHA-256 of bytes in hex, the form `ReadRecord` holds. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
