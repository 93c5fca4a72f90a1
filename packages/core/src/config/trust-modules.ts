import { dirname, extname, resolve } from "node:path";
import { parseText } from "./parse-text.ts";
import { readText } from "./read-text.ts";
import { hashFile, MISSING } from "./trust-hash.ts";
import { loosenings, namedModules } from "./trust-loosenings.ts";

/** What trusting code lets it do. */
export const RUNS_CODE = "runs code";

/** A file that is named somewhere below a configuration. */
export interface FollowedFile {
  /** Absolute path; of a file that does not exist, as it is named. */
  readonly file: string;
  /** What trusting it lets happen, in short phrases. */
  readonly does: readonly string[];
  /** Whether packages may count because of it. */
  readonly packages: boolean;
}

// In code a path may be imported, or stand in a list of plugins or policies. Whatever looks like one is taken for one.
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n*?{}$]+)\1/g;
const ABSOLUTE = /(["'`])(\/[^"'`\n*?{}$]+\.(?:[cm]?[jt]s|json|ya?ml))\1/g;
const ENDINGS = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** Files that are followed at most; a configuration that is larger is no configuration. */
const MAX_FILES = 500;

/**
 * The given files and every local file they name, directly or through each other: data by its `plugins` and `extends`,
 * code by every path in quotes. What is put together at run time, and what packages import, is not found.
 */
export async function followFiles(entries: readonly string[]): Promise<readonly FollowedFile[]> {
  const found = new Set(entries);
  const followed: FollowedFile[] = [];
  for (const file of found) {
    const { names, ...what } = await readNames(file);
    followed.push({ file, ...what });
    for (const name of names) if (found.size < MAX_FILES) found.add(await existing(name));
  }
  return followed;
}

async function readNames(
  file: string,
): Promise<Omit<FollowedFile, "file"> & { readonly names: readonly string[] }> {
  const text = await textOf(file);
  const data = /\.(json|ya?ml)$/.exec(file)?.[1];
  if (data === undefined) return { names: pathsIn(text, dirname(file)), does: [RUNS_CODE], packages: true };
  // A broken file is refused when it is loaded, with its line; for trust its text is enough.
  const value = await parseText(text, { file, format: data === "json" ? "json" : "yaml" }).then(
    (parsed) => parsed.value,
    () => undefined,
  );
  const { files, packages } = namedModules(value, dirname(file));
  return { names: files, does: loosenings(value), packages };
}

const pathsIn = (text: string, base: string): readonly string[] =>
  [...text.matchAll(RELATIVE), ...text.matchAll(ABSOLUTE)].map(([, , path = ""]) => resolve(base, path));

// What cannot be read as text names nothing; its bytes are bound all the same.
const textOf = async (file: string): Promise<string> =>
  readText(file).then(
    (text) => text ?? "",
    () => "",
  );

/** TypeScript may import `./a.js` and mean `./a.ts`. */
async function existing(path: string): Promise<string> {
  const source = path.replace(/\.([cm]?)js$/, ".$1ts");
  const candidates = [
    ...ENDINGS.map((ending) => `${path}${ending}`),
    ...(extname(path) === "" ? [] : [source]),
  ];
  for (const candidate of candidates) {
    const hash = await hashFile(candidate);
    if (hash !== MISSING && hash !== "no file") return candidate;
  }
  return path;
}
