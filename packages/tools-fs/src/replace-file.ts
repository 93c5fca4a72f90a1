import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, link, mkdir, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as messages from "./messages.ts";
import { codeOf, inWords, Refusal } from "./refusal.ts";
import { loadBytes } from "./text-file.ts";

/** One file to put in place. */
export interface FileChange {
  /** The path as the model knows it, for texts. */
  readonly path: string;
  /** The path after links; the file that is replaced or created. */
  readonly realPath: string;
  readonly bytes: Uint8Array;
  /** Hash of the content to be replaced; undefined: there must be no file. */
  readonly expectedHash: string | undefined;
}

/**
 * Puts new content in place in one step, through a temporary file in the same directory: a crash or a full disk
 * leaves the old content. Mode bits are kept, and the owner where the system lets us.
 *
 * The old content is checked once more just before the step. A file that appears where none was is never replaced.
 * @throws Refusal in words for the model; then nothing has changed but new, empty parent directories.
 */
export async function replaceFile(change: FileChange): Promise<void> {
  const { path, realPath, expectedHash } = change;
  const directory = dirname(realPath);
  await inWords(path, async () => {
    if (expectedHash === undefined) await mkdir(directory, { recursive: true });
    else await access(realPath, constants.W_OK);
    if ((await realpath(directory)) !== directory) throw new Refusal(messages.swapped(path));
  });
  const temporary = join(directory, `.gauntlet-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await inWords(path, async () => {
      await writeTemporary(temporary, change);
      if (expectedHash === undefined) await placeNew(temporary, change);
      else await placeOver(temporary, change, expectedHash);
      await syncDirectory(directory);
    });
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/**
 * Where a path that does not exist yet would be created, with links in its parents followed.
 * @throws Refusal when a parent is no directory.
 */
export async function realPathOfNew(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const real = await realpath(at);
      if (!(await stat(real)).isDirectory()) throw new Refusal(messages.underFile(path, at));
      return join(real, ...missing);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || at === dirname(at)) return inWords(path, () => Promise.reject(error));
      missing.unshift(basename(at));
    }
  }
}

async function writeTemporary(
  temporary: string,
  { realPath, bytes, expectedHash }: FileChange,
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A copy of a private file is never readable by others, not even for a moment.
  const file = await open(temporary, flags, expectedHash === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (expectedHash !== undefined) await keepOwnerAndMode(file, realPath);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwnerAndMode(file: FileHandle, realPath: string): Promise<void> {
  const [old, fresh] = [await stat(realPath), await file.stat()];
  let isSameOwner = old.uid === fresh.uid && old.gid === fresh.gid;
  if (!isSameOwner) {
    isSameOwner = await file.chown(old.uid, old.gid).then(
      () => true,
      () => false,
    );
  }
  // Set-user-id bits of another owner must not become ours.
  await file.chmod(old.mode & (isSameOwner ? 0o7777 : 0o777));
}

async function placeOver(temporary: string, change: FileChange, expectedHash: string): Promise<void> {
  const { hash } = await loadBytes(change.path, change.realPath);
  if (hash !== expectedHash) throw new Refusal(messages.changedMeanwhile(change.path));
  await rename(temporary, change.realPath);
}

async function placeNew(temporary: string, { path, realPath }: FileChange): Promise<void> {
  try {
    // A link, unlike a rename, fails where a file has appeared meanwhile.
    await link(temporary, realPath);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new Refusal(messages.changedMeanwhile(path));
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(codeOf(error) ?? "")) throw error;
    // Without hard links, an empty file holds the place: opening it fails where another has appeared.
    await (await open(realPath, "wx")).close();
    await rename(temporary, realPath);
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
