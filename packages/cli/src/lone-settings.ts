import { homedir } from "node:os";
import { resolve } from "node:path";
import { loadSettingsAlone, stateDirectory } from "@gauntlet/core";
import { writeNotice } from "./notice.ts";

/** What one settings file or text says by itself. */
export type LoneSettings = Awaited<ReturnType<typeof loadSettingsAlone>>;

/**
 * Reads settings as all the configuration there is; what has to be said of them goes to standard error.
 * @param settings a file, or JSON text that starts with `{`.
 * @param cwd the directory they are read for, absolute.
 */
export async function loadLoneSettings(settings: string, cwd: string): Promise<LoneSettings> {
  const home = homedir();
  const given = settings.trimStart().startsWith("{") ? settings : resolve(settings);
  const loaded = await loadSettingsAlone(given, {
    cwd,
    home,
    stateDirectory: stateDirectory(process.env, home),
  });
  for (const notice of loaded.notices) writeNotice(notice);
  return loaded;
}
