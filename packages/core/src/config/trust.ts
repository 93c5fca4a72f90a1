import { createHash, randomUUID } from "node:crypto";
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ConfigError, messageOf } from "../errors.ts";
import { parseText } from "./parse-text.ts";
import { isWithin } from "./paths.ts";
import { type ProjectFile, projectFilesIn } from "./project-files.ts";
import { quoted } from "./quoted.ts";
import { isMissing, readText } from "./read-text.ts";

/** Whether a directory is trusted; `changed` names the configuration files that differ from what was trusted. */
export interface TrustStatus {
  readonly trusted: boolean;
  /** Absolute paths; not empty only when the directory was trusted once. */
  readonly changed: readonly string[];
}

/** Remembers which directories a person trusts to run code and to loosen permissions. */
export interface TrustStore {
  isTrusted(dir: string): Promise<boolean>;
  status(dir: string): Promise<TrustStatus>;
  /**
   * Trusts a directory with the project configuration files it holds now.
   * @returns its real path.
   * @throws GNT_CONFIG_INVALID when it is no directory.
   */
  trust(dir: string): Promise<string>;
}

/** Hash of each project configuration by file name. */
type Fingerprint = Readonly<Record<string, string>>;
type Entries = Readonly<Record<string, Fingerprint>>;

const UNTRUSTED: TrustStatus = { trusted: false, changed: [] };

/**
 * Opens the trust store in a state directory; the file `trust.json` in it is private and replaced atomically.
 *
 * Trust is given to a real path and covers what is below it, except that `/`, the home directory and what lies
 * between them cover only themselves. It is bound to the project configuration files directly in the trusted
 * directory: when one is changed, added or removed, the directory is untrusted until it is trusted again. Modules
 * that those files import, and configuration further down, are not bound.
 * @param home absolute home directory. Default: that of the process.
 * @throws GNT_CONFIG_READ from every method when the store is broken.
 */
export function createTrustStore(stateDir: string, home: string = homedir()): TrustStore {
  const file = join(stateDir, "trust.json");

  const status = async (dir: string): Promise<TrustStatus> => {
    const path = await realDirectory(dir);
    if (path === undefined) return UNTRUSTED;
    const entries = await readEntries(file);
    const realHome = (await realDirectory(home)) ?? home;
    const owner = ancestors(path).find(
      (above) => Object.hasOwn(entries, above) && (above === path || !isWithin(realHome, above)),
    );
    if (owner === undefined) return UNTRUSTED;
    const changed = differences(entries[owner] ?? {}, await fingerprint(owner));
    return { trusted: changed.length === 0, changed: changed.map((name) => join(owner, name)) };
  };

  return Object.freeze({
    status,
    isTrusted: async (dir) => (await status(dir)).trusted,
    trust: async (dir) => {
      const path = await realDirectory(dir);
      if (path === undefined) {
        throw new ConfigError("GNT_CONFIG_INVALID", `${quoted(dir)} is not a directory that can be trusted`, {
          hint: "name an existing directory",
        });
      }
      const entries = { ...(await readEntries(file)), [path]: await fingerprint(path) };
      await replaceFile(file, `${JSON.stringify({ version: 1, directories: entries }, null, 2)}\n`);
      return path;
    },
  } satisfies TrustStore);
}

async function realDirectory(dir: string): Promise<string | undefined> {
  try {
    const path = await realpath(dir);
    return (await stat(path)).isDirectory() ? path : undefined;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...ancestors(above)];
}

async function fingerprint(dir: string): Promise<Fingerprint> {
  const files = await projectFilesIn(dir);
  return Object.fromEntries(files.map((file) => [basename(file.file), hash(boundText(file))]));
}

/** Of a package file only our key counts: dependencies change every day. */
function boundText(file: ProjectFile): string {
  return file.located === undefined ? file.text : JSON.stringify(file.located.value);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function differences(before: Fingerprint, now: Fingerprint): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).sort();
}

async function readEntries(file: string): Promise<Entries> {
  const text = await readText(file);
  if (text === undefined) return {};
  const { value } = await parseText(text, { file, format: "json" });
  const { version, directories } = (value ?? {}) as { version?: unknown; directories?: unknown };
  if (version === 1 && isEntries(directories)) return directories;
  throw new ConfigError("GNT_CONFIG_READ", `trust store ${quoted(file)} is not in a known form`, {
    hint: "remove it and trust your directories again",
  });
}

function isEntries(value: unknown): value is Entries {
  const isRecord = (part: unknown): part is object => typeof part === "object" && part !== null;
  return (
    isRecord(value) &&
    Object.values(value).every(
      (entry: unknown) => isRecord(entry) && Object.values(entry).every((hash) => typeof hash === "string"),
    )
  );
}

async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(next, text, { mode: 0o600, flag: "wx" });
    await rename(next, file);
  } catch (cause) {
    await rm(next, { force: true });
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `trust store ${quoted(file)} cannot be written: ${messageOf(cause)}`,
      {
        hint: "make its directory writable",
        cause,
      },
    );
  }
}
