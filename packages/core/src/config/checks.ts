import { nearestName } from "../tool/nearest-name.ts";
import { configProblem, type Spot, wrongValue } from "./config-problem.ts";

/** Judges one value and returns a frozen copy of it. */
export type Check = (value: unknown, spot: Spot) => unknown;

const POLLUTING = ["__proto__", "constructor", "prototype"];

export const text: Check = (value, spot) => {
  if (typeof value === "string") return value;
  throw wrongValue(value, spot, "a text");
};

/** A text that may be a secret: what else was found is not said. */
export const secretText: Check = (value, spot) => {
  if (typeof value === "string") return value;
  throw configProblem("GNT_CONFIG_INVALID", spot, { what: "is not a text", hint: "write it in quotes" });
};

export const filledText: Check = (value, spot) => {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw wrongValue(value, spot, "a text that is not blank");
};

export const yesOrNo: Check = (value, spot) => {
  if (typeof value === "boolean") return value;
  throw wrongValue(value, spot, "`true` or `false`");
};

export const count: Check = (value, spot) => {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value;
  throw wrongValue(value, spot, "a whole number above 0");
};

export const countOrNone: Check = (value, spot) => {
  if (value === 0) return value;
  return count(value, spot);
};

export const amount: Check = (value, spot) => {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw wrongValue(value, spot, "a number that is not negative");
};

export const address: Check = (value, spot) => {
  if (typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value;
  // A password may stand in it.
  throw configProblem("GNT_CONFIG_INVALID", spot, { what: "is not an `http` or `https` address" });
};

export const oneOf =
  (names: readonly string[]): Check =>
  (value, spot) => {
    if (typeof value === "string" && names.includes(value)) return value;
    const known = names.map((name) => `\`${name}\``).join(", ");
    throw wrongValue(value, spot, names.length === 1 ? known : `one of ${known}`);
  };

export const list =
  (item: Check): Check =>
  (value, spot) => {
    if (!Array.isArray(value)) throw wrongValue(value, spot, "a list");
    return Object.freeze(Array.from(value, (entry, i) => item(entry, inside(spot, i))));
  };

export const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, spot) => {
    const copy: Record<string, unknown> = {};
    for (const [key, member] of entries(value, spot)) {
      const check = Object.hasOwn(members, key) ? members[key] : undefined;
      if (check === undefined) throw unknownKey(inside(spot, key), Object.keys(members));
      if (member !== undefined) copy[key] = check(member, inside(spot, key));
    }
    return Object.freeze(copy);
  };

/** An object whose members a later reader judges; only keys that would pollute prototypes are refused here. */
export const anyObject: Check = (value, spot) => {
  // YAML aliases can make a value that contains itself, or one that unfolds without end.
  const seen = new Set<unknown>();
  const walk = (part: unknown, at: Spot): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    const found = Array.isArray(part) ? part.entries() : entries(part, at);
    for (const [key, member] of found) walk(member, inside(at, key));
  };
  entries(value, spot);
  walk(value, spot);
  return value;
};

export const mapOf =
  (check: Check): Check =>
  (value, spot) =>
    Object.freeze(
      Object.fromEntries(
        entries(value, spot).map(([key, member]) => [key, check(member, inside(spot, key))]),
      ),
    );

export const inside = ({ place, path }: Spot, key: string | number): Spot => ({
  place,
  path: [...path, key],
});

export function entries(value: unknown, spot: Spot): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongValue(value, spot, "an object");
  }
  const found = Object.entries(value);
  const polluting = found.find(([key]) => POLLUTING.includes(key));
  if (polluting === undefined) return found;
  const what = "is a key that would change what every object inherits";
  throw configProblem("GNT_CONFIG_INVALID", inside(spot, polluting[0]), { what, hint: "remove the key" });
}

export function unknownKey(spot: Spot, known: readonly string[]): Error {
  const near = nearestName(String(spot.path.at(-1)), known);
  const hint =
    near === undefined
      ? `known keys here: ${known.map((key) => `\`${key}\``).join(", ")}`
      : `did you mean \`${near}\`?`;
  return configProblem("GNT_CONFIG_UNKNOWN_KEY", spot, { what: "is a key nobody reads", hint });
}
