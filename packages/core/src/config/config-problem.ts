import type { Source } from "../contract/decision.ts";
import { ConfigError, type ErrorCode } from "../errors.ts";
import { maskText } from "../secrets/mask-secrets.ts";
import type { KeyPath, PlaceOf } from "./located-value.ts";
import { quoted } from "./quoted.ts";

/** Where a configuration was written, for messages. Without a file it is called "the configuration". */
export interface ConfigPlace {
  /** Absolute path, or a name such as `--settings`. */
  readonly file?: string;
  readonly placeOf?: PlaceOf;
  /** Who speaks, for messages about rules that stand in no file. Default `host`. */
  readonly source?: Source;
}

/** A value's place: the configuration it stands in and the way to it. */
export interface Spot {
  readonly place: ConfigPlace;
  readonly path: KeyPath;
}

/** What is wrong at a spot, as the end of a sentence, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly hint?: string;
}

/** An error that names key path, file and line of what is wrong. */
export function configProblem(code: ErrorCode, { place, path }: Spot, { what, hint }: Finding): ConfigError {
  const line = place.placeOf?.(path)?.line;
  const file = place.file === undefined ? "the configuration" : quoted(place.file);
  const where = line === undefined ? file : `${file} line ${line}`;
  const subject = path.length === 0 ? where : `${quoted(pathText(path))} in ${where}`;
  return new ConfigError(code, `${subject} ${what}`, hint === undefined ? {} : { hint });
}

/** An error that says what was found at a spot and what is wanted there. */
export function wrongValue(value: unknown, spot: Spot, wanted: string): ConfigError {
  return configProblem("GNT_CONFIG_INVALID", spot, { what: `is ${described(value)}, not ${wanted}` });
}

/** A key path as people write it: `permissions.allow[2]`. */
function pathText(path: KeyPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

function described(value: unknown): string {
  if (typeof value === "string") return `the text ${quoted(maskText(value))}`;
  if (typeof value === "number" || typeof value === "boolean") return `the ${typeof value} \`${value}\``;
  if (value === null || value === undefined) return `\`${value}\``;
  if (typeof value === "function") return "a function";
  return Array.isArray(value) ? "a list" : "an object";
}
