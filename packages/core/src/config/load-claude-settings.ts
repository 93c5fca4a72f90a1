import { dirname, join } from "node:path";
import { isJsonObject } from "../json-object.ts";
import { checkConfig } from "./check-config.ts";
import type { GauntletConfig } from "./config.ts";
import { createLayer, type Layer, type LayerSource, layerName } from "./layer.ts";
import { parseText } from "./parse-text.ts";
import type { Environment } from "./paths.ts";
import { quoted } from "./quoted.ts";
import { readText } from "./read-text.ts";

/** What is read of Claude Code's settings; they have more, which means nothing here. */
const READ = [
  "permissions",
  "hooks",
  "env",
  "disableAllHooks",
  "allowedHttpHookUrls",
  "httpHookAllowedEnvVars",
] as const satisfies readonly (keyof GauntletConfig)[];

const PERMISSIONS = [
  "allow",
  "ask",
  "deny",
  "defaultMode",
  "additionalDirectories",
  "disableBypassPermissionsMode",
];

/** Names of Claude Code's settings in a directory. */
export const CLAUDE_FILES = {
  project: join(".claude", "settings.json"),
  local: join(".claude", "settings.local.json"),
} as const;

/** What Claude Code's settings add, each behind the layer that asks for it. */
export interface ClaudeSettings {
  readonly layers: readonly Layer[];
  readonly notices: readonly string[];
}

/**
 * Reads Claude Code's settings where a place asks for them with `claudeSettings`: the person's settings for the
 * person's, the project's for those of its directory. Their hooks may fail, as they may there, unless they say otherwise.
 * @param layers strongest first; what was left out of them for want of trust does not ask.
 * @returns the layers with those of Claude Code, each weaker than ours of the same place.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID, GNT_CONFIG_UNKNOWN_KEY, GNT_CONFIG_RULE.
 */
export async function withClaudeSettings(layers: readonly Layer[], places: Home): Promise<ClaudeSettings> {
  const found: Layer[] = [];
  const notices: string[] = [];
  for (const place of claudePlaces(layers, places)) {
    const layer = await readClaudeFile(place);
    if (layer) found.push(layer);
  }
  for (const layer of layers) {
    if (layer.config.claudeSettings === true && !["project", "user"].includes(layer.source))
      notices.push(
        `\`claudeSettings\` in ${quoted(layerName(layer))} does not count: only a person's settings and a project's can ask`,
      );
  }
  const order: readonly LayerSource[] = ["managed", "cli", "local", "project", "user"];
  const all = order.flatMap((source) => [...layers, ...found].filter((layer) => layer.source === source));
  return { layers: all, notices };
}

interface Home {
  readonly home: string;
  readonly env: Environment;
}

/** Where Claude Code's settings are looked for, strongest first; they need not exist. */
export function claudePlaces(layers: readonly Layer[], { home, env }: Home): readonly ClaudeFile[] {
  const asks = layers.filter(({ config }) => config.claudeSettings === true);
  const project = asks.find(({ source }) => source === "project")?.file;
  const dir = project && dirname(project);
  const own = env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
  return [
    ...(dir ? [{ file: join(dir, CLAUDE_FILES.local), source: "local" as const, anchor: dir }] : []),
    ...(dir ? [{ file: join(dir, CLAUDE_FILES.project), source: "project" as const, anchor: dir }] : []),
    ...(asks.some(({ source }) => source === "user")
      ? [{ file: join(own, "settings.json"), source: "user" as const, anchor: own }]
      : []),
  ];
}

/** A file of Claude Code's settings, whose it is, and what its `/path` rules are anchored at. */
export interface ClaudeFile {
  readonly file: string;
  readonly source: LayerSource;
  readonly anchor: string;
}

async function readClaudeFile({ file, source, anchor }: ClaudeFile): Promise<Layer | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  const { value, placeOf } = await parseText(text, { file, format: "json" });
  const config = checkConfig(ours(value), { file, placeOf });
  return createLayer({ source, file, anchor, config, placeOf, hooksMayFail: true });
}

/** The members that mean something here; anything that is no object is left for the check to refuse. */
function ours(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { permissions, ...others } = pick(value, READ);
  if (permissions === undefined) return others;
  return { ...others, permissions: isJsonObject(permissions) ? pick(permissions, PERMISSIONS) : permissions };
}

const pick = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
