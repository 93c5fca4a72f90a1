import { statSync } from "node:fs";
import type { ChangedSettings } from "../contract/command-hook.ts";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "./load-config.ts";
import { settingsPlaces } from "./settings-places.ts";

/** A configuration that was loaded again, and why. */
export interface ReloadedConfig {
  readonly config: LoadedConfig;
  /** The files that are not as they were; paths are absolute. */
  readonly changes: readonly { readonly file: string; readonly source: ChangedSettings }[];
}

/**
 * Loads a configuration again when something changed since it was last asked. Undefined: nothing did.
 * @throws what `loadConfig` throws, each time until the configuration can be loaded.
 */
export type SettingsReload = () => Promise<ReloadedConfig | undefined>;

/** More would mean that files name others as fast as they are read; those are looked at with the next call. */
const MAX_ROUNDS = 3;

/**
 * Watches everything a configuration was loaded from, and the places where more of it may appear: those of the
 * configuration as it was loaded last. It looks at names, never at whole directories, when it is asked, and keeps
 * nothing open. Ask it one call at a time.
 * @param loaded as it was loaded just now; changes since then count.
 */
export function createSettingsReload(options: LoadConfigOptions, loaded: LoadedConfig): SettingsReload {
  let places = settingsPlaces(options, loaded);
  let last = look(places.keys());
  /** Changes nobody was told of yet, as the configuration could not be loaded. */
  const open = new Map<string, ChangedSettings>();

  const load = async (): Promise<LoadedConfig> => {
    for (let round = 1; ; round++) {
      // Before they are read: what changes meanwhile is a change.
      last = look(places.keys());
      const config = await loadConfig(options);
      places = settingsPlaces(options, config);
      if (round === MAX_ROUNDS || [...places.keys()].every((file) => last.has(file))) return config;
    }
  };
  return async () => {
    for (const [file, source] of places) if (last.get(file) !== fileState(file)) open.set(file, source);
    if (open.size === 0) return undefined;
    const config = await load();
    const changes = [...open].map(([file, source]) => ({ file, source }));
    open.clear();
    return { config, changes };
  };
}

const look = (files: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...files].map((file) => [file, fileState(file)]));

function fileState(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs}:${stats.ctimeMs}:${stats.size}:${stats.ino}` : "-";
  } catch (thrown) {
    return String((thrown as NodeJS.ErrnoException).code);
  }
}
