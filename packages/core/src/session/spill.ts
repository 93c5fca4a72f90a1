import { lstatSync, mkdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Gives out names for the files in which large results of a session are stored. */
export interface SpillDirectory {
  /** The path of a file that does not exist yet, for a call's output; each is given once, and the directory (0700) exists afterwards. @param extension default `txt`. */
  nextPath(callId: string, extension?: string): string;
  /** Stores a text (0600) and gives its path. */
  store(callId: string, text: string): Promise<string>;
}

export function createSpillDirectory(directory: string): SpillDirectory {
  let count = 0;
  const name = (callId: string, extension = "txt"): string => {
    const [stem, end] = [callId.slice(0, 80), extension.slice(0, 10)].map((part) =>
      part.replace(/[^a-zA-Z0-9_-]/g, "_"),
    );
    for (;;) {
      count += 1;
      const path = join(directory, `${stem}-${count}.${end}`);
      // An earlier process of the session may have had the name.
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
    }
  };
  return {
    nextPath(callId, extension) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return name(callId, extension);
    },
    async store(callId, text) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = name(callId);
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      return path;
    },
  };
}
