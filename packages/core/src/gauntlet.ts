import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { applyPlugins, type PluginBoot } from "./apply-plugins.ts";
import {
  stateDirectory as defaultStateDirectory,
  managedDirectory,
  userConfigDirectory,
} from "./config/paths.ts";
import { type HookSettings, NO_HOOKS } from "./contract/command-hook.ts";
import type { Mode, PolicyRevision, Source } from "./contract/decision.ts";
import type { Hooks } from "./contract/hook.ts";
import type { PackManifest } from "./contract/manifest.ts";
import type { Plugin } from "./contract/plugin.ts";
import type { LogEntry } from "./contract/plugin-log.ts";
import { diagnosePlugins, type PluginFinding } from "./diagnose-plugins.ts";
import { ConfigError, PluginError } from "./errors.ts";
import { createHookTable, type HookTable } from "./hooks.ts";
import type { ModelPort } from "./model/port.ts";
import type { PriceTable } from "./model/prices.ts";
import { openSession } from "./open-session.ts";
import type { RuleSource } from "./policy/policy.ts";
import { DEFAULT_DEFERRAL, type Deferral } from "./pool/deferral.ts";
import { FULL_PROFILE, toolsOfProfile } from "./pool/profile.ts";
import type { StrictChoice } from "./pool/strict-tools.ts";
import { maskSecrets } from "./secrets/mask-secrets.ts";
import { type RedactionOptions, redactorOf } from "./secrets/redaction-options.ts";
import type { Session } from "./session.ts";
import type { SessionHome, SessionOptions } from "./session-home.ts";
import { createSettingsSource, type ReloadedSettings, type SettingsSource } from "./settings-source.ts";
import { completeLimits, type Limits } from "./stages/limits.ts";
import type { Answerer, RememberedRule } from "./stages/runtime.ts";
import { checkContract } from "./tool/check-contract.ts";
import { type GivenPackOptions, resolvePackOptions } from "./tool/pack-options.ts";
import { createPluginLog } from "./tool/plugin-logs.ts";
import { CORE_PLUGIN, createRegistry, type Registry } from "./tool/registry.ts";

/** Everything that can be set; only `plugins` has to be. */
export interface GauntletOptions {
  /** Applied in this order; their tools are registered in this order. */
  readonly plugins: readonly Plugin[];
  /** By plugin name: the place a plugin was listed in, stamped on its votes. Default `plugin`. */
  readonly pluginSources?: ReadonlyMap<string, Source>;
  /** What packages say of their plugins, by plugin name: each must tap the hooks its manifest lists. */
  readonly manifests?: ReadonlyMap<string, PackManifest>;
  /** Rules as texts, of source `host`. */
  readonly permissions?: {
    readonly allow?: readonly string[];
    readonly ask?: readonly string[];
    readonly deny?: readonly string[];
  };
  /** Rules with their own sources, as `loadConfig` gives them. */
  readonly rules?: readonly RuleSource[];
  /** Only rules of source `managed` count. Default false. */
  readonly managedRulesOnly?: boolean;
  /** Policies the rules come from; every decision names them. */
  readonly policies?: readonly PolicyRevision[];
  /** Writes a rule a person wants remembered to the settings file of its scope; without it only the session remembers. */
  readonly saveRule?: (rule: RememberedRule) => Promise<void>;
  /**
   * Asked before each call: what is configured when settings changed, else undefined. While it throws, every call is
   * denied.
   */
  readonly reloadSettings?: () => Promise<ReloadedSettings | undefined>;
  /** The mode of every session, also of one that goes on. Default: what `defaultMode` and its past say. */
  readonly mode?: Mode;
  /**
   * The mode of a new session; default `default`. One that goes on has the mode it had, but never `plan` or
   * `bypassPermissions`: then it has this one, or `default` if this is `bypassPermissions`.
   */
  readonly defaultMode?: Mode;
  /** The mode `bypassPermissions` is refused, now and when a person asks for it. Default false. */
  readonly forbidBypass?: boolean;
  /** Without one, calls can be made, but no prompt. */
  readonly model?: ModelPort;
  /** Default `claude-sonnet-5`. */
  readonly modelName?: string;
  /** Output tokens per model message. Default 16,000. */
  readonly maxTokens?: number;
  /** Prices by model family, in US dollars for a million tokens; they win over the published ones. */
  readonly prices?: PriceTable;
  /** Size of the model's window in tokens; the conversation is compacted before it is full. 0: never. Default 200,000. */
  readonly contextTokens?: number;
  /** The system prompt. Default: one sentence that names the working directory. */
  readonly system?: string;
  /** Default: the process's. */
  readonly cwd?: string;
  /** What `~` means. Default: the user's home directory. */
  readonly home?: string;
  /** The project may bring agents and skills along. Default false. */
  readonly isTrusted?: boolean;
  /** Working directories besides `cwd`, relative to it. Default: none. */
  readonly additionalDirectories?: readonly string[];
  /** Where journals and spilled results go. Default: the platform's state directory. */
  readonly stateDirectory?: string;
  /** Bytes one session may take on disk, journal and spilled results; 0 for no limit. Default 0. */
  readonly maxSessionBytes?: number;
  /** Asked in order when a call needs a yes. None: such calls are denied. */
  readonly answerers?: readonly Answerer[];
  /** Nobody is there: an ask is denied without asking anyone. Default false. */
  readonly headless?: boolean;
  /** Each has a default of its own. */
  readonly limits?: Partial<Limits>;
  /** Hears what plugins log, secrets masked. What it throws is ignored. Default: nobody does. */
  readonly onLog?: (entry: LogEntry) => void;
  /** Which secrets are replaced in results, before model, journal and files see them. Default: those of known forms. */
  readonly redaction?: RedactionOptions;
  /** Plugin names whose tools' effect claims are believed. Default `@gauntlet/*`. */
  readonly trustEffects?: readonly string[];
  /** Hooks that are programs, requests or calls, as `loadConfig` gives them. Default: none. */
  readonly commandHooks?: HookSettings;
  /** Options of packs, by plugin name; checked when a session is opened. */
  readonly packs?: GivenPackOptions;
  /** Restricts the pool to these tools. Default: all. */
  readonly tools?: readonly string[];
  /** A named selection of tools that plugins list. Default `full`: all. */
  readonly profile?: string;
  /** When tools that may be deferred are. Default: always (`on`). */
  readonly deferral?: Partial<Deferral>;
  /** Which tools are sent as strict where the model takes it. Default: those that ask for it (`declared`). */
  readonly strict?: StrictChoice;
}

