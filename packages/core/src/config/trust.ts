import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { ConfigError } from "../errors.ts";
import { isInside } from "../policy/path-inside.ts";
import { quoted } from "./quoted.ts";
import { isMissing } from "./read-text.ts";
import { type Fingerprint, readTrustEntries, writeTrustEntries } from "./trust-entries.ts";
import { hashFile, MISSING } from "./trust-hash.ts";
import { fingerprintOf, takeInventory } from "./trust-inventory.ts";

/** A bound file that is not as it was trusted. */
export interface TrustChange {
  /** Absolute path. */
  readonly file: string;
  readonly how: "changed" | "added" | "removed";
}

/** Whether a directory is trusted, and what ended its trust. */
export interface TrustStatus {
  readonly trusted: boolean;
  /** Absolute paths of `changes`, sorted; not empty only when the directory was trusted once. */
  readonly changed: readonly string[];
  readonly changes: readonly TrustChange[];
  /** Real path of the directory whose trust this is: the asked one or one above it. */
  readonly root?: string;
}

/** Remembers which directories a person trusts to run code and to loosen permissions. */
export interface TrustStore {
  isTrusted(dir: string): Promise<boolean>;
  status(dir: string): Promise<TrustStatus>;
  /**
   * Trusts a directory with the files of its inventory as they are now.
   * @returns its real path.
   * @throws GNT_CONFIG_INVALID when it is no directory.
   */
  trust(dir: string): Promise<string>;
  /** Every directory that was trusted, sorted by path, with its state now. */
  list(): Promise<readonly (TrustStatus & { readonly root: string })[]>;
  /**
   * Forgets a directory, which may be gone.
   * @returns its path as it was remembered; undefined when it was not. What lies below a trusted directory stays
   * trusted through that one.
   */
  revoke(dir: string): Promise<string | undefined>;
  /**
   * Binds trust to the present content of files that the runtime itself changes for a person, such as a remembered
   * rule. Does nothing unless the work leaves everything else as it was trusted.
   * @param files absolute; the first says whose trust is meant.
   * @returns what the work gives.
   */
  accept<T>(files: readonly [string, ...string[]], work: () => Promise<T>): Promise<T>;
}

const UNTRUSTED: TrustStatus = Object.freeze({ trusted: false, changed: [], changes: [] });

/**
 * Opens the trust store in a state directory; the file `trust.json` in it is private and replaced atomically.
 *
 * Trust is given to a real path and covers what is below it, except that `/`, the home directory and what lies
 * between them cover only themselves. It is bound to the content of everything `takeInventory` finds in the trusted
 * directory: when one of these files is changed, added or removed, the directory is untrusted until it is trusted
 * again. Configuration further down needs trust of its own. Nothing in the directory has a say in it.
 * @param home absolute home directory. Default: that of the process.
 * @throws GNT_CONFIG_READ from every method when the store is broken.
 */
export function createTrustStore(stateDir: string, home: string = homedir()): TrustStore {
  const file = join(stateDir, "trust.json");

  const status = async (dir: string): Promise<TrustStatus> => {
    const path = await realDirectory(dir);
    if (path === undefined) return UNTRUSTED;
    const entries = await readTrustEntries(file);
    const realHome = (await realDirectory(home)) ?? home;
    const owner = ancestors(path).find(
      (above) => Object.hasOwn(entries, above) && (above === path || !isInside(realHome, above)),
    );
    return owner === undefined ? UNTRUSTED : statusOf(owner, entries[owner] ?? {}, path);
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
      const entries = await readTrustEntries(file);
      await writeTrustEntries(file, {
        ...entries,
        [path]: fingerprintOf(path, await takeInventory(path)),
      });
      return path;
    },
    list: async () => {
      const entries = Object.entries(await readTrustEntries(file)).sort(([a], [b]) => (a < b ? -1 : 1));
      return Promise.all(
        entries.map(async ([root, before]) =>
          (await realDirectory(root)) === root ? statusOf(root, before, root) : gone(root),
        ),
      );
    },
    revoke: async (dir) => {
      const entries = await readTrustEntries(file);
      const path = (await realDirectory(dir)) ?? resolve(dir);
      if (!Object.hasOwn(entries, path)) return undefined;
      await writeTrustEntries(
        file,
        Object.fromEntries(Object.entries(entries).filter(([root]) => root !== path)),
      );
      return path;
    },
    accept: async (files, work) => {
      const { trusted, root } = await status(await existingDirectory(dirname(files[0])));
      const done = await work();
      if (!trusted || root === undefined) return done;
      const entries = await readTrustEntries(file);
      const now = fingerprintOf(root, await takeInventory(root));
      const changes = await differences(root, entries[root] ?? {}, now);
      if (changes.some(({ file: changed }) => !files.includes(changed))) return done;
      await writeTrustEntries(file, { ...entries, [root]: now });
      return done;
    },
  } satisfies TrustStore);
}

const gone = (root: string) => ({ ...UNTRUSTED, root, changes: [{ file: root, how: "removed" as const }] });

/** The state of a trusted directory, as it holds for a directory in it. */
async function statusOf(
  root: string,
  before: Fingerprint,
  path: string,
): Promise<TrustStatus & { readonly root: string }> {
  const now = fingerprintOf(root, await takeInventory(root));
  const changes = [...(await differences(root, before, now)), ...(await unseen(root, before, path))];
  return { trusted: changes.length === 0, changed: changes.map(({ file }) => file), changes, root };
}

/** Configuration further down was not looked at when the directory was trusted: it needs trust of its own. */
async function unseen(root: string, before: Fingerprint, path: string): Promise<readonly TrustChange[]> {
  const below = ancestors(path).filter((dir) => dir !== root && isInside(dir, root));
  const found = await Promise.all(below.map(takeInventory));
  const files = new Set(found.flatMap((inventory) => inventory.files.map((each) => each.file)));
  return [...files]
    .filter((file) => !Object.hasOwn(before, relative(root, file)))
    .map((file) => ({ file, how: "added" }));
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

async function existingDirectory(path: string): Promise<string> {
  return (await realDirectory(path)) ?? existingDirectory(dirname(path));
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...ancestors(above)];
}

async function differences(
  root: string,
  before: Fingerprint,
  now: Fingerprint,
): Promise<readonly TrustChange[]> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const changes: TrustChange[] = [];
  for (const name of names) {
    const file = join(root, name);
    // A file that nothing names any more has not changed for that.
    const hash = now[name] ?? (await hashFile(file));
    if (hash !== before[name]) changes.push({ file, how: howChanged(before[name], now[name]) });
  }
  return changes;
}

function howChanged(before = MISSING, now = MISSING): TrustChange["how"] {
  if (before === MISSING) return "added";
  return now === MISSING ? "removed" : "changed";
}
