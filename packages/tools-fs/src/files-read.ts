import { createHash } from "node:crypto";
import { defineSlot, type Slots } from "@gauntlet/core";

/** What the model knows of a file: the content it saw, by hash, and whether that was only a `PARTIAL view`. */
export type ReadRecord = {
  /** SHA-256 of the whole file in hex. */
  readonly hash: string;
  /** True when the whole file was asked for and only its first page was shown; a range asked for counts as read. */
  readonly partial: boolean;
};

/** Files read in this session; the key is the absolute real path. Edit and Write change only what stands here. */
export const filesRead = defineSlot<ReadRecord>("tools-fs/files-read");

/** Records a Read. A first page never takes away what is known from an earlier, full read of the same bytes. */
export function rememberRead(slots: Slots, realPath: string, record: ReadRecord): void {
  const earlier = slots.get(filesRead, realPath);
  const partial = record.partial && !(earlier?.hash === record.hash && !earlier.partial);
  slots.set(filesRead, realPath, { hash: record.hash, partial });
}

/** SHA-256 of bytes in hex, the form `ReadRecord` holds. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
