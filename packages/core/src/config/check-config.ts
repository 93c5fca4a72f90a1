import { type Behavior, MODES } from "../contract/decision.ts";
import { parseRule } from "../policy/rule.ts";
import { FORM_EXAMPLE, problemOf } from "../secrets/redaction-options.ts";
import type { SecretForm } from "../secrets/secret-forms.ts";
import { isPlugin } from "../tool/define-plugin.ts";
import { nearestName } from "../tool/nearest-name.ts";
import type { GauntletConfig } from "./config.ts";
import { type ConfigPlace, configProblem, type Spot, wrongValue } from "./config-problem.ts";

/** Judges one value and returns a frozen copy of it. */
type Check = (value: unknown, spot: Spot) => unknown;

const POLLUTING = ["__proto__", "constructor", "prototype"];

/**
 * Checks a configuration whole: every key is known, every value is what it must be.
 * @returns a frozen copy with own keys only; `hooks`, `mcpServers` and plugin objects are kept as they are.
 * @throws GNT_CONFIG_UNKNOWN_KEY, GNT_CONFIG_INVALID, GNT_CONFIG_RULE with key path, file and line (where the place knows them).
 */
export function checkConfig(value: unknown, where: ConfigPlace = {}): GauntletConfig {
  return root(value, { place: where, path: [] }) as GauntletConfig;
}

const text: Check = (value, spot) => {
  if (typeof value === "string") return value;
  throw wrongValue(value, spot, "a text");
};

const filledText: Check = (value, spot) => {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw wrongValue(value, spot, "a text that is not blank");
};

const yesOrNo: Check = (value, spot) => {
  if (typeof value === "boolean") return value;
  throw wrongValue(value, spot, "`true` or `false`");
};

const count: Check = (value, spot) => {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value;
  throw wrongValue(value, spot, "a whole number above 0");
};

const countOrNone: Check = (value, spot) => {
  if (value === 0) return value;
  return count(value, spot);
};

const amount: Check = (value, spot) => {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw wrongValue(value, spot, "a number that is not negative");
};

const address: Check = (value, spot) => {
  if (typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value;
  throw wrongValue(value, spot, "an `http` or `https` address");
};

const plugin: Check = (value, spot) => {
  if ((typeof value === "string" && value.trim() !== "") || isPlugin(value)) return value;
  throw wrongValue(value, spot, "a package name, a file or a plugin made by `definePlugin`");
};

/** Rules are parsed here, in the order they are written, so that the first mistake in a file is the one reported. */
const rule =
  (behavior: Behavior): Check =>
  (value, spot) => {
    const content = text(value, spot) as string;
    const { file, source = "host", placeOf } = spot.place;
    const where = { ...(file === undefined ? {} : { file }), ...placeOf?.(spot.path, content) };
    parseRule({ behavior, text: content, source, anchor: "/", ...where });
    return content;
  };

const oneOf =
  (names: readonly string[]): Check =>
  (value, spot) => {
    if (typeof value === "string" && names.includes(value)) return value;
    const known = names.map((name) => `\`${name}\``).join(", ");
    throw wrongValue(value, spot, names.length === 1 ? known : `one of ${known}`);
  };

const list =
  (item: Check): Check =>
  (value, spot) => {
    if (!Array.isArray(value)) throw wrongValue(value, spot, "a list");
    return Object.freeze(Array.from(value, (entry, i) => item(entry, inside(spot, i))));
  };

const shape =
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

const price: Check = (value, spot) => {
  const copy = shape({ input: amount, output: amount, cacheRead: amount, cacheWrite: amount })(value, spot);
  for (const key of ["input", "output"]) {
    if (!Object.hasOwn(copy as object, key)) amount(undefined, inside(spot, key));
  }
  return copy;
};

/** By model family. */
const prices: Check = (value, spot) => mapOf(price)(value, spot);

const environment: Check = (value, spot) => {
  const copy: Record<string, unknown> = {};
  for (const [key, member] of entries(value, spot)) {
    const at = inside(spot, key);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) {
      const what = "is not the name of an environment variable";
      throw configProblem("GNT_CONFIG_INVALID", at, { what, hint: "use letters, digits and `_`" });
    }
    const content = text(member, at) as string;
    if (content.includes("\0")) throw wrongValue(content, at, "a text without NUL");
    copy[key] = content;
  }
  return Object.freeze(copy);
};

/** An object whose members a later reader judges; only keys that would pollute prototypes are refused here. */
const anyObject: Check = (value, spot) => {
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

const secretForm: Check = (value, spot) => {
  const members = {
    name: filledText,
    starts: list(text),
    chars: text,
    min: count,
    dots: count,
    hasDigit: yesOrNo,
  };
  const copy = shape(members)(value, spot) as Partial<SecretForm>;
  for (const key of ["name", "starts", "min"] as const) {
    if (copy[key] === undefined) members[key](undefined, inside(spot, key));
  }
  const what = problemOf(copy as SecretForm);
  if (what === undefined) return copy;
  throw configProblem("GNT_CONFIG_INVALID", spot, { what, hint: FORM_EXAMPLE });
};

const mapOf =
  (check: Check): Check =>
  (value, spot) =>
    Object.freeze(
      Object.fromEntries(
        entries(value, spot).map(([key, member]) => [key, check(member, inside(spot, key))]),
      ),
    );

const root = shape({
  permissions: shape({
    allow: list(rule("allow")),
    ask: list(rule("ask")),
    deny: list(rule("deny")),
    defaultMode: oneOf(MODES),
    additionalDirectories: list(text),
    disableBypassPermissionsMode: oneOf(["disable"]),
  }),
  plugins: list(plugin),
  tools: list(text),
  profile: text,
  model: shape({
    name: text,
    maxTokens: count,
    contextTokens: countOrNone,
    baseURL: address,
    idleTimeoutMs: count,
    prices,
  }),
  env: environment,
  packs: mapOf(anyObject),
  trustEffects: list(text),
  limits: shape({
    maxConcurrency: count,
    maxTurns: countOrNone,
    maxCalls: countOrNone,
    maxTotalTokens: countOrNone,
    maxCostUsd: amount,
    maxDurationMs: countOrNone,
    messageResultBytes: count,
    previewBytes: count,
  }),
  redaction: shape({ enabled: yesOrNo, forms: list(secretForm) }),
  sessions: shape({ retentionDays: countOrNone, maxBytes: countOrNone }),
  hooks: anyObject,
  mcpServers: anyObject,
  extends: list(filledText),
  allowManagedPermissionRulesOnly: yesOrNo,
  requiredExtends: list(filledText),
  allowManagedHooksOnly: yesOrNo,
  allowedMcpServers: list(filledText),
} satisfies Record<keyof GauntletConfig, Check>);

const inside = ({ place, path }: Spot, key: string | number): Spot => ({ place, path: [...path, key] });

function entries(value: unknown, spot: Spot): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongValue(value, spot, "an object");
  }
  const found = Object.entries(value);
  const polluting = found.find(([key]) => POLLUTING.includes(key));
  if (polluting === undefined) return found;
  const what = "is a key that would change what every object inherits";
  throw configProblem("GNT_CONFIG_INVALID", inside(spot, polluting[0]), { what, hint: "remove the key" });
}

function unknownKey(spot: Spot, known: readonly string[]): Error {
  const near = nearestName(String(spot.path.at(-1)), known);
  const hint = near === undefined ? `known keys here: ${known.join(", ")}` : `did you mean \`${near}\`?`;
  return configProblem("GNT_CONFIG_UNKNOWN_KEY", spot, { what: "is a key nobody reads", hint });
}
