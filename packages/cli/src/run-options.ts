import { homedir } from "node:os";
import { join, resolve } from "node:path";
import {
  type Answerer,
  createSettingsReload,
  createTrustStore,
  Gauntlet,
  type GauntletOptions,
  type Limits,
  type LoadConfigOptions,
  type LoadedConfig,
  type LogEntry,
  loadConfig,
  type Mode,
  type ModelPort,
  type Plugin,
  saveRule,
  stateDirectory,
  userConfigDirectory,
} from "@gauntlet/core";
import { systemPrompt } from "@gauntlet/tools-agent";
import { BUILTIN_PACKS } from "./builtin-packs.ts";
import { mcpPlugins } from "./mcp-client.ts";
import { modelFromEnvironment } from "./model-from-environment.ts";
import { writeNotice } from "./notice.ts";
import { reportLog } from "./report-log.ts";
import { workingDirectory } from "./working-directory.ts";

/** The flags every deciding command takes. */
export interface RunOptions {
  readonly cwd?: string;
  readonly permissionMode?: Mode;
  readonly settings?: string;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly tools?: string;
  readonly addDir: readonly string[];
  readonly headless?: boolean;
  /** False: command hooks are left out. */
  readonly hooks?: boolean;
}

/** What a command adds to the flags. */
export interface RunExtras {
  readonly answerers?: readonly Answerer[];
  readonly headless?: boolean;
  readonly model?: (config: LoadedConfig["model"]) => ModelPort | undefined;
  /** There is no conversation, but tools may ask the model of the environment, so that the pool is that of a prompt. */
  readonly mayAskModel?: boolean;
  readonly modelName?: string;
  /** Budgets from flags, all above 0; they win over the configuration. */
  readonly limits?: Partial<Limits>;
  /** Hears what plugins log. Default: `reportLog`. */
  readonly onLog?: (entry: LogEntry) => void;
  /** Directories whose files may be read as those of the working directory. */
  readonly readable?: readonly string[];
  /** Changes the plugins of the command and of the configuration. */
  readonly packs?: (plugin: Plugin) => Plugin;
  /** Plugins beside those. */
  readonly plugins?: readonly Plugin[];
  /** False: no server is started or contacted; what was approved of them is offered. Default: true. */
  readonly mayContact?: boolean;
  /** For another look at a configuration whose notices people have been told already. */
  readonly quiet?: boolean;
}

/** A Gauntlet, with what it was made from. */
export interface PreparedRun {
  readonly gauntlet: Gauntlet;
  readonly config: LoadedConfig;
  readonly stateDirectory: string;
  /** Milliseconds it took to read the configuration and to import the plugins it names. */
  readonly configMs: number;
}

/** Like `prepareRun`, for commands that need nothing but the Gauntlet. */
export async function createFromOptions(options: RunOptions, extras: RunExtras = {}): Promise<Gauntlet> {
  return (await prepareRun(options, extras)).gauntlet;
}

/** Reads the configuration of a directory and puts a Gauntlet together from it and the flags. */
export async function prepareRun(options: RunOptions, extras: RunExtras = {}): Promise<PreparedRun> {
  const cwd = workingDirectory(options.cwd);
  const places = configPlaces(options, cwd);
  const startedAt = performance.now();
  const config = await loadConfig(places);
  const reload = createSettingsReload(places, config);
  const configMs = performance.now() - startedAt;
  for (const notice of extras.quiet ? [] : config.notices) {
    writeNotice(notice);
  }
  Object.assign(process.env, config.env);
  const { names: tools, notices } = toolNames(options, config);
  for (const notice of extras.quiet ? [] : notices) writeNotice(notice);
  const others = config.plugins.filter(({ name }) => !BUILTIN_PACKS.some((pack) => pack.name === name));
  const sessions = stateDirectory(places.env, places.home);
  const additionalDirectories = [
    ...config.additionalDirectories,
    // Relative to the directory that is worked in, as the rules of the session see it.
    ...options.addDir.map((directory) => workingDirectory(resolve(cwd, directory))),
  ];
  const quiet = extras.quiet ?? false;
  // Who puts others in the place of packs plays something again, and no server takes part in that.
  const mcp = extras.packs
    ? []
    : await mcpPlugins(config, {
        stateDirectory: sessions,
        roots: [cwd, ...additionalDirectories],
        mayContact: extras.mayContact ?? true,
        quiet,
      });
  const gauntlet = new Gauntlet({
    plugins: [
      ...[...BUILTIN_PACKS, ...others].map(extras.packs ?? ((plugin) => plugin)),
      ...(extras.plugins ?? []),
      ...mcp,
    ],
    pluginSources: config.pluginSources,
    manifests: new Map(
      config.pluginLoads.flatMap(({ plugin, manifest }) => (manifest ? [[plugin, manifest]] : [])),
    ),
    ...ruleSettings(config, places),
    reloadSettings: async () => {
      const read = await reload();
      if (read === undefined) return undefined;
      const { config: now, changes } = read;
      return { rules: now.rules, policies: now.policies, commandHooks: hookSettings(now, options), changes };
    },
    cwd,
    isTrusted: config.trusted,
    stateDirectory: sessions,
    maxSessionBytes: config.sessions.maxBytes ?? 0,
    redaction: config.redaction,
    ...(config.mode !== undefined && { [config.modeIsFixed ? "mode" : "defaultMode"]: config.mode }),
    forbidBypass: config.bypassDisabled,
    additionalDirectories: [...additionalDirectories, ...(extras.readable ?? [])],
    answerers: extras.answerers ?? [],
    headless: options.headless ?? extras.headless ?? false,
    limits: withFlags(config, extras.limits ?? {}),
    trustEffects: ["@gauntlet/*", ...config.trustEffects],
    commandHooks: hookSettings(config, options),
    packs: config.packs,
    onLog: extras.onLog ?? (quiet ? () => undefined : reportLog),
    deferral: config.deferral,
    ...(config.strict !== undefined && { strict: config.strict }),
    ...modelSettings(config, extras),
    ...(extras.model && { system: await systemText({ cwd, home: places.home }, extras) }),
    ...(tools && { tools }),
    ...(config.profile !== undefined && { profile: config.profile }),
  });
  return { gauntlet, config, stateDirectory: sessions, configMs };
}

