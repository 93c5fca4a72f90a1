import { isPolicy } from "../policy/define-policy.ts";
import { checkConfig } from "./check-config.ts";
import type { GauntletConfig } from "./config.ts";
import { importCurrent } from "./load-module.ts";
import { locateInText, type PlaceOf } from "./located-value.ts";
import { parseText } from "./parse-text.ts";
import { readText } from "./read-text.ts";
import { unwrapDefault } from "./resolve-entry.ts";

/** A file that was named by `extends`, as it was read. */
export interface ExtendedModule {
  readonly file: string;
  readonly text: string;
  readonly exported: unknown;
  /** What it extends itself. */
  readonly bases: readonly string[];
  /** Set when it is a configuration and no policy. */
  readonly config?: GauntletConfig;
  readonly placeOf?: PlaceOf;
}

/**
 * Reads an extended file: JSON and YAML as data, everything else by running it.
 * @param file absolute path.
 * @throws GNT_CONFIG_READ, what a configuration can be refused for, and whatever the module throws.
 */
export async function readExtended(file: string): Promise<ExtendedModule> {
  const text = (await readText(file)) ?? "";
  const data = /\.(json|ya?ml)$/.exec(file)?.[1];
  if (data !== undefined) {
    const { value, placeOf } = await parseText(text, { file, format: data === "json" ? "json" : "yaml" });
    const config = checkConfig(value, { file, placeOf });
    return { file, text, exported: value, config, bases: config.extends ?? [], placeOf };
  }
  const exported = unwrapDefault(unwrapDefault(await importCurrent(file, text)));
  if (isPolicy(exported) || !isConfig(exported)) return { file, text, exported, bases: basesOf(exported) };
  const config = checkConfig(exported, { file });
  return { file, text, exported, config, bases: config.extends ?? [], placeOf: locateInText(text) };
}

const isConfig = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, "permissions") || Object.hasOwn(value, "extends"));

const basesOf = (exported: unknown): readonly string[] => (isPolicy(exported) ? exported.extends : []);
