import { mkdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Gives out names for the files in which large results of a session are stored. */
export interface SpillDirectory {
  /** A new path for a call's output; the directory (0700) exists afterwards. */
  nextPath(callId: string): string;
  /** Stores a text (0600) and gives its path. */
  store(callId: string, text: string): Promise<string>;
}

export function createSpillDirectory(directory: string): SpillDirectory {
  let count = 0;
  const name = (callId: string): string => {
    count += 1;
    return join(directory, `${callId.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 80)}-${count}.txt`);
  };
  return {
    nextPath(callId) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return name(callId);
    },
    async store(callId, text) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = name(callId);
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      return path;
    },
  };
}
