import { type Behavior, MODES } from "../contract/decision.ts";
import { parseRule } from "../policy/rule.ts";
import { DEFERRAL_POLICIES } from "../pool/deferral.ts";
import { STRICT_CHOICES } from "../pool/strict-tools.ts";
import { FORM_EXAMPLE, problemOf } from "../secrets/redaction-options.ts";
import type { SecretForm } from "../secrets/secret-forms.ts";
import { isPlugin } from "../tool/define-plugin.ts";
import { hooks } from "./check-hooks.ts";
import {
  address,
  amount,
  anyObject,
  type Check,
  count,
  countOrNone,
  entries,
  filledText,
  inside,
  list,
  mapOf,
  oneOf,
  secretText,
  shape,
  text,
  yesOrNo,
} from "./checks.ts";
import type { GauntletConfig } from "./config.ts";
import { type ConfigPlace, configProblem, wrongValue } from "./config-problem.ts";

/**
 * Checks a configuration whole: every key is known, every value is what it must be.
 * @returns a frozen copy with own keys only; `mcpServers` and plugin objects are kept as they are.
 * @throws GNT_CONFIG_UNKNOWN_KEY, GNT_CONFIG_INVALID, GNT_CONFIG_RULE with key path, file and line (where the place knows them).
 */
export function checkConfig(value: unknown, where: ConfigPlace = {}): GauntletConfig {
  return root(value, { place: where, path: [] }) as GauntletConfig;
}

const share: Check = (value, spot) => {
  if (typeof value === "number" && value > 0 && value <= 1) return value;
  throw wrongValue(value, spot, "a number above 0 and at most 1");
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
    const content = secretText(member, at) as string;
    if (content.includes("\0")) {
      const what = "holds a NUL character";
      throw configProblem("GNT_CONFIG_INVALID", at, { what, hint: "remove it" });
    }
    copy[key] = content;
  }
  return Object.freeze(copy);
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
  deferral: shape({ policy: oneOf(DEFERRAL_POLICIES), share }),
  strict: oneOf(STRICT_CHOICES),
  model: shape({
    name: text,
    maxTokens: count,
    contextTokens: countOrNone,
    baseURL: address,
    idleTimeoutMs: count,
    prices,
    toolReferences: yesOrNo,
    strictTools: yesOrNo,
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
  hooks,
  claudeSettings: yesOrNo,
  disableAllHooks: yesOrNo,
  allowedHttpHookUrls: list(filledText),
  httpHookAllowedEnvVars: list(filledText),
  mcpServers: anyObject,
  extends: list(filledText),
  allowManagedPermissionRulesOnly: yesOrNo,
  requiredExtends: list(filledText),
  allowManagedHooksOnly: yesOrNo,
  allowedMcpServers: list(filledText),
  enableAllProjectMcpServers: yesOrNo,
} satisfies Record<keyof GauntletConfig, Check>);
