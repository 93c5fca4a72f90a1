import { realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { PackManifest } from "../contract/manifest.ts";
import type { Plugin } from "../contract/plugin.ts";
import { isGauntletError, PluginError } from "../errors.ts";
import { inTime } from "../in-time.ts";
import { isInside } from "../policy/path-inside.ts";
import { checkContract } from "../tool/check-contract.ts";
import { definePlugin, isPlugin } from "../tool/define-plugin.ts";
import { isTool } from "../tool/define-tool.ts";
import { manifestDifference, manifestOf } from "../tool/pack-manifest.ts";
import { refuseDoubles } from "../tool/registry.ts";
import { causeText, importModule } from "./load-module.ts";
import { readManifest } from "./manifest-file.ts";
import { checkPin, readPackLock } from "./pack-lock.ts";
import { quoted } from "./quoted.ts";
import {
  baseDirectory,
  packageDirectory,
  packageName,
  resolveEntry,
  unwrapDefault,
} from "./resolve-entry.ts";

const OWN_SCOPE = "@gauntlet/";
const IMPORT_LIMIT_MS = 30_000;

/** Limits on where plugins may be loaded from. */
export interface PluginLimits {
  /** Absolute directory whose code must not run; a plugin whose real path is in it is refused. */
  readonly untrusted?: string;
  /** Milliseconds a module has to be imported, with all it imports and awaits. Default 30,000. */
  readonly importLimitMs?: number;
  /** Told of each plugin whose module was imported. */
  readonly onLoaded?: (load: PluginLoad) => void;
}

/** A plugin's module, and how long it took to import it. */
export interface PluginLoad {
  readonly plugin: string;
  /** As the configuration names it. */
  readonly entry: string;
  /** Absolute path of the module. */
  readonly file: string;
  /** Milliseconds; what the module imports in its turn included. */
  readonly ms: number;
  /** A lock file pins it, and it is what was pinned. */
  readonly isPinned: boolean;
  /** What its package says of it; undefined when it ships no manifest. */
  readonly manifest?: PackManifest;
}

/**
 * Loads plugins in the given order: `./x` and `/x` are files relative to the directory of the naming file, anything
 * else is a package, resolved as that file would resolve it. A module that exports one tool counts as a plugin named
 * after its entry; plugin objects pass through.
 * @param from absolute path of the naming file or of a directory.
 * @throws GNT_PLUGIN_LOAD (missing, throws, too slow, exports no plugin, claims a name of `@gauntlet/`, double name, untrusted
 * place), GNT_PLUGIN_CONTRACT (built for another contract version), GNT_PLUGIN_MANIFEST (it is not what its manifest
 * says), GNT_PLUGIN_PIN (it is not the one that was pinned).
 */
export async function loadPlugins(
  entries: readonly (string | Plugin)[],
  from: string,
  limits: PluginLimits = {},
): Promise<Plugin[]> {
  const base = await baseDirectory(from);
  const plugins: Plugin[] = [];
  for (const entry of entries) {
    plugins.push(
      typeof entry === "string"
        ? await loadOne(entry, base, limits)
        : checkContract(entry, quoted(entry.name)),
    );
  }
  refuseDoubles(plugins);
  return plugins;
}

async function loadOne(
  entry: string,
  base: string,
  { untrusted, onLoaded, importLimitMs = IMPORT_LIMIT_MS }: PluginLimits,
): Promise<Plugin> {
  const refuse = (message: string, hint: string): never => {
    throw loadError(message, { hint });
  };
  const file = await resolveEntry(entry, { base, noun: "plugin", refuse });
  if (untrusted !== undefined && isInside(await realpath(file), untrusted)) {
    throw loadError(`plugin ${quoted(entry)} lies in ${quoted(untrusted)}, which is not trusted`, {
      hint: `run \`gauntlet trust ${untrusted}\` first`,
    });
  }
  const isFile = entry.startsWith(".") || isAbsolute(entry);
  const directory = isFile ? undefined : await packageDirectory(packageName(entry), base);
  // Read before anything of the package runs.
  const manifest = directory === undefined ? undefined : await readManifest(directory);
  const pin = isFile ? undefined : (await readPackLock(base))?.packs[packageName(entry)];
  if (pin !== undefined) checkPin(packageName(entry), pin, manifest);
  const startedAt = performance.now();
  const plugin = await importPlugin(file, entry, importLimitMs);
  const ms = performance.now() - startedAt;
  if (manifest !== undefined) checkManifest(plugin, entry, manifest);
  onLoaded?.({
    plugin: plugin.name,
    entry,
    file,
    ms,
    isPinned: pin !== undefined,
    ...(manifest && { manifest }),
  });
  return plugin;
}

/**
 * Imports the module of a plugin.
 * @param entry as the configuration names it, or the name of its package.
 * @throws GNT_PLUGIN_LOAD, GNT_PLUGIN_CONTRACT.
 */
export async function importPlugin(
  file: string,
  entry: string,
  importLimitMs: number = IMPORT_LIMIT_MS,
): Promise<Plugin> {
  let exported: unknown;
  try {
    exported = await inTime(importModule(file), importLimitMs);
  } catch (cause) {
    throw loadError(`plugin ${quoted(entry)} cannot be loaded: ${quoted(causeText(cause))}`, {
      hint:
        isGauntletError(cause) && cause.hint ? `${cause.hint} (${quoted(file)})` : `look at ${quoted(file)}`,
      cause,
    });
  }
  return pluginOf(exported, entry);
}

/** What it taps is known when it is applied; see `GauntletOptions.manifests`. */
function checkManifest(plugin: Plugin, entry: string, manifest: PackManifest): void {
  const made = manifestOf(plugin, []);
  const parts = (Object.keys(made) as (keyof PackManifest)[]).filter((part) => part !== "hooks");
  const difference = manifestDifference(manifest, made, parts);
  if (difference === undefined) return;
  throw new PluginError(
    "GNT_PLUGIN_MANIFEST",
    `plugin ${quoted(entry)} is not what its manifest says: ${difference}`,
    {
      hint: "install another version of the pack; its author runs `gauntlet pack manifest` before publishing",
    },
  );
}

function pluginOf(exported: unknown, entry: string): Plugin {
  const value = unwrapDefault(unwrapDefault(exported));
  if (isTool(value)) return checkContract(definePlugin({ name: entry, tools: [value] }), quoted(entry));
  if (!isPlugin(value)) {
    throw loadError(`plugin ${quoted(entry)} exports no plugin`, {
      hint: "export one by default, made with `definePlugin` or `defineTool`",
    });
  }
  if (value.name.startsWith(OWN_SCOPE) && value.name !== packageName(entry)) {
    throw loadError(`plugin ${quoted(entry)} calls itself ${quoted(value.name)}, which is a name of ours`, {
      hint: `give it another name; \`${OWN_SCOPE}\` names belong to the packages of that scope`,
    });
  }
  return checkContract(value, quoted(entry));
}

function loadError(
  message: string,
  detail: { readonly hint: string; readonly cause?: unknown },
): PluginError {
  return new PluginError("GNT_PLUGIN_LOAD", message, detail);
}
