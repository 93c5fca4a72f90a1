import { createHash, randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { isProcessAlive } from "@gauntlet/core";
import type { CheckedDirectory } from "./checked-directory.ts";
import { INODE_OF_UNDO, undoTornWrite } from "./torn-write.ts";

// A process number is used again some day; its temporary files then look like those of a living process.
const MAX_AGE_MS = 60 * 60 * 1_000;
// Where process numbers mean the same: a volume may be shared with other machines and containers.
const NUMBERS = createHash("sha256").update(`${hostname()} ${processNamespace()}`).digest("hex").slice(0, 8);
const PROCESS = `${process.pid}-${randomBytes(4).toString("hex")}`;
const OURS = /^\.gauntlet-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.(?:tmp|\d+\.undo)$/;

/** A fresh name for a file that lives for one write. It names its process, so that others can tell when it is left over. */
export const temporaryName = (): string =>
  `.gauntlet-${NUMBERS}-${PROCESS}-${randomBytes(6).toString("hex")}.tmp`;

/** The name of the record of a write in place, made from a temporary name. @param inode of the file written. */
export const undoName = (temporary: string, inode: number): string =>
  temporary.replace(/tmp$/, `${inode}.undo`);

/** Takes away what writes of processes that died left in a directory, and puts a file right that one left half written. */
export async function sweepDirectory(directory: CheckedDirectory): Promise<void> {
  const names = await readdir(directory.at("."));
  for (const name of names.filter((one) => OURS.test(one))) {
    if (!(await isLeftOver(directory, name))) continue;
    const inode = INODE_OF_UNDO.exec(name)?.[1];
    if (
      inode !== undefined &&
      !(await undoTornWrite(directory, { record: name, inode: Number(inode), names }))
    )
      continue;
    await unlink(directory.at(name)).catch(() => undefined);
  }
}

async function isLeftOver(directory: CheckedDirectory, name: string): Promise<boolean> {
  const [, numbers, pid, instance] = OURS.exec(name) ?? [];
  if (`${pid}-${instance}` === PROCESS) return false;
  if (numbers === NUMBERS && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) return true;
  const age = await stat(directory.at(name)).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  return age > MAX_AGE_MS;
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
