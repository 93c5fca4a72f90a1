import { ConfigError, systemReason } from "../errors.ts";
import { parseText } from "./parse-text.ts";
import { quoted } from "./quoted.ts";
import { readText } from "./read-text.ts";
import { replaceFile } from "./replace-file.ts";

/** Hash of each bound file by its path relative to the trusted directory. */
export type Fingerprint = Readonly<Record<string, string>>;

/** What was trusted, by real path. */
export type TrustEntries = Readonly<Record<string, Fingerprint>>;

/**
 * Reads the file of a trust store; without one nothing is trusted.
 * @throws GNT_CONFIG_READ when it is broken or of an unknown form.
 */
export async function readTrustEntries(file: string): Promise<TrustEntries> {
  const text = await readText(file);
  if (text === undefined) return {};
  const { value } = await parseText(text, { file, format: "json" });
  const { version, directories } = (value ?? {}) as { version?: unknown; directories?: unknown };
  if (version === 1 && isEntries(directories)) return directories;
  throw new ConfigError("GNT_CONFIG_READ", `trust store ${quoted(file)} is not in a known form`, {
    hint: "remove it and trust your directories again",
  });
}

function isEntries(value: unknown): value is TrustEntries {
  const isRecord = (part: unknown): part is object => typeof part === "object" && part !== null;
  return (
    isRecord(value) &&
    Object.values(value).every(
      (entry: unknown) => isRecord(entry) && Object.values(entry).every((hash) => typeof hash === "string"),
    )
  );
}

/**
 * Replaces the file of a trust store in one step; it and a new directory for it are private.
 * @throws GNT_CONFIG_READ when it cannot be written.
 */
export async function writeTrustEntries(file: string, directories: TrustEntries): Promise<void> {
  const text = `${JSON.stringify({ version: 1, directories }, null, 2)}\n`;
  try {
    await replaceFile(file, text);
  } catch (cause) {
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `trust store ${quoted(file)} cannot be written: ${systemReason(cause)}`,
      {
        hint: "make its directory writable",
        cause,
      },
    );
  }
}
