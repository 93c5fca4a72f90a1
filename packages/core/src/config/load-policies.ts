import { realpath } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { ConfigError, type GauntletError, isGauntletError } from "../errors.ts";
import { definePolicy, isPolicy, type Policy } from "../policy/define-policy.ts";
import { isInside } from "../policy/path-inside.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { tryExamples } from "../policy/policy-trial.ts";
import { configRules, type FoundRule, ignoredKeys, policyRules } from "./extended-rules.ts";
import { causeText } from "./load-module.ts";
import { quoted } from "./quoted.ts";
import { type ExtendedModule, readExtended } from "./read-extended.ts";
import { baseDirectory, packageName, resolveEntry } from "./resolve-entry.ts";

const MAX_DEPTH = 8;
const OWN_SCOPE = "@gauntlet/";

/** A policy that was loaded from a module. */
export interface FoundPolicy {
  readonly name: string;
  readonly revision: string;
  /** Absolute, links followed. */
  readonly file: string;
}

/** Everything that a list of `extends` leads to. */
export interface LoadedPolicies {
  readonly policies: readonly FoundPolicy[];
  /** Rules of the policies and of configurations extended like policies, each with its file. */
  readonly rules: readonly (PolicyRule & FoundRule)[];
  /** Absolute paths of what was read, policies and configurations. */
  readonly files: readonly string[];
  /** What was found and does not count. One sentence each. */
  readonly notices: readonly string[];
}

/** Where policies are named, and what may be loaded from there. */
export interface PolicyPlace {
  /** What the chain in messages begins with. Default: `from`. */
  readonly name?: string;
  /** Absolute directory whose files do not count; a policy whose real path is in it is refused. */
  readonly untrusted?: string;
}

/**
 * Loads what `extends` names, and what that extends: `./x` and `/x` are files (code, JSON or YAML) relative to the
 * file that names them, anything else is a package, resolved as that file would resolve it. A module exports a policy
 * or a configuration; of the latter only rules and `extends` count. Each file is loaded once, and each policy's
 * examples are tried.
 * @param from absolute path or file URL of the naming file, or absolute path of a directory.
 * @throws GNT_POLICY_LOAD with the chain that led there (missing, throws, exports neither, another contract version, a
 * circle, more than 8 deep, an untrusted place), GNT_POLICY_EXAMPLE, GNT_POLICY_DECLARATION, and what a configuration
 * can be refused for.
 */
export async function loadPolicies(
  entries: readonly string[],
  from: string | URL,
  { name, untrusted }: PolicyPlace = {},
): Promise<LoadedPolicies> {
  const start = String(from).startsWith("file:") ? fileURLToPath(from) : String(from);
  const found: Found = { policies: [], rules: [], files: [], notices: [] };
  const files = [await realpath(start).catch(() => start)];
  await extend(
    entries,
    { base: await baseDirectory(start), chain: [name ?? start], files },
    { found, untrusted },
  );
  return found;
}

type Found = { -readonly [K in keyof LoadedPolicies]: LoadedPolicies[K][number][] };

/** Who names the next policies. */
interface Step {
  readonly base: string;
  /** The names on the way here, as written. */
  readonly chain: readonly string[];
  /** The real files on the way here. */
  readonly files: readonly string[];
}

interface Walk {
  readonly found: Found;
  readonly untrusted: string | undefined;
}

async function extend(entries: readonly string[], step: Step, walk: Walk): Promise<void> {
  for (const entry of entries) await extendOne(entry, { ...step, chain: [...step.chain, entry] }, walk);
}

async function extendOne(entry: string, { base, chain, files }: Step, walk: Walk): Promise<void> {
  const { found, untrusted } = walk;
  const refuse = refusing(chain);
  if (chain.length > MAX_DEPTH + 1)
    return refuse(
      `policies extend each other more than ${MAX_DEPTH} deep`,
      "extend fewer policies by way of others",
    );
  const file = await realpath(await resolveEntry(entry, { base, noun: "policy", refuse }));
  if (files.includes(file))
    return refuse("policies extend each other in a circle", "take one of these out of `extends`");
  if (found.files.includes(file)) return;
  if (untrusted !== undefined && isInside(file, untrusted)) {
    return refuse(
      `policy ${quoted(entry)} lies in ${quoted(untrusted)}, which is not trusted`,
      `run \`gauntlet trust ${untrusted}\` first`,
    );
  }
  found.files.push(file);
  const extended = await readModule(entry, file, refuse);
  take(entry, extended, { found, refuse });
  await extend(extended.bases, { base: await baseDirectory(file), chain, files: [...files, file] }, walk);
}

