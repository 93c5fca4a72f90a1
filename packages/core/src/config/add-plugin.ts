import { join } from "node:path";
import { checkConfig } from "./check-config.ts";
import { parseText } from "./parse-text.ts";
import { projectFilesIn } from "./project-files.ts";
import { readText } from "./read-text.ts";
import { replaceFile } from "./replace-file.ts";

/** The configuration that commands write: `addPlugin` makes it where there is none. */
export const OWN_FILE = "gauntlet.config.json";

/**
 * Lists a plugin in the project configuration of a directory: in `gauntlet.config.json`, which is made when the
 * directory has no configuration. Everything else in it stays.
 * @param directory absolute.
 * @returns the file, and whether it lists the plugin now; false when a person has to write it there, because the
 * configuration is code, YAML or part of `package.json`.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID and others of a configuration that cannot be read.
 */
export async function addPlugin(
  directory: string,
  plugin: string,
): Promise<{ readonly file: string; readonly isListed: boolean }> {
  const [other] = await projectFilesIn(directory);
  const file = join(directory, OWN_FILE);
  if (other !== undefined && other.file !== file) return { file: other.file, isListed: false };
  const { value } = await parseText((await readText(file)) ?? "{}", { file, format: "json" });
  const { plugins = [] } = checkConfig(value, { file });
  if (plugins.includes(plugin)) return { file, isListed: true };
  const changed = { ...(value as object), plugins: [...plugins, plugin] };
  await replaceFile(file, `${JSON.stringify(changed, null, 2)}\n`, 0o644);
  return { file, isListed: true };
}
