import { constants } from "node:fs";
import { open, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";

/** A directory that is held open, so that no swapped link on the way to it can lead what is done in it elsewhere. */
export interface CheckedDirectory {
  /** A path for a name in the directory. */
  at(name: string): string;
  /** Makes names in it last through a power cut, where the system can. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a directory and checks that it is the one meant. On Linux everything then goes through the open directory;
 * elsewhere through its path, which is checked just now.
 * @param path the file the model named, for texts.
 * @param directory real path of the directory.
 * @throws Refusal when something else stands there now.
 */
export async function openDirectory(path: string, directory: string): Promise<CheckedDirectory> {
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const held = `/proc/self/fd/${handle.fd}`;
    const heldPath = await readlink(held).catch(() => undefined);
    if ((heldPath ?? (await realpath(directory))) !== directory) throw new Refusal(messages.swapped(path));
    const base = heldPath === undefined ? directory : held;
    return {
      at: (name) => join(base, name),
      sync: () => handle.sync().catch(() => undefined),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
