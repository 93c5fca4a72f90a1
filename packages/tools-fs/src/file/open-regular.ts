import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import * as messages from "../messages.ts";
import { inWords, Refusal } from "../refusal.ts";
import { specialKindOf } from "./file-state.ts";

/** A regular file that is open for reading. */
export interface OpenedFile {
  /** As the model knows it. */
  readonly path: string;
  /** After links. */
  readonly realPath: string;
  readonly fd: number;
  /** From when it was opened. */
  readonly stats: Stats;
}

/**
 * Opens a regular file, so that a pipe can never hang the call, and closes it again whatever becomes of its use. The
 * opened file itself is checked, not its name.
 * @param realPath the path after links; the opened file must still be the one found there.
 * @throws Refusal in words for the model.
 */
export async function withRegular<T>(
  path: string,
  realPath: string,
  use: (file: OpenedFile) => Promise<T>,
): Promise<T> {
  // Synchronous for the same reason as `fileStateOf`.
  const fd = await inWords(path, async () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new Refusal(messages.isDirectory(path));
    if (!stats.isFile()) throw new Refusal(messages.isSpecial(path, specialKindOf(stats)));
    // The name may by now lead elsewhere, or to the file through a link that was put on its way.
    if (!(await inWords(path, async () => isAt(realPath, fd, stats))))
      throw new Refusal(messages.swapped(path));
    return await use({ path, realPath, fd, stats });
  } finally {
    closeSync(fd);
  }
}

/** Where the system keeps track of it, it says which file is open; elsewhere the path is followed once more. */
function isAt(realPath: string, fd: number, opened: Stats): boolean {
  const known = openedPath(fd);
  if (known !== undefined) return known === realPath;
  const { dev, ino } = statSync(realPath);
  return dev === opened.dev && ino === opened.ino && realpathSync.native(realPath) === realPath;
}

function openedPath(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}
