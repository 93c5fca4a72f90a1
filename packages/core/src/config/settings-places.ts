import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ChangedSettings } from "../contract/command-hook.ts";
import type { LayerSource } from "./layer.ts";
import { claudePlaces } from "./load-claude-settings.ts";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";
import { managedDirectory, stateDirectory, userConfigDirectory } from "./paths.ts";
import { PROJECT_FILE_NAMES, projectDirectories } from "./project-files.ts";

const SETTINGS_OF: Readonly<Record<LayerSource, ChangedSettings>> = {
  managed: "policy_settings",
  cli: "user_settings",
  user: "user_settings",
  project: "project_settings",
  local: "local_settings",
};

/**
 * Everything a configuration was loaded from, and the places where more of it may appear, with whose settings they are.
 * What several places are built on is the organization's where it is one of them.
 * @returns by absolute path.
 */
export function settingsPlaces(
  options: LoadConfigOptions,
  loaded: LoadedConfig,
): ReadonlyMap<string, ChangedSettings> {
  const { home, env, settings } = options;
  const cwd = realpathSync(options.cwd);
  const configDir = options.configDir ?? userConfigDirectory(env, home);
  const managed = options.managedDirectory ?? managedDirectory(process.platform);
  const extra = env["GAUNTLET_MANAGED"];
  const places = new Map<string, ChangedSettings>();
  const add = (source: ChangedSettings, ...files: readonly string[]): void => {
    for (const file of files) if (places.get(file) !== "policy_settings") places.set(file, source);
  };
  // A directory changes with the names in it.
  add(
    "policy_settings",
    join(managed, "managed.json"),
    join(managed, "managed.d"),
    ...(extra ? [extra] : []),
  );
  add("project_settings", ...loaded.configFiles);
  for (const directory of projectDirectories(cwd, loaded.projectRoot))
    add("project_settings", ...PROJECT_FILE_NAMES.map((name) => join(directory, name)));
  add(
    "user_settings",
    ...["json", "yaml", "yml", "ts"].map((ending) => join(configDir, `settings.${ending}`)),
  );
  add("user_settings", join(options.stateDir ?? stateDirectory(env, home), "trust.json"));
  if (settings !== undefined && !settings.trimStart().startsWith("{"))
    add("user_settings", resolve(cwd, settings));
  add("local_settings", join(cwd, ".gauntlet", "settings.local.json"));
  for (const { file, source } of [
    ...claudePlaces(loaded.layers, options),
    ...loaded.extendedFiles,
    ...loaded.layers,
  ])
    if (file !== undefined) add(SETTINGS_OF[source], file);
  return places;
}
