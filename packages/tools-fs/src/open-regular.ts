import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from "node:fs";
import { specialKindOf } from "./file-state.ts";
import * as messages from "./messages.ts";
import { inWords, Refusal } from "./refusal.ts";

/**
 * Opens a regular file so that a pipe can never hang the call, and checks the opened file itself, not its name.
 * Synchronous for the same reason as `fileStateOf`. The caller closes `fd`.
 * @param realPath the path after links; the opened file must still be the one found there.
 * @throws Refusal in words for the model.
 */
export async function openRegular(path: string, realPath: string): Promise<{ fd: number; stats: Stats }> {
  const fd = await inWords(path, async () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new Refusal(messages.isDirectory(path));
    if (!stats.isFile()) throw new Refusal(messages.isSpecial(path, specialKindOf(stats)));
    const named = await inWords(path, async () => statSync(realPath));
    if (named.dev !== stats.dev || named.ino !== stats.ino) throw new Refusal(messages.swapped(path));
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
