import { pathToFileURL } from "node:url";
import { ConfigError, isGauntletError, messageOf } from "../errors.ts";
import { quoted } from "./quoted.ts";

/** File name endings of modules that need a TypeScript loader. */
const TYPESCRIPT = /\.[mc]?ts$/;

/**
 * Runs a TypeScript or JavaScript configuration and gives its default export (of CommonJS: `module.exports`).
 * The given text is what runs, not what the file holds by then; nothing is written to a cache on disk, where somebody
 * could change the code that runs next time.
 * @param file absolute path that relative imports start from.
 * @throws GNT_CONFIG_READ naming file, line (if known) and cause; errors of ours keep their code.
 */
export async function runConfigModule(file: string, text: string): Promise<unknown> {
  try {
    return defaultExport(await runText(file, text));
  } catch (cause) {
    throw loadProblem(file, cause);
  }
}

async function runText(file: string, text: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(file, { fsCache: false });
  const options = { filename: file, id: file, ext: file.slice(file.lastIndexOf(".")), async: true };
  return jiti.evalModule(text, { ...options, forceTranspile: true, cache: {} });
}

/**
 * What modules held when they were imported here: the process keeps them as they were then, for good. Null for those
 * that have changed since.
 */
const importedTexts = new Map<string, string | null>();

/**
 * Imports a module, and runs it anew when its text is no longer the one that was imported. Modules that it imports in
 * turn stay as they were. Throws whatever the module throws.
 * @param text what the file holds now.
 */
export async function importCurrent(file: string, text: string): Promise<unknown> {
  const known = importedTexts.get(file);
  const isCurrent = known === undefined || known === text;
  importedTexts.set(file, isCurrent ? text : null);
  return isCurrent ? importModule(file) : runText(file, text);
}

/** Imports a module: TypeScript through jiti, everything else natively. Throws whatever the module throws. */
export async function importModule(file: string): Promise<unknown> {
  if (!TYPESCRIPT.test(file)) return import(pathToFileURL(file).href);
  const { createJiti } = await import("jiti");
  return createJiti(file, { fsCache: false }).import(file);
}

/** The first line of whatever a module threw while it loaded, with the place when another file broke. */
export function causeText(cause: unknown, file?: string): string {
  const message = messageOf(cause);
  const elsewhere = /\n\s*(\/.*:\d+:\d+)\s*$/.exec(message)?.[1];
  const place = elsewhere === undefined || elsewhere.startsWith(`${file}:`) ? "" : ` (${elsewhere})`;
  return `${(message.split("\n")[0] ?? "").trim()}${place}`;
}

/** A transpiled or CommonJS module may wrap its default export once more. */
function defaultExport(exported: unknown): unknown {
  if (!isObject(exported)) return exported;
  if (Object.hasOwn(exported, "default")) {
    const value = exported["default"];
    return isObject(value) && Object.hasOwn(value, "default") ? value["default"] : value;
  }
  const isModule = Object.hasOwn(exported, "__esModule");
  if (!isModule && Object.keys(exported).length > 0) return exported;
  throw new Error("it has no default export");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function loadProblem(file: string, cause: unknown): ConfigError {
  const line = lineOfError(file, cause);
  const where = line === undefined ? quoted(file) : `${quoted(file)} line ${line}`;
  if (isGauntletError(cause)) {
    const hint = cause.hint === undefined ? {} : { hint: cause.hint };
    return new ConfigError(cause.code, `${cause.message}, in ${where}`, { ...hint, cause });
  }
  return new ConfigError("GNT_CONFIG_READ", `${where} cannot be loaded: ${quoted(causeText(cause, file))}`, {
    hint: missingPackageHint(cause) ?? "repair the file; it must run by itself and have a default export",
    cause,
  });
}

function missingPackageHint(cause: unknown): string | undefined {
  const name = /^Cannot find (?:module|package) '((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)/.exec(
    messageOf(cause),
  )?.[1];
  return name === undefined ? undefined : `run \`npm install ${name}\``;
}

/** Syntax errors carry the place in their message, run-time errors in their stack; lines survive transpiling. */
function lineOfError(file: string, cause: unknown): number | undefined {
  if (!(cause instanceof Error)) return undefined;
  const text = `${cause.message}\n${cause.stack ?? ""}`;
  const at = text.indexOf(`${file}:`);
  const line = /^\d+/.exec(text.slice(at + file.length + 1))?.[0];
  return at === -1 || line === undefined ? undefined : Number(line);
}