function configPlaces(options: RunOptions, cwd: string): LoadConfigOptions {
  const { settings, permissionMode: mode } = options;
  return {
    cwd,
    home: homedir(),
    // A copy: what a configuration puts into the environment must not decide where configuration is looked for.
    env: { ...process.env },
    cliRules: cliRules(options),
    ...(settings !== undefined && { settings }),
    ...(mode !== undefined && { mode }),
  };
}

/** The rules, and where a person wants them kept. */
function ruleSettings(config: LoadedConfig, places: LoadConfigOptions): Partial<GauntletOptions> {
  const configDir = userConfigDirectory(places.env, places.home);
  return {
    rules: config.rules,
    policies: config.policies,
    managedRulesOnly: config.managedRulesOnly,
    saveRule: async ({ behavior, rule, scope }) => {
      if (scope === "session") return;
      const save = async (): Promise<void> => {
        await saveRule({ behavior, rule, scope }, { cwd: places.cwd, configDir });
      };
      // A rule the person keeps in a trusted directory does not make it an untrusted one.
      const trust = createTrustStore(stateDirectory(places.env, places.home), places.home);
      await (scope === "local"
        ? trust.accept([join(places.cwd, ".gauntlet", "settings.local.json")], save)
        : save());
    },
  };
}

const hookSettings = ({ hooks }: LoadedConfig, options: RunOptions): LoadedConfig["hooks"] =>
  options.hooks === false ? { ...hooks, hooks: [] } : hooks;

/** What a flag says counts, but it does not lift a budget of the organization. */
function withFlags({ limits, layers }: LoadedConfig, flags: Partial<Limits>): Partial<Limits> {
  const managed = layers
    .filter(({ source }) => source === "managed")
    .map(({ config }) => config.limits ?? {});
  const kept = Object.entries(flags).map(([name, value]) => {
    const own = managed.find((one) => Object.hasOwn(one, name))?.[name as keyof Limits] ?? 0;
    return [name, own > 0 ? Math.min(own, value) : value];
  });
  return { ...limits, ...Object.fromEntries(kept) };
}

function modelSettings({ model }: LoadedConfig, extras: RunExtras): Partial<GauntletOptions> {
  const port = (extras.model ?? (extras.mayAskModel ? modelFromEnvironment : undefined))?.(model);
  const name = extras.modelName ?? process.env["ANTHROPIC_MODEL"] ?? model.name;
  return {
    ...(port && { model: port }),
    ...(name !== undefined && { modelName: name }),
    ...(model.maxTokens !== undefined && { maxTokens: model.maxTokens }),
    ...(model.contextTokens !== undefined && { contextTokens: model.contextTokens }),
    ...(model.prices && { prices: model.prices }),
  };
}

/** What the model is told first, with what people should know about it said. */
async function systemText(
  place: { readonly cwd: string; readonly home: string },
  { quiet }: RunExtras,
): Promise<string> {
  const { text, notices } = await systemPrompt(place);
  for (const notice of quiet ? [] : notices) writeNotice(notice);
  return text;
}

function cliRules(options: RunOptions): { behavior: "allow" | "ask" | "deny"; text: string }[] {
  const rules = (behavior: "allow" | "ask" | "deny", texts: readonly string[]) =>
    texts.map((text) => ({ behavior, text }));
  return [
    ...rules("allow", [...options.allow, ...splitRules(options.allowedTools ?? [])]),
    ...rules("ask", options.ask),
    ...rules("deny", [...options.deny, ...splitRules(options.disallowedTools ?? [])]),
  ];
}

/** Splits `Read,Bash(git log *) Edit` at commas and spaces that are not inside brackets. */
export function splitRules(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const rules: string[] = [];
    let depth = 0;
    let rule = "";
    for (const char of text) {
      if (char === "(") depth += 1;
      if (char === ")") depth -= 1;
      if (depth <= 0 && (char === "," || char === " ")) {
        rules.push(rule);
        rule = "";
      } else rule += char;
    }
    return [...rules, rule].filter((part) => part !== "");
  });
}

/** The flag can narrow what the configuration names, never widen it; what it cannot have is said. */
function toolNames(
  { tools }: RunOptions,
  config: LoadedConfig,
): { readonly names: readonly string[] | undefined; readonly notices: readonly string[] } {
  if (tools === undefined || tools === "default") return { names: config.tools, notices: [] };
  const asked = tools.split(",").filter((name) => name !== "");
  const { tools: offered = asked } = config;
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const lost = asked.filter((name) => !offered.includes(name));
  return {
    names: asked.filter((name) => offered.includes(name)),
    notices: lost.map(
      (name) =>
        `\`${name}\` of \`--tools\` is left out: \`tools\` in the configuration offers ${offered.length === 0 ? "none" : `only ${list(offered)}`}; add it there`,
    ),
  };
}
