import { dirname, join } from "node:path";
import type { Plugin } from "../contract/plugin.ts";
import { PluginError } from "../errors.ts";
import { importPlugin } from "./load-plugin.ts";
import { quoted } from "./quoted.ts";
import { readText } from "./read-text.ts";

/** A pack in the making: its package and its plugin. */
export interface LoadedPack {
  /** Absolute. */
  readonly directory: string;
  readonly name: string;
  /** Patterns of the files it publishes; undefined: all. */
  readonly files?: readonly string[];
  readonly plugin: Plugin;
}

/**
 * Loads the pack of a directory of its author's; its code runs.
 * @param directory absolute.
 * @throws GNT_PLUGIN_LOAD, GNT_PLUGIN_CONTRACT.
 */
export async function loadPack(directory: string): Promise<LoadedPack> {
  const file = join(directory, "package.json");
  const refuse = (what: string): never => {
    throw new PluginError("GNT_PLUGIN_LOAD", `${quoted(file)} ${what}`, {
      hint: "run the command in the directory of a package whose default export is a plugin",
    });
  };
  const text = (await readText(file)) ?? refuse("does not exist");
  let description: { name?: unknown; exports?: unknown; main?: unknown; files?: readonly string[] };
  try {
    description = JSON.parse(text) as typeof description;
  } catch {
    return refuse("is not JSON");
  }
  const { name, exports, main, files } = description;
  if (typeof name !== "string") return refuse("has no `name`");
  const entry = entryIn(exports) ?? (typeof main === "string" ? main : "index.js");
  const plugin = await importPlugin(join(dirname(file), entry), name);
  return { directory, name, plugin, ...(Array.isArray(files) && { files }) };
}

/** The file behind the package's own name, for `import`. */
function entryIn(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (typeof exports !== "object" || exports === null) return undefined;
  const { ".": own, import: forImport, node, default: usual } = exports as Readonly<Record<string, unknown>>;
  return [own, forImport, node, usual].map(entryIn).find((entry) => entry !== undefined);
}
