import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { quoted } from "./quoted.ts";

// Segments that start with a dot are refused: `@gauntlet/../other` would load one package under the name of another.
const PACKAGE_ENTRY = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(\/[\w~-][\w.~-]*)*$/;

/** Where an entry of a configuration is looked for, and how people are told that it is not there. */
export interface EntryPlace {
  /** Absolute directory of the naming file. */
  readonly base: string;
  /** What messages call the thing looked for: `plugin`. */
  readonly noun: string;
  /** Throws the error; the message is a sentence without a full stop. */
  readonly refuse: (message: string, hint: string) => never;
}

/**
 * Finds the file an entry means: `./x` and `/x` are files relative to the naming one, anything else is a package,
 * resolved as the naming file would resolve it.
 * @returns an absolute path.
 * @throws whatever `place.refuse` throws when there is none.
 */
export async function resolveEntry(entry: string, { base, noun, refuse }: EntryPlace): Promise<string> {
  if (entry.startsWith(".") || isAbsolute(entry)) {
    const file = resolve(base, entry);
    if (await isFile(file)) return file;
    return refuse(`${noun} file ${quoted(file)} does not exist`, "name the file with its ending");
  }
  if (!PACKAGE_ENTRY.test(entry)) {
    return refuse(
      `${noun} ${quoted(entry)} is neither a file nor a package`,
      "write `./file.ts` or the name of a package",
    );
  }
  // Node's resolver also looks in `$NODE_PATH` and the home directory, which the naming file knows nothing about.
  const directory = await packageDirectory(packageName(entry), base);
  const resolved = directory !== undefined ? await resolvePackage(entry, join(base, "noop.js")) : undefined;
  if (resolved !== undefined && isAbsolute(resolved)) return resolved;
  return refuse(
    `${noun} package ${quoted(entry)} was not found from ${quoted(base)}`,
    `run \`npm install ${packageName(entry)}\``,
  );
}

/** `@scope/name/sub/path` is of package `@scope/name`. */
export function packageName(entry: string): string {
  return entry.split("/", entry.startsWith("@") ? 2 : 1).join("/");
}

/** The directory entries of a place are resolved from. */
export async function baseDirectory(fileOrDirectory: string): Promise<string> {
  return (await isDirectory(fileOrDirectory)) ? fileOrDirectory : dirname(fileOrDirectory);
}

/** The default export of an imported module, or the module itself. */
export function unwrapDefault(value: unknown): unknown {
  const wraps = typeof value === "object" && value !== null && Object.hasOwn(value, "default");
  return wraps ? (value as { default: unknown }).default : value;
}

/** The directory a package is installed in, as the naming file finds it; undefined when it is not. */
export async function packageDirectory(name: string, base: string): Promise<string | undefined> {
  const directory = join(base, "node_modules", name);
  if (await isDirectory(directory)) return directory;
  const above = dirname(base);
  return above === base ? undefined : packageDirectory(name, above);
}

async function resolvePackage(entry: string, from: string): Promise<string | undefined> {
  try {
    return createRequire(from).resolve(entry);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
  }
  // A package that exports only to `import` is invisible to `require`.
  const { createJiti } = await import("jiti");
  const found = createJiti(from, { fsCache: false }).esmResolve(entry, {
    parentURL: pathToFileURL(from),
    conditions: ["node", "import"],
    try: true,
  });
  return found?.startsWith("file:") ? fileURLToPath(found) : found;
}

const isDirectory = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
