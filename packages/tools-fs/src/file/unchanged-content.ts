import { readSync } from "node:fs";
import { keptContent } from "./known-content.ts";
import type { OpenedFile } from "./open-regular.ts";

// Read into again and again: new memory for a whole file costs more than its bytes.
const piece = Buffer.allocUnsafeSlow(128 * 1024);

/**
 * The content a file is known to have had, when it still has just that. It is read, not guessed from time stamps;
 * to compare is several times cheaper than to read it into new memory and hash it.
 * @param hash SHA-256 in hex of the content as it was last seen.
 * @returns undefined when the file has changed, or that content is no longer remembered.
 */
export function unchangedContent({ fd, stats }: OpenedFile, hash: string | undefined): Buffer | undefined {
  const kept = hash === undefined ? undefined : keptContent(hash);
  if (kept === undefined || kept.length === 0 || kept.length !== stats.size) return undefined;
  for (let at = 0, count = 0; at < kept.length; at += count) {
    count = readSync(fd, piece, 0, Math.min(piece.length, kept.length - at), at);
    if (count === 0 || piece.compare(kept, at, at + count, 0, count) !== 0) return undefined;
  }
  return kept;
}
