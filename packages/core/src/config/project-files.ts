import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LocatedValue } from "./located-value.ts";
import { parseText } from "./parse-text.ts";
import { namesIn, readText } from "./read-text.ts";

const CODE = ["ts", "mts", "cts", "js", "mjs", "cjs"];
const CONFIG_FILE = new RegExp(`^(gauntlet\\.config\\.|\\.gauntletrc\\.)(${CODE.join("|")}|json|ya?ml)$`);
const PACKAGE_FILE = "package.json";

/** Every name a project configuration can have. */
export const PROJECT_FILE_NAMES: readonly string[] = [
  ...["gauntlet.config", ".gauntletrc"].flatMap((stem) =>
    [...CODE, "json", "yaml", "yml"].map((ending) => `${stem}.${ending}`),
  ),
  ".gauntletrc",
  PACKAGE_FILE,
];

/** A project configuration as it lies on disk, not judged yet. */
export interface ProjectFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** `code` must be run to be read. */
  readonly kind: "code" | "json" | "yaml" | "package";
  /** The part of a `package.json` that is ours. */
  readonly located?: LocatedValue;
}

/**
 * The directory that holds the repository around `cwd`, else `cwd` itself; no configuration is looked for above it.
 * @param cwd absolute path.
 */
export async function projectRoot(cwd: string): Promise<string> {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (await exists(join(dir, ".git"))) return dir;
    if (dir === dirname(dir)) return cwd;
  }
}

/** The directories a project's configuration is looked for in: from `cwd` up to its root, nearest first. */
export function projectDirectories(cwd: string, root: string): readonly string[] {
  const found = [cwd];
  for (let dir = cwd; dir !== root && dir !== dirname(dir); dir = dirname(dir)) found.push(dirname(dir));
  return found;
}

/**
 * Every project configuration in one directory, sorted by name: `gauntlet.config.*`, `.gauntletrc*`, and
 * `package.json` when it has a key `gauntlet`.
 * @throws GNT_CONFIG_READ when the directory or a configuration cannot be read.
 */
export async function projectFilesIn(dir: string): Promise<readonly ProjectFile[]> {
  const found: ProjectFile[] = [];
  for (const name of await namesIn(dir)) {
    const kind = kindOf(name);
    if (kind === undefined) continue;
    const file = join(dir, name);
    const text = await readText(file);
    if (text === undefined) continue;
    const located = kind === "package" ? await packageValue(file, text) : undefined;
    if (located !== undefined) found.push({ file, text, kind, located });
    else if (kind !== "package") found.push({ file, text, kind });
  }
  return found;
}

/** Reads the configuration in a project file that holds data; code is not for this function. */
export async function parseProjectFile({ file, text, kind, located }: ProjectFile): Promise<LocatedValue> {
  return located ?? parseText(text, { file, format: kind === "yaml" ? "yaml" : "json" });
}

async function packageValue(file: string, text: string): Promise<LocatedValue | undefined> {
  // Most package files have nothing for us; those are not even parsed.
  if (!text.includes('"gauntlet"')) return undefined;
  const { value, placeOf } = await parseText(text, { file, format: "json" });
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "gauntlet")) return undefined;
  const { gauntlet } = value as { gauntlet: unknown };
  return { value: gauntlet, placeOf: (path) => placeOf(["gauntlet", ...path]) };
}

function kindOf(name: string): ProjectFile["kind"] | undefined {
  if (name === PACKAGE_FILE) return "package";
  if (name === ".gauntletrc") return "yaml";
  const ending = CONFIG_FILE.exec(name)?.[2];
  if (ending === undefined) return undefined;
  if (CODE.includes(ending)) return "code";
  return ending === "json" ? "json" : "yaml";
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
