import { visibleText } from "../contract/visible-text.ts";
import { ConfigError } from "../errors.ts";
import type { RuleSource } from "./policy.ts";

// Controls, and the marks that make text run in another direction than it is stored.
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

/** Position of the first control character or mark of direction; -1 when there is none. */
export function findControl(text: string): number {
  return text.search(CONTROL);
}

/** A text on one line, with what cannot be seen spelled out. */
export const showControls = (text: string): string => visibleText(text).replace(/[\n\t]/g, escaped);

const escaped = (char: string): string => `\\u{${char.charCodeAt(0).toString(16)}}`;

/**
 * Refuses a rule, naming it and where it stands.
 * @throws GNT_CONFIG_RULE, always.
 */
export function refuseRule(source: RuleSource, what: string, hint?: string): never {
  const column = source.column === undefined ? "" : ` column ${source.column}`;
  const line = source.line === undefined ? "" : ` line ${source.line}${column}`;
  const place = source.file === undefined ? ` of ${source.source}` : ` in \`${source.file}\`${line}`;
  throw new ConfigError(
    "GNT_CONFIG_RULE",
    `rule \`${showControls(String(source.text))}\`${place} ${what}`,
    hint === undefined ? {} : { hint },
  );
}
