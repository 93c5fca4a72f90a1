import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { ConfigError, systemReason } from "../errors.ts";
import { quoted } from "./quoted.ts";

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads a configuration file as UTF-8 text; a byte order mark is dropped.
 * @returns undefined when there is no such file.
 * @throws GNT_CONFIG_READ when the file is not a regular file, is above 2 MiB, is not UTF-8 or cannot be read.
 */
export async function readText(file: string): Promise<string | undefined> {
  let handle: FileHandle;
  try {
    // O_NONBLOCK: a repository may put a pipe where a file is expected, and opening that would wait for ever.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw refusal(file, `cannot be read: ${systemReason(cause)}`, cause);
  }
  try {
    const { size } = await checked(handle, file);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    // Invalid bytes must not become replacement characters: a deny rule with one would match nothing.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytesRead));
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const what = cause instanceof TypeError ? "is not UTF-8 text" : `cannot be read: ${systemReason(cause)}`;
    throw refusal(file, what, cause);
  } finally {
    await handle.close();
  }
}

/**
 * Names in a directory, sorted.
 * @returns an empty list when there is no such directory.
 * @throws GNT_CONFIG_READ when it cannot be listed: rules in it would not be seen.
 */
export async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `directory ${quoted(dir)} cannot be listed: ${systemReason(cause)}`,
      {
        hint: "make it readable; rules in it would not be seen",
        cause,
      },
    );
  }
}

/** Tells whether a file system error says that a path does not exist. */
export function isMissing(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}

async function checked(handle: FileHandle, file: string): Promise<{ size: number }> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw refusal(file, "is not a regular file");
  if (stat.size > MAX_BYTES) throw refusal(file, `is larger than ${MAX_BYTES} bytes`);
  return stat;
}

function refusal(file: string, what: string, cause?: unknown): ConfigError {
  return new ConfigError("GNT_CONFIG_READ", `configuration file ${quoted(file)} ${what}`, {
    hint: "repair the file or remove it; nothing starts while it cannot be read",
    ...(cause === undefined ? {} : { cause }),
  });
}
