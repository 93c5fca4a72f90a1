import { isUtf8 } from "node:buffer";
import { writeFile } from "node:fs/promises";
import type { ResourceScope } from "@gauntlet/core";

/** Stores what a server sent and a model cannot be shown in a file of the session. @returns its path. */
export type SaveFile = (bytes: Buffer) => Promise<string>;

/**
 * Stores among the results of a session: private, and a text without its secrets, as everything the model can read.
 * What is no text stays byte for byte as it is.
 */
export function savesAmong({
  newResultFile,
  redact,
}: Pick<ResourceScope, "newResultFile" | "redact">): SaveFile {
  return async (bytes) => {
    const path = newResultFile("mcp");
    const kept: Buffer[] = [];
    if (isText(bytes)) {
      const stream = redact((piece) => void kept.push(piece));
      stream.write(bytes);
      stream.end();
    } else kept.push(bytes);
    await writeFile(path, Buffer.concat(kept), { mode: 0o600, flag: "wx" });
    return path;
  };
}

const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);
