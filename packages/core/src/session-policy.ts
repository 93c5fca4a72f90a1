import type { ChangedSettings, HookSettings } from "./contract/command-hook.ts";
import type { Mode, PolicyRevision } from "./contract/decision.ts";
import type { SessionEvent } from "./contract/event.ts";
import { ConfigError, messageOf } from "./errors.ts";
import { isCaseInsensitive, isUnicodeNormalizing } from "./policy/case-sensitivity.ts";
import { compileMirrored, type Mirror, mirrored } from "./policy/mirror-rules.ts";
import type { PolicyContext, RuleSource } from "./policy/policy.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import type { RuleSet } from "./policy/rules.ts";
import type { RememberedRule } from "./stages/runtime.ts";

/** Where the rules of a session come from and who may change them. */
export interface PolicyHome {
  readonly rules: readonly RuleSource[];
  /** Holds for every session, whatever mode it had before. */
  readonly mode: Mode | undefined;
  /** Of a new session, when there is no `mode`. */
  readonly defaultMode: Mode;
  /** Only rules of the organization count, whoever else says something. */
  readonly managedRulesOnly: boolean;
  readonly forbidBypass: boolean;
  readonly policies: readonly PolicyRevision[];
  /** Writes a rule to the settings file of its scope. */
  readonly saveRule: ((rule: RememberedRule) => Promise<void>) | undefined;
  /** What is configured, when settings changed since the last time; else undefined. */
  readonly reloadSettings: (() => Promise<ReloadedSettings | undefined>) | undefined;
  readonly commandHooks: HookSettings;
}

/** Settings that were read again. */
export interface ReloadedSettings {
  readonly rules: readonly RuleSource[];
  /** Default: those there were. */
  readonly commandHooks?: HookSettings;
  /** What changed. */
  readonly changes?: readonly { readonly file: string; readonly source: ChangedSettings }[];
}

/** Judges changed settings before they count. @returns false where they shall not. */
export type AcceptChange = (changes: ReloadedSettings["changes"]) => Promise<boolean>;

/** The part of a session's state that decisions depend on: rules and mode. */
export interface SessionPolicy {
  rules(): RuleSet;
  /** What `rules` is compiled from. */
  sources(): readonly RuleSource[];
  /** Other rules than those of the session, as they would bind here. @throws GNT_CONFIG_RULE. */
  compile(rules: readonly RuleSource[]): RuleSet;
  mode(): Mode;
  context(): PolicyContext;
  /** The working directory now: that of the session, or the worktree it has moved to. */
  directory(): string;
  /** Moves the session into a copy of its place, or back with undefined; rules that tighten go along. */
  moveTo(mirror: Mirror | undefined): void;
  /** @throws GNT_CONFIG_INVALID for a mode that is forbidden here. */
  setMode(mode: Mode, by: string): void;
  /** @throws GNT_CONFIG_RULE, GNT_CONFIG_INVALID, and what writing a settings file throws; then nothing has changed. */
  remember(rule: RememberedRule): Promise<void>;
  /** The command hooks that are set now. */
  commandHooks(): HookSettings;
  /** Never rejects. */
  refresh(accept: AcceptChange): Promise<void>;
  problem(): string | undefined;
  /** Takes over what an earlier run of the session remembered. */
  apply(event: SessionEvent): void;
}

interface KeptRule {
  readonly source: RuleSource;
  /** ISO 8601. */
  readonly until?: string;
}

/** A year; what lasts longer is a setting. */
const MAX_MINUTES = 525_600;

/** When a rule ends that holds for a while. @throws GNT_CONFIG_INVALID for a time that is none, or none for files. */
function endOf({ minutes, scope }: RememberedRule, now: Date): string | undefined {
  if (minutes === undefined) return undefined;
  if (scope !== "session" || !(minutes > 0 && minutes <= MAX_MINUTES)) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `a rule cannot be remembered for ${minutes} minutes in \`${scope}\``,
      {
        hint: `give above 0 and at most ${MAX_MINUTES} minutes, and only for the session`,
      },
    );
  }
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

/** Planning is over when its process is, and nobody is spared questions by a session they go on with. */
const modeAfter = (before: Mode, standard: Mode): Mode => {
  if (before !== "plan" && before !== "bypassPermissions") return before;
  return standard === "bypassPermissions" ? "default" : standard;
};

/** A rule that was written to a file is read from there again. */
const saysTheSame = (a: RuleSource, b: RuleSource): boolean =>
  a.text === b.text && a.behavior === b.behavior && a.source === b.source;

