import { dirname, join, relative } from "node:path";
import { isInside } from "../policy/path-inside.ts";
import { CLAUDE_FILES } from "./load-claude-settings.ts";
import { MCP_JSON } from "./load-mcp-json.ts";
import { LOCK_FILE } from "./pack-lock.ts";
import { type ProjectFile, parseProjectFile, projectFilesIn, projectRoot } from "./project-files.ts";
import { readText } from "./read-text.ts";
import { hashFile, hashText } from "./trust-hash.ts";
import { loosenings, namedModules } from "./trust-loosenings.ts";
import { followFiles, RUNS_CODE } from "./trust-modules.ts";
import { commandsIn, type NamedCommand, scriptsOf } from "./trust-scripts.ts";

/** A file that trust is bound to, and what trusting it lets happen. */
export interface TrustedFile {
  /** Absolute path. */
  readonly file: string;
  /** SHA-256 of what counts in it; `missing` while a file that is named does not exist. */
  readonly hash: string;
  /** Short phrases for people: `runs code`, `allow rules: Bash(npm test)`. Empty: nothing that needs trust. */
  readonly does: readonly string[];
}

/** What trusting a directory lets count. */
export interface TrustInventory {
  /** Sorted by path; what a later status is compared with. */
  readonly files: readonly TrustedFile[];
  /** Commands that configuration names. They stand in files of the list, so a change of them is noticed. */
  readonly commands: readonly NamedCommand[];
}

const LOCK_FILES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
];
const LOCAL_SETTINGS = join(".gauntlet", "settings.local.json");

/**
 * Lists what can be known about a directory without running anything: its configuration files, `.mcp.json`, the
 * machine-local settings, plugin and policy files they name, what all of these name or import, scripts that hook and server commands
 * name, and the lock file when code or packages are named. Configuration that is broken is listed as it is.
 * @param dir real path.
 */
export async function takeInventory(dir: string): Promise<TrustInventory> {
  const configs = await configsIn(dir);
  const files = new Map<string, TrustedFile>();
  const commands: NamedCommand[] = [];
  const named: string[] = [];
  let packages = false;
  for (const { file, hash, isCode, value } of configs) {
    files.set(file, { file, hash, does: isCode ? [RUNS_CODE] : loosenings(value) });
    if (isCode) named.push(file);
    const modules = namedModules(value, dirname(file));
    named.push(...modules.files);
    packages ||= modules.packages;
    commands.push(...commandsIn(value, file));
  }
  const add = async (file: string, ...phrases: readonly string[]): Promise<void> => {
    const known = files.get(file);
    const does = [...new Set([...(known?.does ?? []), ...phrases])];
    files.set(file, { file, hash: known?.hash ?? (await hashFile(file)), does });
  };
  for (const followed of await followFiles(named)) {
    await add(followed.file, ...followed.does);
    packages ||= followed.packages;
  }
  for (const command of commands)
    for (const file of await scriptsOf(command.text, dir)) await add(file, `runs as ${command.kind} command`);
  const pins = join(dir, LOCK_FILE);
  if ((await hashFile(pins)) !== "missing") await add(pins, "pins which packs and servers may be used");
  const lock = packages ? await lockFile(dir) : undefined;
  if (lock !== undefined) await add(lock, "decides which code plugin packages run");
  return { files: [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)), commands };
}

interface FoundConfig {
  readonly file: string;
  readonly hash: string;
  readonly isCode: boolean;
  readonly value: unknown;
}

async function configsIn(dir: string): Promise<readonly FoundConfig[]> {
  const project = await Promise.all((await projectFilesIn(dir)).map(readConfig));
  const more = project.some(asksForClaude) ? Object.values(CLAUDE_FILES) : [];
  const found = await Promise.all(
    [LOCAL_SETTINGS, MCP_JSON, ...more].map(async (name) => {
      const file = join(dir, name);
      const text = await readText(file);
      return text === undefined ? [] : [await readConfig({ file, text, kind: "json" })];
    }),
  );
  return [...project, ...found.flat()];
}

/** Code may ask for anything. */
const asksForClaude = ({ isCode, value }: FoundConfig): boolean =>
  isCode || (value as { readonly claudeSettings?: unknown } | undefined | null)?.claudeSettings === true;

async function readConfig(found: ProjectFile): Promise<FoundConfig> {
  const { file, text, located, kind } = found;
  // Of a package file only our key counts: dependencies change every day.
  const hash = hashText(located === undefined ? text : JSON.stringify(located.value));
  if (kind === "code") return { file, hash, isCode: true, value: undefined };
  // A broken file is refused when it is loaded, with its line; for trust its text is enough.
  const value = await parseProjectFile(found).then(
    (parsed) => parsed.value,
    () => undefined,
  );
  return { file, hash, isCode: false, value };
}

/** The nearest lock file, up to the root of the repository. */
async function lockFile(dir: string): Promise<string | undefined> {
  const root = await projectRoot(dir);
  for (let at = dir; isInside(at, root); at = dirname(at)) {
    for (const name of LOCK_FILES) {
      const file = join(at, name);
      if ((await hashFile(file)) !== "missing") return file;
    }
    if (at === root) return undefined;
  }
  return undefined;
}

/** Hash of each bound file by its path relative to the directory: what is remembered. */
export function fingerprintOf(dir: string, { files }: TrustInventory): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ file, hash }) => [relative(dir, file), hash]));
}
