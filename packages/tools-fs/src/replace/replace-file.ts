import { constants, linkSync, renameSync } from "node:fs";
import { access, type FileHandle, mkdir, open, stat, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import * as texts from "../edit-messages.ts";
import type { FileBytes } from "../file/whole-file.ts";
import { codeOf, inWords, Refusal } from "../refusal.ts";
import { type CheckedDirectory, openDirectory } from "./checked-directory.ts";
import { isFileAsExpected } from "./expected-file.ts";
import { sweepDirectory, temporaryName } from "./temporary-files.ts";
import { writeInPlace } from "./write-in-place.ts";

/** One file to put in place. */
export interface FileChange {
  /** The path as the model knows it, for texts. */
  readonly path: string;
  /** The path after links; the file that is replaced or created. */
  readonly realPath: string;
  readonly bytes: Buffer;
  /** The file to be replaced; undefined: there must be none. */
  readonly expected: FileBytes | undefined;
}

/**
 * Puts new content in place in one step, through a temporary file in the same directory: a crash or a full disk
 * leaves the old content. Mode bits are kept, and so is the owner: a file with several names, and one of an owner or
 * group we cannot give a new file, is written in place instead (see `writeInPlace`).
 *
 * The old content is checked once more just before the step. A file that appears where none was is never replaced.
 * @returns how many other names the file has.
 * @throws Refusal in words for the model; then nothing has changed but new, empty parent directories, and, where a disk has
 *   no hard links, perhaps a new, empty file.
 */
export async function replaceFile(change: FileChange): Promise<{ readonly otherNames: number }> {
  const { path, realPath, expected } = change;
  return inWords(path, async () => {
    if (expected === undefined) await mkdir(dirname(realPath), { recursive: true });
    else await access(realPath, constants.W_OK);
    const directory = await openDirectory(path, dirname(realPath));
    try {
      await sweepDirectory(directory);
      const otherNames = expected ? expected.stats.nlink - 1 : 0;
      const isReplaced = otherNames === 0 && (await putInPlace(directory, change));
      if (!isReplaced && expected)
        await writeInPlace(directory, { ...change, name: basename(realPath), expected });
      await directory.sync();
      return { otherNames };
    } finally {
      await directory.close();
    }
  });
}

/** @returns false, with nothing changed, when the new file could not be given to the owner of the old one. */
async function putInPlace(directory: CheckedDirectory, change: FileChange): Promise<boolean> {
  const temporary = directory.at(temporaryName());
  const target = directory.at(basename(change.realPath));
  try {
    if (!(await writeTemporary(temporary, { ...change, target }))) return false;
    if (change.expected === undefined) await placeNew(temporary, target, change.path);
    else if (isFileAsExpected(target, change.expected.bytes)) renameSync(temporary, target);
    else throw new Refusal(texts.changedMeanwhile(change.path));
    return true;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeTemporary(
  temporary: string,
  { target, bytes, expected }: FileChange & { readonly target: string },
): Promise<boolean> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A copy of a private file is never readable by others, not even for a moment.
  const file = await open(temporary, flags, expected === undefined ? 0o666 : 0o600);
  try {
    if (expected !== undefined && !(await takesOwner(file, target))) return false;
    await file.writeFile(bytes);
    if (expected !== undefined) await file.chmod((await stat(target)).mode & 0o7777);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

async function takesOwner(file: FileHandle, target: string): Promise<boolean> {
  const [{ uid, gid }, ours] = await Promise.all([stat(target), file.stat()]);
  // Some file systems know no owners, and no way to give files away.
  if (ours.uid === uid && ours.gid === gid) return true;
  return file.chown(uid, gid).then(
    () => true,
    () => false,
  );
}

async function placeNew(temporary: string, target: string, path: string): Promise<void> {
  try {
    // A link, unlike a rename, fails where a file has appeared meanwhile.
    linkSync(temporary, target);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new Refusal(texts.changedMeanwhile(path));
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(codeOf(error) ?? "")) throw error;
    // Without hard links, an empty file holds the place: opening it fails where another has appeared.
    await (await open(target, "wx")).close();
    renameSync(temporary, target);
  }
}
