import { statSync } from "node:fs";
import { join } from "node:path";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";
import { managedDirectory, stateDirectory, userConfigDirectory } from "./paths.ts";
import { PROJECT_FILE_NAMES } from "./project-files.ts";

/** Tells whether settings changed since it was last asked; the first answer is about the time since its making. */
export type SettingsWatch = () => boolean;

/**
 * Watches everything a configuration was loaded from, and the places where more of it may appear in the working
 * directory. It looks at names, never at whole directories, when it is asked, and keeps nothing open.
 */
export function watchSettings(options: LoadConfigOptions, loaded: LoadedConfig): SettingsWatch {
  const { cwd, home, env } = options;
  const configDir = options.configDir ?? userConfigDirectory(env, home);
  const managed = options.managedDirectory ?? managedDirectory(process.platform);
  const files = [
    ...loaded.configFiles,
    join(cwd, ".gauntlet", "settings.local.json"),
    join(options.stateDir ?? stateDirectory(env, home), "trust.json"),
    ...[options.settings, env["GAUNTLET_MANAGED"]].filter(
      (path) => path !== undefined && !path.startsWith("{"),
    ),
    ...PROJECT_FILE_NAMES.map((name) => join(cwd, name)),
    ...["json", "yaml", "yml", "ts"].map((ending) => join(configDir, `settings.${ending}`)),
    join(managed, "managed.json"),
    // A directory changes with the names in it.
    join(managed, "managed.d"),
  ] as string[];
  const look = (): string => files.map(fileState).join("\n");
  let last = look();
  return () => {
    const now = look();
    const changed = now !== last;
    last = now;
    return changed;
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
