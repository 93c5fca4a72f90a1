import { realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "../contract/plugin.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { isGauntletError, PluginError } from "../errors.ts";
import { definePlugin, isPlugin } from "../tool/define-plugin.ts";
import { isTool } from "../tool/define-tool.ts";
import { causeText, importModule } from "./load-module.ts";
import { isWithin } from "./paths.ts";
import { quoted } from "./quoted.ts";

const OWN_SCOPE = "@gauntlet/";
// Segments that start with a dot are refused: `@gauntlet/../other` would load one package under the name of another.
const PACKAGE_ENTRY = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(\/[\w~-][\w.~-]*)*$/;

/** Limits on where plugins may be loaded from. */
export interface PluginLimits {
  /** Absolute directory whose code must not run; a plugin whose real path is in it is refused. */
  readonly untrusted?: string;
}

/**
 * Loads plugins in the given order: `./x` and `/x` are files relative to the directory of the naming file, anything
 * else is a package, resolved as that file would resolve it. A module that exports one tool counts as a plugin named
 * after its entry; plugin objects pass through.
 * @param from absolute path of the naming file or of a directory.
 * @throws GNT_PLUGIN_LOAD (missing, throws, exports no plugin, claims a name of `@gauntlet/`, double name, untrusted
 * place), GNT_PLUGIN_CONTRACT (built for another contract version).
 */
export async function loadPlugins(
  entries: readonly (string | Plugin)[],
  from: string,
  limits: PluginLimits = {},
): Promise<Plugin[]> {
  const base = (await isDirectory(from)) ? from : dirname(from);
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

async function loadOne(entry: string, base: string, { untrusted }: PluginLimits): Promise<Plugin> {
  const file = await resolveEntry(entry, base);
  if (untrusted !== undefined && isWithin(await realpath(file), untrusted)) {
    throw loadError(`plugin ${quoted(entry)} lies in ${quoted(untrusted)}, which is not trusted`, {
      hint: `run \`gauntlet trust ${untrusted}\` first`,
    });
  }
  let exported: unknown;
  try {
    exported = await importModule(file);
  } catch (cause) {
    throw loadError(`plugin ${quoted(entry)} cannot be loaded: ${quoted(causeText(cause))}`, {
      hint:
        isGauntletError(cause) && cause.hint ? `${cause.hint} (${quoted(file)})` : `look at ${quoted(file)}`,
      cause,
    });
  }
  return pluginOf(exported, entry);
}

async function resolveEntry(entry: string, base: string): Promise<string> {
  if (entry.startsWith(".") || isAbsolute(entry)) {
    const file = resolve(base, entry);
    if (await isFile(file)) return file;
    throw loadError(`plugin file ${quoted(file)} does not exist`, { hint: "name the file with its ending" });
  }
  if (!PACKAGE_ENTRY.test(entry)) {
    throw loadError(`plugin ${quoted(entry)} is neither a file nor a package`, {
      hint: "write `./file.ts` or the name of a package",
    });
  }
  const installed = await isInstalled(packageName(entry), base);
  const resolved = installed ? await resolvePackage(entry, join(base, "noop.js")) : undefined;
  if (resolved !== undefined && isAbsolute(resolved)) return resolved;
  throw loadError(`plugin package ${quoted(entry)} was not found from ${quoted(base)}`, {
    hint: `npm install ${packageName(entry)}`,
  });
}

/** Node's resolver also looks in `$NODE_PATH` and the home directory, which the naming file knows nothing about. */
async function isInstalled(name: string, base: string): Promise<boolean> {
  if (await isDirectory(join(base, "node_modules", name))) return true;
  const above = dirname(base);
  return above !== base && isInstalled(name, above);
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

function unwrapDefault(value: unknown): unknown {
  const wraps = typeof value === "object" && value !== null && Object.hasOwn(value, "default");
  return wraps ? (value as { default: unknown }).default : value;
}

/** `@scope/name/sub/path` is of package `@scope/name`. */
function packageName(entry: string): string {
  return entry.split("/", entry.startsWith("@") ? 2 : 1).join("/");
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

function loadError(
  message: string,
  detail: { readonly hint: string; readonly cause?: unknown },
): PluginError {
  return new PluginError("GNT_PLUGIN_LOAD", message, detail);
}
