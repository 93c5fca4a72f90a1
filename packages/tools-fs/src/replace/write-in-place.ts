import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { rename, unlink, writeFile } from "node:fs/promises";
import * as texts from "../edit-messages.ts";
import type { FileBytes } from "../file/whole-file.ts";
import { Refusal } from "../refusal.ts";
import type { CheckedDirectory } from "./checked-directory.ts";
import { isAsExpected } from "./expected-file.ts";
import { temporaryName, undoName } from "./temporary-files.ts";
import { overwrite, undoRecord } from "./torn-write.ts";

/** One file to write in place. */
export interface InPlaceChange {
  /** The path as the model knows it, for texts. */
  readonly path: string;
  /** Name in the directory. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly expected: FileBytes;
}

/**
 * Writes a file that has several names without parting them. This takes more than one step, so old and new content
 * are put on disk beside it first: whoever writes in the directory next after a crash puts the old content back.
 * @throws Refusal when the file is not as expected; system errors, with the old content back in place.
 */
export async function writeInPlace(directory: CheckedDirectory, change: InPlaceChange): Promise<void> {
  const undo = await putRecord(directory, change);
  let isNeeded = false;
  try {
    overwriteExpected(directory.at(change.name), change, undo);
  } catch (error) {
    isNeeded = error instanceof HalfWritten;
    throw error;
  } finally {
    if (!isNeeded) await unlink(directory.at(undo)).catch(() => undefined);
  }
}

/** Neither content could be written whole; the record is all there is. */
class HalfWritten extends Refusal {}

async function putRecord(directory: CheckedDirectory, { bytes, expected }: InPlaceChange): Promise<string> {
  const temporary = temporaryName();
  const undo = undoName(temporary, expected.stats.ino);
  try {
    const record = undoRecord(expected.bytes, bytes);
    await writeFile(directory.at(temporary), record, { flag: "wx", mode: 0o600, flush: true });
    await rename(directory.at(temporary), directory.at(undo));
    await directory.sync();
    return undo;
  } catch (error) {
    await unlink(directory.at(temporary)).catch(() => undefined);
    throw error;
  }
}

function overwriteExpected(target: string, { path, bytes, expected }: InPlaceChange, undo: string): void {
  const fd = openSync(target, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const isSame = fstatSync(fd).ino === expected.stats.ino && isAsExpected(fd, expected.bytes);
    if (!isSame) throw new Refusal(texts.changedMeanwhile(path));
    writeOrRestore(fd, { bytes, old: expected.bytes, failed: texts.halfWritten(path, undo) });
  } finally {
    closeSync(fd);
  }
}

function writeOrRestore(
  fd: number,
  { bytes, old, failed }: { readonly bytes: Buffer; readonly old: Buffer; readonly failed: string },
): void {
  try {
    overwrite(fd, bytes);
  } catch (error) {
    try {
      overwrite(fd, old);
    } catch {
      throw new HalfWritten(failed, { cause: error });
    }
    throw error;
  }
}
