import { realpath } from "node:fs/promises";
import type { HookSettings } from "../contract/command-hook.ts";
import type { Behavior, Mode } from "../contract/decision.ts";
import type { Plugin } from "../contract/plugin.ts";
import { ConfigError } from "../errors.ts";
import type { RuleSource } from "../policy/policy.ts";
import { refuseDoubles } from "../tool/registry.ts";
import { checkConfig } from "./check-config.ts";
import { type ExtendedFile, extendLayers, type PolicyInForce } from "./extend-layers.ts";
import { CONFIGURATION_ORDER, hooksInForce } from "./hooks-in-force.ts";
import { createLayer, type Layer, type LayerSource } from "./layer.ts";
import { withClaudeSettings } from "./load-claude-settings.ts";
import { loadMcpJson } from "./load-mcp-json.ts";
import { loadPlugins, type PluginLoad } from "./load-plugin.ts";
import { loadProjectConfig, type ProjectConfig, untrustedNotice } from "./load-project.ts";
import {
  loadCliSettings,
  loadLocalSettings,
  loadManagedSettings,
  loadUserSettings,
} from "./load-settings.ts";
import { checkRequired, type ManagedLocks, readLocks } from "./managed-locks.ts";
import { type MergedConfig, mergeLayers } from "./merge-layers.ts";
import { allowServers } from "./merge-servers.ts";
import { type Environment, managedDirectory, stateDirectory, userConfigDirectory } from "./paths.ts";
import { quoted } from "./quoted.ts";
import { withServerLocks } from "./server-lock.ts";
import { createTrustStore, type TrustStatus } from "./trust.ts";

/** A rule given by a flag. */
export interface CliRule {
  readonly behavior: Behavior;
  readonly text: string;
}

/** Where to look for configuration. */
export interface LoadConfigOptions {
  /** Working directory, absolute; links in it are followed. */
  readonly cwd: string;
  /** Home directory, absolute. */
  readonly home: string;
  readonly env: Environment;
  /** Value of `--settings`: a file, or JSON text that starts with `{`. */
  readonly settings?: string;
  /** Rules of `--allow`, `--ask`, `--deny`. */
  readonly cliRules?: readonly CliRule[];
  /** Value of `--mode`. */
  readonly mode?: Mode;
  /** State directory with the trust store. Default: `stateDirectory(env, home)`. */
  readonly stateDir?: string;
  /** Directory of the person's settings. Default: `userConfigDirectory(env, home)`. */
  readonly configDir?: string;
  /** Directory of the organization's settings. Default: that of the platform; never take it from a repository. */
  readonly managedDirectory?: string;
}

/** Everything that was configured, from all places. */
export interface LoadedConfig extends MergedConfig, Omit<ManagedLocks, "hasRules" | "mayRunHooks"> {
  /** Strongest first: managed, command line (flags, then `--settings`), local, project, user. */
  readonly layers: readonly Layer[];
  /** The rules of all layers that count, and of what they extend; they unite, so their order means nothing. */
  readonly rules: readonly RuleSource[];
  /** The policies whose rules are among them. One that several places extend is listed for each. */
  readonly policies: readonly PolicyInForce[];
  /** In the order managed, user, project, local, command line. */
  readonly plugins: readonly Plugin[];
  /** By plugin name: the source of the place that lists it. */
  readonly pluginSources: ReadonlyMap<string, LayerSource>;
  /** Plugins that were named and imported, with how long that took. */
  readonly pluginLoads: readonly PluginLoad[];
  /** The command hooks that run. */
  readonly hooks: HookSettings;
  /** What people must be told: everything that was found and does not count. One sentence each. */
  readonly notices: readonly string[];
  /** Whether working directory and project configuration are trusted. */
  readonly trusted: boolean;
  /** Absolute paths of the configuration files that were found, loaded or not, and of what they extend. */
  readonly configFiles: readonly string[];
  /** Of these, what places extend. */
  readonly extendedFiles: readonly ExtendedFile[];
  /** Absolute root of the repository, else the working directory: where the search for a configuration ends. */
  readonly projectRoot: string;
}

