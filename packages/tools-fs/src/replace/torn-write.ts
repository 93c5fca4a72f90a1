import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import type { CheckedDirectory } from "./checked-directory.ts";

/** The inode in the name of the record of a write in place. */
export const INODE_OF_UNDO = /\.(\d+)\.undo$/;

const LENGTH_BYTES = 8;

/** The record of a write in place: the length of the old content, the old content, the new. */
export function undoRecord(old: Buffer, now: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeBigUInt64BE(BigInt(old.length));
  return Buffer.concat([length, old, now]);
}

/** Writes the whole content of an open file. @throws system errors; the file is then partly written. */
export function overwrite(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
  ftruncateSync(fd, bytes.length);
  fsyncSync(fd);
}

/**
 * Puts the old content back into a file whose write in place was cut off. A file that was written whole, not at all,
 * or by others since, stays as it is.
 * @returns false when the file cannot be found in its directory, so that the record is still needed.
 */
export async function undoTornWrite(
  directory: CheckedDirectory,
  {
    record,
    inode,
    names,
  }: { readonly record: string; readonly inode: number; readonly names: readonly string[] },
): Promise<boolean> {
  const name = await nameOf(directory, inode, names);
  const undo = await readFile(directory.at(record)).catch(() => undefined);
  if (name === undefined || undo === undefined) return false;
  const length = Number(undo.readBigUInt64BE());
  const old = undo.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
  const now = undo.subarray(LENGTH_BYTES + length);
  const fd = openSync(directory.at(name), constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (fstatSync(fd).ino === inode && isTorn(readFileSync(fd), { old, now })) overwrite(fd, old);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** New content up to some byte, and from there on the old, is what a cut-off write leaves. */
function isTorn(present: Buffer, { old, now }: { readonly old: Buffer; readonly now: Buffer }): boolean {
  if (present.equals(old) || present.equals(now)) return false;
  let at = 0;
  while (at < present.length && at < now.length && present[at] === now[at]) at++;
  return present.subarray(at).equals(old.subarray(at));
}

async function nameOf(
  directory: CheckedDirectory,
  inode: number,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names) {
    const stats = await lstat(directory.at(name)).catch(() => undefined);
    if (stats?.isFile() && stats.ino === inode) return name;
  }
  return undefined;
}