export function createSessionPolicy(
  home: PolicyHome,
  fixed: Omit<PolicyContext, "mode">,
  { record, now }: { readonly record: (event: SessionEvent) => void; readonly now: () => Date },
): SessionPolicy {
  let configured = home.rules;
  let { commandHooks } = home;
  let remembered: readonly KeptRule[] = [];
  let mode = home.mode ?? home.defaultMode;
  let problem: string | undefined;
  let mirror: Mirror | undefined;
  let refreshing: Promise<void> | undefined;

  const env = {
    cwd: fixed.cwd,
    home: fixed.home,
    caseInsensitive: isCaseInsensitive(fixed.cwd),
    unicodeNormalizing: isUnicodeNormalizing(),
    realPathOf: realPathOrSelf,
  };
  const compileHere = (rules: readonly RuleSource[]): RuleSet => compileMirrored(rules, env, mirror);
  const inForce = (base: readonly RuleSource[], kept: readonly KeptRule[]): readonly RuleSource[] => {
    const session = kept.map(({ source }) => source);
    const all = [...base, ...session.filter((rule) => !base.some((other) => saysTheSame(rule, other)))];
    return home.managedRulesOnly ? all.filter(({ source }) => source === "managed") : all;
  };
  const compile = (base: readonly RuleSource[], kept: readonly KeptRule[]): RuleSet =>
    compileHere(inForce(base, kept));
  let rules = compile(configured, remembered);

  const kept = ({ behavior, rule, scope }: RememberedRule, until?: string): KeptRule => ({
    source: { behavior, text: rule, source: scope, anchor: fixed.cwd },
    ...(until !== undefined && { until }),
  });
  const dropExpired = (): void => {
    const held = remembered.filter(({ until }) => until === undefined || Date.parse(until) > now().getTime());
    if (held.length === remembered.length) return;
    remembered = held;
    rules = compile(configured, remembered);
  };

  const reload = async (accept: AcceptChange): Promise<void> => {
    try {
      const changed = await home.reloadSettings?.();
      if (changed === undefined) return;
      const compiled = compile(changed.rules, remembered);
      problem = undefined;
      if (!(await accept(changed.changes))) return;
      // Another rule may have been remembered meanwhile.
      rules = remembered.length === 0 ? compiled : compile(changed.rules, remembered);
      configured = changed.rules;
      commandHooks = changed.commandHooks ?? commandHooks;
    } catch (thrown) {
      problem = messageOf(thrown);
    }
  };

  return {
    rules() {
      dropExpired();
      return rules;
    },
    sources: () => inForce(configured, remembered),
    compile: compileHere,
    mode: () => mode,
    context: () => ({ ...fixed, mode }),
    directory: () => (mirror ? mirrored(fixed.cwd, mirror) : fixed.cwd),
    moveTo(next) {
      mirror = next;
      rules = compile(configured, remembered);
      record({ type: "session.moved", ...(next && { mirror: next }) });
    },
    problem: () => problem,
    setMode(next, by) {
      if (next === "bypassPermissions" && home.forbidBypass) {
        throw new ConfigError("GNT_CONFIG_INVALID", "the mode `bypassPermissions` is forbidden here");
      }
      mode = next;
      record({ type: "mode.changed", mode, by });
    },
    async remember(rule) {
      if (home.managedRulesOnly) {
        throw new ConfigError(
          "GNT_CONFIG_INVALID",
          "only rules of the organization count here, so none can be remembered",
        );
      }
      const until = endOf(rule, now());
      const one = kept(rule, until);
      compile(configured, [...remembered, one]);
      if (rule.scope !== "session") {
        if (!home.saveRule) {
          throw new ConfigError(
            "GNT_CONFIG_INVALID",
            `there is no settings file for the scope \`${rule.scope}\` here`,
            {
              hint: "remember it for the session",
            },
          );
        }
        await home.saveRule(rule);
      }
      // Rules may have been read again, or others remembered, while the file was written.
      remembered = [...remembered, one];
      rules = compile(configured, remembered);
      const { behavior, rule: text, scope } = rule;
      record({ type: "rule.remembered", behavior, rule: text, scope, ...(until !== undefined && { until }) });
    },
    commandHooks: () => commandHooks,
    refresh(accept) {
      refreshing ??= reload(accept).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    apply(event) {
      if (event.type === "session.moved") {
        mirror = event.mirror;
        rules = compile(configured, remembered);
      }
      if ("mode" in event && home.mode === undefined) mode = modeAfter(event.mode, home.defaultMode);
      if (event.type !== "rule.remembered" || event.scope !== "session") return;
      remembered = [...remembered, kept(event, event.until)];
      rules = compile(configured, remembered);
    },
  };
}
