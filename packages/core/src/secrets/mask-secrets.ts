import { pointerTo } from "../contract/json-pointer.ts";
import { isNoSecret, isSecretName, SECRET_PATTERNS, type SecretPattern } from "./mask-patterns.ts";
import { remembering } from "./remembering.ts";
import { MASK } from "./secret-forms.ts";

/** A value without its secrets. */
export interface MaskedValue {
  readonly value: unknown;
  /** JSON pointers (RFC 6901) of the members that were changed, in their order; "" is the value itself. */
  readonly masked: readonly string[];
}

// Beyond these a value is no tool input; what is not looked at is not shown.
const MAX_DEPTH = 400;
const MAX_NODES = 500_000;

/**
 * Replaces what looks like a secret in a JSON value: strings and numbers in members with telling names (`password`,
 * `apiKey`, `authorization`), and in any text tokens of known forms, private keys, passwords in addresses, and values
 * that a command or a JSON text gives to a telling name. Parts without secrets are kept as the same objects.
 *
 * Looks are all it goes by: a secret that looks like nothing stays. Never throws, takes linear time, and masking
 * twice is masking once.
 */
export function maskSecrets(value: unknown): MaskedValue {
  const masked: string[] = [];
  let nodes = 0;

  const mask = (part: unknown, place: Place): unknown => {
    nodes += 1;
    if (typeof part === "string")
      return noted(part, place.isSecret ? maskWhole(part) : maskText(part), place);
    if (place.isSecret && (typeof part === "number" || typeof part === "bigint"))
      return noted(part, MASK, place);
    if (typeof part !== "object" || part === null) return part;
    if (nodes > MAX_NODES || place.depth > MAX_DEPTH) return noted(part, MASK, place);
    try {
      return Array.isArray(part) ? maskList(part, place) : maskMembers(part, place);
    } catch {
      return noted(part, MASK, place);
    }
  };
  const noted = (before: unknown, after: unknown, place: Place): unknown => {
    if (before !== after) masked.push(pointerOf(place));
    return after;
  };
  const maskList = (list: readonly unknown[], place: Place): unknown => {
    const copy = list.map((item, index) => mask(item, below(place, index, place.isSecret)));
    return copy.some((item, index) => item !== list[index]) ? copy : list;
  };
  const maskMembers = (record: object, place: Place): unknown => {
    const names = Object.keys(record);
    const before: unknown[] = Object.values(record);
    const after = names.map((name, index) =>
      mask(before[index], below(place, name, place.isSecret || isSecretName(name))),
    );
    if (after.every((item, index) => item === before[index])) return record;
    // `fromEntries` makes own members even of `__proto__`.
    return Object.fromEntries(names.map((name, index) => [name, after[index]]));
  };
  return { value: mask(value, TOP), masked };
}

/** Where a part stands, and whether a name above it says that it is a secret. */
interface Place {
  /** Undefined for the value itself. */
  readonly within: Place | undefined;
  readonly name: string | number;
  readonly depth: number;
  readonly isSecret: boolean;
}

const TOP: Place = { within: undefined, name: "", depth: 0, isSecret: false };

const below = (within: Place, name: string | number, isSecret: boolean): Place => ({
  within,
  name,
  depth: within.depth + 1,
  isSecret,
});

// Made for what was masked alone: most values hold no secret.
const pointerOf = ({ within, name }: Place): string =>
  within === undefined ? "" : pointerTo(pointerOf(within), name);

const maskWhole = (text: string): string => (isNoSecret(text) ? text : MASK);

/** A text with its secrets replaced; the same text when there are none. */
export const maskText = remembering((text) => {
  // Shorter than this is no secret with a name.
  if (text.length < 6) return text;
  // What is left beside a mask may be a secret itself; a second look finds nothing new in any but made-up texts.
  let masked = text;
  for (let look = 0; look < 3; look += 1) {
    const next = SECRET_PATTERNS.reduce(maskPattern, masked);
    if (next === masked) break;
    masked = next;
  }
  return masked;
});

function maskPattern(text: string, { pattern, secret, name }: SecretPattern): string {
  return text.replace(pattern, (whole: string, ...groups: unknown[]) => {
    const parts = groups.slice(
      0,
      groups.findIndex((part) => typeof part === "number"),
    ) as string[];
    const value = parts[secret - 1] ?? "";
    if (name !== undefined && (!isSecretName(parts[name - 1] ?? "") || isNoSecret(value))) return whole;
    const quote = /^["']/.exec(value)?.[0] ?? "";
    if (value === `${quote}${MASK}${quote}`) return whole;
    return parts.map((part, index) => (index === secret - 1 ? `${quote}${MASK}${quote}` : part)).join("");
  });
}
