import { dirname, isAbsolute, join, resolve } from "node:path";
import { ConfigError } from "../errors.ts";
import { checkConfig } from "./check-config.ts";
import { createLayer, type Layer, type LayerSource } from "./layer.ts";
import { runConfigModule } from "./load-module.ts";
import { locateInText } from "./located-value.ts";
import { parseText } from "./parse-text.ts";
import { quoted } from "./quoted.ts";
import { namesIn, readText } from "./read-text.ts";
import { restrictToTightening } from "./restrict.ts";

const USER_SETTINGS = /^settings\.(json|ya?ml|ts)$/;

/** A settings file to read: where it is, whose it is, and what its `/path` rules are anchored at. */
interface SettingsFile {
  readonly file: string;
  readonly source: LayerSource;
  readonly anchor: string;
}

/** Where managed settings are looked for. */
export interface ManagedPlaces {
  /** System directory with `managed.json` and `managed.d/*.json`. */
  readonly directory: string;
  /** Value of `$GAUNTLET_MANAGED`: one more file, added to those of the system. */
  readonly extra: string | undefined;
  /** Absolute; what `/path` rules of managed settings are anchored at. */
  readonly cwd: string;
}

/**
 * Reads the settings of the organization, strongest first: drop-ins from the last name to the first, then
 * `managed.json`, then the extra file (whoever starts the process names it, so it must not outrank the system's).
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID, GNT_CONFIG_UNKNOWN_KEY: nothing starts under a broken policy.
 */
export async function loadManagedSettings({ directory, extra, cwd }: ManagedPlaces): Promise<Layer[]> {
  const dropIns = join(directory, "managed.d");
  const names = (await namesIn(dropIns)).filter((name) => name.endsWith(".json"));
  const system = [...names.map((name) => join(dropIns, name)).reverse(), join(directory, "managed.json")];
  const read = async (file: string) => readSettings({ file, source: "managed", anchor: cwd });
  const layers = (await Promise.all(system.map(read))).filter((layer) => layer !== undefined);
  if (extra === undefined || extra === "") return layers;
  if (!isAbsolute(extra)) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `\`$GAUNTLET_MANAGED\` is the relative path ${quoted(extra)}`,
      {
        hint: "give an absolute path: the repository must not be able to answer for the organization",
      },
    );
  }
  return [...layers, required(await read(extra), extra, "`$GAUNTLET_MANAGED`")];
}

/**
 * Reads a person's own settings, `settings.json`, `.yaml`, `.yml` or `.ts` in their configuration directory.
 * @throws GNT_CONFIG_INVALID when there are several.
 */
export async function loadUserSettings(configDir: string): Promise<Layer | undefined> {
  const [name, ...others] = (await namesIn(configDir)).filter((found) => USER_SETTINGS.test(found));
  if (name === undefined) return undefined;
  if (others.length > 0) throw severalFiles(configDir, [name, ...others]);
  return readSettings({ file: join(configDir, name), source: "user", anchor: configDir });
}

/** What `.gauntlet/settings.local.json` says, and what of it was left out for want of trust. */
export interface LocalSettings {
  readonly layer: Layer;
  readonly ignored: readonly string[];
}

/** Reads the machine-local settings of a directory; without trust only their deny and ask rules count. */
export async function loadLocalSettings(cwd: string, trusted: boolean): Promise<LocalSettings | undefined> {
  const file = join(cwd, ".gauntlet", "settings.local.json");
  const layer = await readSettings({ file, source: "local", anchor: cwd });
  if (layer === undefined || trusted) return layer && { layer, ignored: [] };
  const { config, ignored } = restrictToTightening(layer.config);
  const rules = layer.rules.filter(({ behavior }) => behavior !== "allow");
  return { layer: Object.freeze({ ...layer, config, rules: Object.freeze(rules), hooks: [] }), ignored };
}

/**
 * Reads what `--settings` names: JSON text when it starts with `{`, else a JSON or YAML file.
 * @param cwd absolute; relative files are looked up in it, and it anchors settings given as text.
 */
export async function loadCliSettings(settings: string, cwd: string): Promise<Layer> {
  if (settings.trimStart().startsWith("{")) {
    const { value, placeOf } = await parseText(settings, {
      file: "--settings",
      format: "json",
      hint: "repair the text after `--settings`",
    });
    const config = checkConfig(value, { file: "--settings", placeOf, source: "cli" });
    return createLayer({ source: "cli", anchor: cwd, config });
  }
  const file = resolve(cwd, settings);
  return required(await readSettings({ file, source: "cli", anchor: dirname(file) }), file, "`--settings`");
}

/** An error for a directory with more than one configuration: any choice would silently drop rules. */
export function severalFiles(dir: string, names: readonly string[]): ConfigError {
  const list = names.map((name) => quoted(name)).join(" and ");
  return new ConfigError("GNT_CONFIG_INVALID", `${quoted(dir)} holds several configurations: ${list}`, {
    hint: "keep one of them",
  });
}

async function readSettings({ file, source, anchor }: SettingsFile): Promise<Layer | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  if (source === "user" && file.endsWith(".ts")) {
    const config = checkConfig(await runConfigModule(file, text), { file });
    return createLayer({ source, file, anchor, config, placeOf: locateInText(text) });
  }
  const format = /\.ya?ml$/.test(file) ? "yaml" : "json";
  const { value, placeOf } = await parseText(text, { file, format });
  return createLayer({ source, file, anchor, config: checkConfig(value, { file, placeOf }), placeOf });
}

function required(layer: Layer | undefined, file: string, namedBy: string): Layer {
  if (layer !== undefined) return layer;
  throw new ConfigError(
    "GNT_CONFIG_READ",
    `settings file ${quoted(file)} named by ${namedBy} does not exist`,
    {
      hint: "name an existing file",
    },
  );
}
