import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Behavior } from "../contract/decision.ts";
import { ConfigError } from "../errors.ts";
import { checkConfig } from "./check-config.ts";
import { parseText } from "./parse-text.ts";
import { quoted } from "./quoted.ts";
import { namesIn, readText } from "./read-text.ts";
import { replaceFile } from "./replace-file.ts";

/** A rule to write into a settings file. */
export interface RuleToSave {
  readonly behavior: Behavior;
  readonly rule: string;
  readonly scope: "local" | "user";
}

/** Where the settings files of the two scopes are. */
export interface SavePlaces {
  /** Working directory, absolute; `local` rules go to `.gauntlet/settings.local.json` in it. */
  readonly cwd: string;
  /** Directory of the person's settings; `user` rules go to `settings.json` in it. */
  readonly configDir: string;
}

/**
 * Adds a rule to the settings file of its scope; everything else in the file stays. A rule that is there already is not
 * written twice. The file is replaced in one step, so that a reader sees the old or the new one.
 * @returns the file's absolute path.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID when the file there cannot be read, or the person's settings are not JSON.
 */
export async function saveRule({ behavior, rule, scope }: RuleToSave, places: SavePlaces): Promise<string> {
  const file = scope === "local" ? await localFile(places.cwd) : await userFile(places.configDir);
  const text = (await readText(file)) ?? "{}";
  const { value } = await parseText(text, { file, format: "json" });
  checkConfig(value, { file });
  const settings = value as { permissions?: Record<string, unknown> };
  const permissions = settings.permissions ?? {};
  const rules = (permissions[behavior] ?? []) as readonly string[];
  if (rules.includes(rule)) return file;
  const changed = { ...settings, permissions: { ...permissions, [behavior]: [...rules, rule] } };
  await replaceFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  return file;
}

/** The repository may have put a link where our directory belongs; nothing is written through it. */
async function localFile(cwd: string): Promise<string> {
  const directory = join(cwd, ".gauntlet");
  const stats = await lstat(directory).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return join(directory, "settings.local.json");
  throw new ConfigError("GNT_CONFIG_INVALID", `${quoted(directory)} is not a directory`, {
    hint: "look at what stands there, or remember the rule for the session",
  });
}

async function userFile(configDir: string): Promise<string> {
  const other = (await namesIn(configDir)).find((name) => /^settings\.(ya?ml|ts)$/.test(name));
  if (other === undefined) return join(configDir, "settings.json");
  throw new ConfigError("GNT_CONFIG_INVALID", `rules cannot be added to ${quoted(join(configDir, other))}`, {
    hint: "write the rule there yourself, or remember it for this directory",
  });
}
