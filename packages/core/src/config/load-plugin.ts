import { realpath } from "node:fs/promises";
import type { Plugin } from "../contract/plugin.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { isGauntletError, PluginError } from "../errors.ts";
import { inTime } from "../in-time.ts";
import { definePlugin, isPlugin } from "../tool/define-plugin.ts";
import { isTool } from "../tool/define-tool.ts";
import { causeText, importModule } from "./load-module.ts";
import { isWithin } from "./paths.ts";
import { quoted } from "./quoted.ts";
import { baseDirectory, packageName, resolveEntry, unwrapDefault } from "./resolve-entry.ts";

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
}

/**
 * Loads plugins in the given order: `./x` and `/x` are files relative to the directory of the naming file, anything
 * else is a package, resolved as that file would resolve it. A module that exports one tool counts as a plugin named
 * after its entry; plugin objects pass through.
 * @param from absolute path of the naming file or of a directory.
 * @throws GNT_PLUGIN_LOAD (missing, throws, too slow, exports no plugin, claims a name of `@gauntlet/`, double name, untrusted
 * place), GNT_PLUGIN_CONTRACT (built for another contract version).
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
      typeof entry === "string" ? await loadOne(entry, base, limits) : checkContract(entry, entry.name),
    );
  }
  refuseDoubles(plugins);
  return plugins;
}

/** @throws GNT_PLUGIN_LOAD when two different plugins have one name. */
export function refuseDoubles(plugins: readonly Plugin[]): void {
  const double = plugins.find(({ name }, i) => plugins.findIndex((other) => other.name === name) !== i);
  if (double === undefined) return;
  throw loadError(`plugin ${quoted(double.name)} is listed twice`, { hint: "list each plugin once" });
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
  if (untrusted !== undefined && isWithin(await realpath(file), untrusted)) {
    throw loadError(`plugin ${quoted(entry)} lies in ${quoted(untrusted)}, which is not trusted`, {
      hint: `run \`gauntlet trust ${untrusted}\` first`,
    });
  }
  const startedAt = performance.now();
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
  const ms = performance.now() - startedAt;
  const plugin = pluginOf(exported, entry);
  onLoaded?.({ plugin: plugin.name, entry, file, ms });
  return plugin;
}

function pluginOf(exported: unknown, entry: string): Plugin {
  const value = unwrapDefault(unwrapDefault(exported));
  if (isTool(value)) return checkContract(definePlugin({ name: entry, tools: [value] }), entry);
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
  return checkContract(value, entry);
}

function checkContract(plugin: Plugin, entry: string): Plugin {
  const versions = [plugin.contract, ...plugin.tools.map(({ contract }) => contract)];
  const other = versions.find((version) => version !== CONTRACT_VERSION);
  if (other === undefined) return plugin;
  throw new PluginError(
    "GNT_PLUGIN_CONTRACT",
    `plugin ${quoted(entry)} was built for contract version ${other}, this is version ${CONTRACT_VERSION}`,
    { hint: "install a version of the plugin that was built for this one" },
  );
}

function loadError(
  message: string,
  detail: { readonly hint: string; readonly cause?: unknown },
): PluginError {
  return new PluginError("GNT_PLUGIN_LOAD", message, detail);
}
