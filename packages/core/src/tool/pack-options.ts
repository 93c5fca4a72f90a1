import type { Static, TObject } from "typebox";
import type { Plugin } from "../contract/plugin.ts";
import type { Json } from "../contract/slot.ts";
import type { PackOptions } from "../contract/tool.ts";
import { ConfigError } from "../errors.ts";
import { compileInputSchema } from "./input-schema.ts";
import { nearestName } from "./nearest-name.ts";

/** Options by plugin name, as configuration gives them. */
export type GivenPackOptions = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/**
 * The options of every plugin: what is given, checked against its schema, over the schema's defaults.
 * @throws GNT_CONFIG_INVALID for a plugin that is not there or takes no options, and for options that do not fit.
 */
export async function resolvePackOptions(
  plugins: readonly Plugin[],
  given: GivenPackOptions,
): Promise<ReadonlyMap<string, PackOptions>> {
  const names = plugins.map(({ name }) => name);
  const stranger = Object.keys(given).find((name) => !names.includes(name));
  if (stranger !== undefined) {
    const near = nearestName(stranger, names);
    refuse(
      `\`packs\` names \`${stranger}\`, which no plugin here is called`,
      near && `did you mean \`${near}\`?`,
    );
  }
  const resolved = new Map<string, PackOptions>();
  for (const plugin of plugins) resolved.set(plugin.name, await optionsOf(plugin, given[plugin.name]));
  return resolved;
}

/**
 * The options of a pack, complete: what is given over the defaults of the schema. Packs read `ctx.options` with it, so
 * that the defaults also hold for tools that a host lists in a plugin of its own, without this schema.
 * @param given options that fit the schema; nothing is checked here.
 */
export function completeOptions<T extends TObject>(schema: T, given: PackOptions = {}): Static<T> {
  const defaults = Object.entries(schema.properties).flatMap(([key, property]) =>
    "default" in property ? [[key, property.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given } as Static<T>;
}

async function optionsOf(
  { name, options: schema }: Plugin,
  given: GivenPackOptions[string] | undefined,
): Promise<PackOptions> {
  const options = Object.freeze(schema === undefined ? { ...given } : completeOptions(schema, given));
  if (given === undefined) return options;
  if (schema === undefined) return refuse(`\`packs\` has options for \`${name}\`, which takes none`);
  const issues = (await compileInputSchema(schema, (keys) => optionName(name, keys)))(options);
  if (issues.length > 0) refuse(issues.join("; "));
  return options;
}

/** An option as people write it: `packs["@acme/pack"].hosts[0]`. */
const optionName = (plugin: string, keys: readonly string[]): string =>
  `\`packs["${plugin}"]${keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("")}\``;

function refuse(message: string, hint?: string): never {
  throw new ConfigError("GNT_CONFIG_INVALID", message, hint === undefined ? {} : { hint });
}