/**
 * Reads every configuration place, merges them and loads the plugins. Without configuration files this costs a few
 * look-ups; parsers and TypeScript loaders are imported when a file needs them.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID, GNT_CONFIG_UNKNOWN_KEY, GNT_CONFIG_RULE, GNT_PLUGIN_LOAD,
 * GNT_PLUGIN_CONTRACT, and what `loadPolicies` throws. A broken file or policy is never skipped: its deny rules would
 * be lost.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const cwd = await realWorkingDirectory(options.cwd);
  const trust = createTrustStore(options.stateDir ?? stateDirectory(options.env, options.home), options.home);
  const system = options.managedDirectory ?? managedDirectory(process.platform);
  const [managed, user, project, servers, here] = await Promise.all([
    loadManagedSettings({ directory: system, extra: options.env["GAUNTLET_MANAGED"], cwd }),
    loadUserSettings(options.configDir ?? userConfigDirectory(options.env, options.home)),
    loadProjectConfig({ cwd, trust }),
    loadMcpJson({ cwd, trust }),
    trust.status(cwd),
  ]);
  const local = await loadLocalSettings(cwd, here.trusted);
  const cli = await commandLine(options, cwd);
  const places = [...managed, ...cli, local?.layer, project.layer, servers.layer, user];
  const own = places.filter((layer) => layer !== undefined);
  const { layers: read, notices: claudeNotices } = await withClaudeSettings(own, options);
  const { hasRules, mayRunHooks, ...locks } = readLocks(read, system);
  const hooks = hooksInForce(read, mayRunHooks);
  const merged = mergeLayers(read, options.home, hasRules);
  const { mcpServers, refused } = allowServers(merged.mcpServers, locks.allowedMcpServers);
  const trusted = here.trusted && project.trusted;
  const untrusted = trusted ? undefined : project.root;
  const { layers, policies, files, notices } = await extendLayers(read, { cwd, hasRules, untrusted });
  checkRequired(
    layers,
    policies.map(({ name }) => name),
  );
  const { plugins, pluginSources, pluginLoads } = await pluginsOf(layers, { cwd, untrusted });
  return Object.freeze({
    ...merged,
    ...locks,
    mcpServers: await withServerLocks(mcpServers),
    layers,
    rules: layers.filter(hasRules).flatMap(({ rules }) => rules),
    policies,
    plugins,
    pluginSources,
    pluginLoads,
    hooks: hooks.settings,
    notices: [
      ...project.notices,
      ...servers.notices,
      ...refused,
      ...localNotices(local, here),
      ...merged.notices,
      ...locks.notices,
      ...hooks.notices,
      ...claudeNotices,
      ...notices,
    ],
    trusted,
    configFiles: [
      ...new Set([...filesOf(layers, project), ...servers.files, ...files.map(({ file }) => file)]),
    ],
    extendedFiles: files,
    projectRoot: project.root,
  });
}

async function realWorkingDirectory(cwd: string): Promise<string> {
  try {
    return await realpath(cwd);
  } catch (cause) {
    throw new ConfigError("GNT_CONFIG_READ", `working directory ${quoted(cwd)} cannot be used`, {
      hint: "name an existing directory",
      cause,
    });
  }
}

async function commandLine(
  { settings, cliRules = [], mode }: LoadConfigOptions,
  cwd: string,
): Promise<Layer[]> {
  const texts = (behavior: Behavior) =>
    cliRules.filter((rule) => rule.behavior === behavior).map(({ text }) => text);
  const permissions = {
    allow: texts("allow"),
    ask: texts("ask"),
    deny: texts("deny"),
    ...(mode === undefined ? {} : { defaultMode: mode }),
  };
  const flags = createLayer({
    source: "cli",
    anchor: cwd,
    config: checkConfig({ permissions }, { source: "cli" }),
  });
  const given = cliRules.length > 0 || mode !== undefined ? [flags] : [];
  return settings === undefined ? given : [...given, await loadCliSettings(settings, cwd)];
}

function localNotices(local: Awaited<ReturnType<typeof loadLocalSettings>>, status: TrustStatus): string[] {
  const { layer, ignored = [] } = local ?? {};
  if (layer?.file === undefined || ignored.length === 0) return [];
  const what = ignored.map((key) => `\`${key}\``).join(", ");
  return [untrustedNotice({ file: layer.file, dir: layer.anchor, what }, status)];
}

interface PluginPlaces {
  readonly cwd: string;
  /** The repository, when it is not trusted. */
  readonly untrusted: string | undefined;
}

/** The same plugin object listed in two places is loaded once, for the first of them. */
async function pluginsOf(layers: readonly Layer[], { cwd, untrusted }: PluginPlaces) {
  const plugins = new Set<Plugin>();
  const pluginSources = new Map<string, LayerSource>();
  const pluginLoads: PluginLoad[] = [];
  const onLoaded = (load: PluginLoad): void => void pluginLoads.push(load);
  for (const { source, file, config } of CONFIGURATION_ORDER.flatMap((of) =>
    layers.filter((l) => l.source === of),
  )) {
    // A flag names a package, but an untrusted repository would decide what code stands behind the name.
    const limits = { onLoaded, ...(source === "cli" && untrusted !== undefined && { untrusted }) };
    for (const plugin of await loadPlugins(config.plugins ?? [], file ?? cwd, limits)) {
      if (!plugins.has(plugin)) pluginSources.set(plugin.name, source);
      plugins.add(plugin);
    }
  }
  refuseDoubles([...plugins]);
  return { plugins: [...plugins], pluginSources, pluginLoads };
}

function filesOf(layers: readonly Layer[], project: ProjectConfig): string[] {
  const read = layers.flatMap(({ file }) => (file === undefined ? [] : [file]));
  return [...new Set([...read, ...project.files])];
}
