import { dirname, extname, resolve } from "node:path";
import { readText } from "./read-text.ts";
import { hashFile, MISSING } from "./trust-hash.ts";

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])(\.{1,2}\/[^"'\n]+)\1/g;
const ENDINGS = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/** Files that are followed at most; a configuration that is larger is no configuration. */
const MAX_FILES = 500;

/**
 * The given modules and every local file they import with a literal name, directly or through each other. What is
 * put together at run time, and what packages import, is not found.
 * @returns absolute paths; of a named file that does not exist, the path as it is named.
 */
export async function localModules(entries: readonly string[]): Promise<readonly string[]> {
  const found = new Set(entries);
  for (const file of found) {
    if (found.size >= MAX_FILES) break;
    for (const specifier of importsIn(await textOf(file))) {
      found.add(await existing(resolve(dirname(file), specifier)));
    }
  }
  return [...found];
}

const importsIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map(([, , specifier = ""]) => specifier);

// What cannot be read as text imports nothing; its bytes are bound all the same.
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