type Refuse = (message: string, hint: string, cause?: unknown) => never;

function refusing(chain: readonly string[]): Refuse {
  // Each name is escaped and cut by itself: the whole way has to stay readable.
  const way = `\`${chain.map((name) => quoted(name).slice(1, -1)).join(" -> ")}\``;
  return (message, hint, cause) => {
    throw new ConfigError("GNT_POLICY_LOAD", `${message}: ${way}`, {
      hint,
      ...(cause === undefined ? {} : { cause }),
    });
  };
}

async function readModule(entry: string, file: string, refuse: Refuse): Promise<ExtendedModule> {
  try {
    return await readExtended(file);
  } catch (cause) {
    if (isGauntletError(cause)) throw placed(cause, file);
    const what = `policy ${quoted(entry)} cannot be loaded: ${quoted(causeText(cause, file))}`;
    return refuse(what, `look at ${quoted(file)}`, cause);
  }
}

/** An error of ours keeps its code; the module that made it does not know its own name. */
function placed(cause: GauntletError, file: string): GauntletError {
  if (cause.message.includes(quoted(file))) return cause;
  const hint = cause.hint === undefined ? {} : { hint: cause.hint };
  return new ConfigError(cause.code, `${cause.message}, in ${quoted(file)}`, { ...hint, cause });
}

function take(
  entry: string,
  { file, exported, config, text, placeOf }: ExtendedModule,
  { found, refuse }: { readonly found: Found; readonly refuse: Refuse },
): void {
  if (config !== undefined) {
    const ignored = ignoredKeys(config).map((key) => `\`${key}\``);
    if (ignored.length > 0)
      found.notices.push(
        `${ignored.join(", ")} in ${quoted(file)} does not count: of what is extended only rules do`,
      );
    found.rules.push(...configRules(config, { file, placeOf }));
    return;
  }
  const policy = checkedPolicy(entry, exported, refuse);
  checkExamples(policy, file);
  found.policies.push({ name: policy.name, revision: policy.revision, file });
  found.rules.push(...policyRules(policy.rules, { file, text }));
}

/** Another copy of this package may have made the policy, so it is checked again. */
function checkedPolicy(entry: string, policy: unknown, refuse: Refuse): Policy {
  if (!isPolicy(policy)) {
    return refuse(
      `policy ${quoted(entry)} exports neither a policy nor a configuration with rules`,
      "export one by default, made with `definePolicy` or `defineConfig`",
    );
  }
  if (policy.contract !== CONTRACT_VERSION) {
    refuse(
      `policy ${quoted(entry)} was built for contract version ${policy.contract}, this is version ${CONTRACT_VERSION}`,
      "install a version of the policy that was built for this one",
    );
  }
  const { name, revision, rules, extends: bases } = policy;
  const checked = definePolicy({ name, revision, rules, extends: bases });
  if (checked.name.startsWith(OWN_SCOPE) && checked.name !== packageName(entry)) {
    refuse(
      `policy ${quoted(entry)} calls itself ${quoted(checked.name)}, which is a name of ours`,
      `give it another name; \`${OWN_SCOPE}\` names belong to the packages of that scope`,
    );
  }
  return checked;
}

/** @throws GNT_POLICY_EXAMPLE for the first example that is not decided as it says. */
function checkExamples({ name, rules }: Policy, file: string): void {
  const wrong = tryExamples(rules).find(({ problem }) => problem !== undefined);
  if (wrong === undefined) return;
  const { rule, example, expected, problem } = wrong;
  const call = typeof example === "string" ? example : JSON.stringify(example);
  throw new ConfigError(
    "GNT_POLICY_EXAMPLE",
    `policy ${quoted(name)} in ${quoted(file)}, rule ${quoted(rule.id ?? rule.text)}: the \`${expected}\` example ` +
      `${quoted(call)} ${problem}`,
    { hint: "repair the rule or the example; what no rule of the policy is about belongs under `ask`" },
  );
}