/** The model asked for when nobody names one. */
export const DEFAULT_MODEL = "claude-sonnet-5";

/**
 * The control plane. Holds the registered tools and the seven hooks; every session made from it shares them.
 *
 * @throws GNT_TOOL_DUPLICATE, GNT_PLUGIN_NAME, GNT_PLUGIN_APPLY, GNT_PLUGIN_CONTRACT, GNT_CONFIG_RULE,
 * GNT_CONFIG_INVALID at construction: a runtime that could not be put together whole is not put together at all.
 */
export class Gauntlet {
  /** The host's own door to the hooks; taps registered here have source `host`. */
  readonly hooks: Hooks;
  /** What the plugins brought and how long each took to apply, in the order they were applied. */
  readonly boot: readonly PluginBoot[];
  readonly #table: HookTable;
  readonly #registry: Registry;
  readonly #home: SessionHome;
  readonly #sourceOf: (plugin: string) => Source;
  readonly #onLog: ((entry: LogEntry) => void) | undefined;

  constructor(options: GauntletOptions) {
    const cwd = realpathSync(resolve(options.cwd ?? process.cwd()));
    const home = options.home ?? homedir();
    this.#table = createHookTable();
    this.hooks = this.#table.doors({ plugin: "host", source: "host" });
    const { plugins, pluginSources, onLog } = options;
    this.#sourceOf = (plugin) => (plugin === "host" ? "host" : (pluginSources?.get(plugin) ?? "plugin"));
    this.#onLog = onLog && ((entry) => onLog({ ...entry, text: String(maskSecrets(entry.text).value) }));
    for (const plugin of plugins) checkContract(plugin);
    this.#registry = createRegistry(plugins);
    this.boot = applyPlugins(plugins, {
      table: this.#table,
      cwd,
      sourceOf: this.#sourceOf,
      onLog: this.#onLog,
    });
    const profile = options.profile ?? FULL_PROFILE;
    checkHooks(this.boot, options.manifests);
    const stateDirectory = options.stateDirectory ?? defaultStateDirectory(process.env, home);
    this.#home = {
      cwd,
      home,
      isTrusted: options.isTrusted ?? false,
      stateDirectory,
      maxSessionBytes: options.maxSessionBytes ?? 0,
      ownDirectories: [
        stateDirectory,
        userConfigDirectory(process.env, home),
        managedDirectory(process.platform),
      ],
      additionalDirectories: options.additionalDirectories ?? [],
      settings: settingsOf(options, hostRules(options.permissions, cwd)),
      mode: allowedMode(options.mode, options),
      defaultMode: allowedMode(options.defaultMode, options) ?? "default",
      managedRulesOnly: options.managedRulesOnly ?? false,
      forbidBypass: options.forbidBypass ?? false,
      saveRule: options.saveRule,
      headless: options.headless ?? false,
      answerers: options.answerers ?? [],
      limits: completeLimits(options.limits),
      redactor: redactorOf(options.redaction),
      trustEffects: [CORE_PLUGIN, ...(options.trustEffects ?? ["@gauntlet/*"])],
      packs: options.packs ?? {},
      only: options.tools,
      profile,
      profileTools: toolsOfProfile(plugins, profile),
      deferral: { ...DEFAULT_DEFERRAL, ...options.deferral },
      strict: options.strict ?? "declared",
      model: options.model,
      modelName: options.modelName ?? DEFAULT_MODEL,
      maxTokens: options.maxTokens ?? 16_000,
      contextTokens: options.contextTokens ?? 200_000,
      prices: options.prices ?? {},
      system:
        options.system ?? `You work with tools on a person's computer. The working directory is ${cwd}.`,
    };
  }

  /**
   * Asks each plugin how it is and whether what it needs is there; changes nothing.
   * @throws GNT_CONFIG_INVALID for `packs` that do not fit.
   */
  async diagnose(): Promise<readonly PluginFinding[]> {
    const { cwd, home, packs } = this.#home;
    const options = await resolvePackOptions(this.#registry.plugins, packs);
    return diagnosePlugins(this.#registry.plugins, (plugin) =>
      Object.freeze({ cwd, home, options: options.get(plugin) ?? {} }),
    );
  }

  /**
   * Starts a session, or continues one.
   * @throws GNT_SESSION_NOT_FOUND, GNT_SESSION_AMBIGUOUS, GNT_SESSION_BUSY, GNT_SESSION_JOURNAL; GNT_SESSION_PROMPT for `messages` that are none;
   * GNT_CONFIG_INVALID for `packs` that do not fit.
   */
  session(options: SessionOptions = {}): Promise<Session> {
    return openSession(
      {
        hooks: this.#table,
        registry: this.#registry,
        home: this.#home,
        logFor: (plugin, session) =>
          createPluginLog({ plugin, source: this.#sourceOf(plugin), session }, this.#onLog),
        newId: randomUUID,
        now: () => new Date(),
      },
      options,
    );
  }
}

/** @throws GNT_PLUGIN_MANIFEST for a plugin that taps other hooks than its manifest lists. */
function checkHooks(boot: readonly PluginBoot[], manifests: GauntletOptions["manifests"] = new Map()): void {
  for (const { plugin, taps } of boot) {
    const said = manifests.get(plugin)?.hooks;
    const tapped: readonly string[] = [...new Set(taps.map(({ hook }) => hook))];
    const hook =
      said && (tapped.find((name) => !said.includes(name)) ?? said.find((name) => !tapped.includes(name)));
    if (hook === undefined) continue;
    const how = said?.includes(hook) ? "does not tap" : "taps";
    throw new PluginError(
      "GNT_PLUGIN_MANIFEST",
      `plugin \`${plugin}\` is not what its manifest says: it ${how} \`${hook}\``,
      {
        hint: "install another version of the pack; its author runs `gauntlet pack manifest` before publishing",
      },
    );
  }
}

function hostRules(permissions: GauntletOptions["permissions"], cwd: string): readonly RuleSource[] {
  return (["deny", "ask", "allow"] as const).flatMap((behavior) =>
    (permissions?.[behavior] ?? []).map((text) => ({ behavior, text, source: "host" as const, anchor: cwd })),
  );
}

function allowedMode(
  mode: Mode | undefined,
  { forbidBypass }: Pick<GauntletOptions, "forbidBypass">,
): Mode | undefined {
  if (mode === "bypassPermissions" && forbidBypass) {
    throw new ConfigError("GNT_CONFIG_INVALID", "the mode `bypassPermissions` is forbidden here", {
      hint: "choose another mode",
    });
  }
  return mode;
}

/** What a host says in its own code does not change with the files. */
function settingsOf(
  { rules = [], commandHooks = NO_HOOKS, policies = [], reloadSettings }: GauntletOptions,
  host: readonly RuleSource[],
): SettingsSource {
  const reload = async (): Promise<ReloadedSettings | undefined> => {
    const read = await reloadSettings?.();
    if (read === undefined) return undefined;
    const { policies: named } = read;
    return { ...read, rules: [...read.rules, ...host], ...(named && { policies: revisionsOf(named) }) };
  };
  return createSettingsSource(
    { rules: [...rules, ...host], commandHooks, policies: revisionsOf(policies) },
    reload,
  );
}

const revisionsOf = (policies: readonly PolicyRevision[]): readonly PolicyRevision[] =>
  Object.freeze(policies.map(({ name, revision }) => ({ name, revision })));
