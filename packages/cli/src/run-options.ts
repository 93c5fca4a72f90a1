import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  type Answerer,
  ConfigError,
  Gauntlet,
  type GauntletOptions,
  type LoadedConfig,
  loadConfig,
  type Mode,
  type ModelPort,
} from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";
import toolsShell from "@gauntlet/tools-shell";
import { visibleText } from "./visible-text.ts";

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
}

/** What a command adds to the flags. */
export interface RunExtras {
  readonly answerers?: readonly Answerer[];
  readonly headless?: boolean;
  readonly model?: (config: LoadedConfig) => ModelPort;
  readonly modelName?: string;
  readonly maxTurns?: number;
}

/** Reads the configuration of a directory and puts a Gauntlet together from it and the flags. */
export async function createFromOptions(
  options: RunOptions,
  extras: RunExtras = {},
): Promise<{ readonly gauntlet: Gauntlet; readonly config: LoadedConfig }> {
  const cwd = workingDirectory(options.cwd);
  const config = await loadConfig({
    cwd,
    home: homedir(),
    env: process.env,
    ...(options.settings !== undefined && { settings: options.settings }),
    cliRules: cliRules(options),
  });
  for (const notice of config.notices) process.stderr.write(`gauntlet: ${visibleText(notice)}\n`);
  const settings: GauntletOptions = {
    plugins: [toolsFs, toolsShell, ...config.plugins],
    rules: config.rules,
    cwd,
    mode: options.permissionMode ?? config.mode ?? "default",
    additionalDirectories: [...config.additionalDirectories, ...options.addDir],
    answerers: extras.answerers ?? [],
    headless: options.headless ?? extras.headless ?? false,
    limits: { ...config.limits, ...(extras.maxTurns !== undefined && { maxTurns: extras.maxTurns }) },
    trustEffects: ["@gauntlet/*", ...config.trustEffects],
    ...(extras.model && { model: extras.model(config) }),
    ...modelSettings(config, extras),
    ...(toolNames(options, config) && { tools: toolNames(options, config) as readonly string[] }),
    ...(config.profile !== undefined && { profile: config.profile }),
  };
  checkMode(settings.mode, config);
  return { gauntlet: new Gauntlet(settings), config };
}

function modelSettings({ model }: LoadedConfig, extras: RunExtras): Partial<GauntletOptions> {
  const name = extras.modelName ?? process.env["ANTHROPIC_MODEL"] ?? model.name;
  return {
    ...(name !== undefined && { modelName: name }),
    ...(model.maxTokens !== undefined && { maxTokens: model.maxTokens }),
  };
}

function checkMode(mode: Mode | undefined, config: LoadedConfig): void {
  if (mode === "bypassPermissions" && config.bypassDisabled) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      "the mode `bypassPermissions` is forbidden by managed settings",
      {
        hint: "choose another mode",
      },
    );
  }
}

/** The directory to work in, absolute, links followed. */
export function workingDirectory(given: string | undefined): string {
  const path = resolve(given ?? process.cwd());
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch {
    // said below
  }
  throw new ConfigError("GNT_CONFIG_INVALID", `the working directory \`${path}\` is not a directory`, {
    hint: "pass an existing directory to `--cwd`",
  });
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

function toolNames(options: RunOptions, config: LoadedConfig): readonly string[] | undefined {
  if (options.tools === undefined || options.tools === "default") return config.tools;
  return options.tools.split(",").filter((name) => name !== "");
}
