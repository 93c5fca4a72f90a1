import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";
import { managedDirectory, stateDirectory, userConfigDirectory } from "./paths.ts";

/** Tells whether settings changed since it was last asked; the first answer is about the time since its making. */
export type SettingsWatch = () => boolean;

/** A directory in which settings may appear, and the names they have there. */
interface SettingsDirectory {
  readonly path: string;
  readonly names: RegExp;
}

/**
 * Watches everything a configuration was loaded from, and the places where more of it may appear. It looks when it is
 * asked and keeps nothing open.
 */
export function watchSettings(options: LoadConfigOptions, loaded: LoadedConfig): SettingsWatch {
  const { cwd, home, env } = options;
  const managed = options.managedDirectory ?? managedDirectory(process.platform);
  const files = [
    ...loaded.configFiles,
    join(cwd, ".gauntlet", "settings.local.json"),
    join(options.stateDir ?? stateDirectory(env, home), "trust.json"),
    ...[options.settings, env["GAUNTLET_MANAGED"]].filter(
      (path) => path !== undefined && !path.startsWith("{"),
    ),
  ] as string[];
  const directories: readonly SettingsDirectory[] = [
    { path: cwd, names: /^(gauntlet\.config\.|\.gauntletrc|package\.json$)/ },
    { path: options.configDir ?? userConfigDirectory(env, home), names: /^settings\./ },
    { path: managed, names: /^managed\.json$/ },
    { path: join(managed, "managed.d"), names: /\.json$/ },
  ];
  const look = (): string => [...files.map(fileState), ...directories.map(directoryState)].join("\n");
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
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
  } catch {
    return "-";
  }
}

function directoryState({ path, names }: SettingsDirectory): string {
  try {
    const found = readdirSync(path).filter((name) => names.test(name));
    return found.map((name) => `${name}=${fileState(join(path, name))}`).join(",");
  } catch {
    return "-";
  }
}
