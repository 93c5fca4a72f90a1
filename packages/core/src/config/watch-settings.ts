import { statSync } from "node:fs";
import { join } from "node:path";
import type { ChangedSettings } from "../contract/command-hook.ts";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";
import { isWithin, managedDirectory, stateDirectory, userConfigDirectory } from "./paths.ts";
import { PROJECT_FILE_NAMES } from "./project-files.ts";

/** A file of settings that is not as it was. */
export interface ChangedFile {
  /** Absolute. */
  readonly file: string;
  readonly source: ChangedSettings;
}

/** Gives what changed since it was last asked; the first answer is about the time since its making. */
export type SettingsWatch = () => readonly ChangedFile[];

/**
 * Watches everything a configuration was loaded from, and the places where more of it may appear in the working
 * directory. It looks at names, never at whole directories, when it is asked, and keeps nothing open.
 */
export function watchSettings(options: LoadConfigOptions, loaded: LoadedConfig): SettingsWatch {
  const { cwd, home, env } = options;
  const configDir = options.configDir ?? userConfigDirectory(env, home);
  const managed = options.managedDirectory ?? managedDirectory(process.platform);
  const local = join(cwd, ".gauntlet", "settings.local.json");
  const trust = join(options.stateDir ?? stateDirectory(env, home), "trust.json");
  const extra = env["GAUNTLET_MANAGED"];
  const files = [
    ...loaded.configFiles,
    local,
    trust,
    ...[options.settings, extra].filter((path) => path !== undefined && !path.startsWith("{")),
    ...PROJECT_FILE_NAMES.map((name) => join(cwd, name)),
    ...["json", "yaml", "yml", "ts"].map((ending) => join(configDir, `settings.${ending}`)),
    join(managed, "managed.json"),
    // A directory changes with the names in it.
    join(managed, "managed.d"),
  ] as string[];
  const sourceOf = (file: string): ChangedSettings => {
    if (file === extra || isWithin(file, managed)) return "policy_settings";
    if (file === local) return "local_settings";
    return file === trust || file === options.settings || isWithin(file, configDir)
      ? "user_settings"
      : "project_settings";
  };
  const look = (): ReadonlyMap<string, string> => new Map(files.map((file) => [file, fileState(file)]));
  let last = look();
  return () => {
    const now = look();
    const changed = [...now].filter(([file, state]) => state !== last.get(file));
    last = now;
    return changed.map(([file]) => ({ file, source: sourceOf(file) }));
  };
}

function fileState(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs}:${stats.ctimeMs}:${stats.size}:${stats.ino}` : "-";
  } catch (thrown) {
    return String((thrown as NodeJS.ErrnoException).code);
  }
}
