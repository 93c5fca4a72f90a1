import type { HookSettings } from "./contract/command-hook.ts";
import type { Mode, PolicyRevision } from "./contract/decision.ts";
import type { SessionEvent } from "./contract/event.ts";
import { ConfigError, messageOf } from "./errors.ts";
import { keepOut, saysTheSame } from "./keep-out.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import type { Mirror } from "./policy/mirror-pattern.ts";
import { compileMirrored, mirrored } from "./policy/mirror-rules.ts";
import { pathEnvOf } from "./policy/path-env.ts";
import type { PolicyContext, RuleSource } from "./policy/policy.ts";
import type { RuleSet } from "./policy/rules.ts";
import type { ConfiguredSettings, SettingsChange, SettingsSource, SettingsState } from "./settings-source.ts";
import type { RememberedRule } from "./stages/runtime.ts";

/** Where the rules of a session come from and who may change them. */
export interface PolicyHome {
  /** What is configured, now and whenever it changed. */
  readonly settings: SettingsSource;
  /** Holds for every session, whatever mode it had before. */
  readonly mode: Mode | undefined;
  /** Of a new session, when there is no `mode`. */
  readonly defaultMode: Mode;
  /** Only rules of the organization count, whoever else says something. */
  readonly managedRulesOnly: boolean;
  readonly forbidBypass: boolean;
  /** Writes a rule to the settings file of its scope. */
  readonly saveRule: ((rule: RememberedRule) => Promise<void>) | undefined;
}

/** Judges changed settings before they count. @returns those that shall not, never one of the organization. */
export type RefuseChanges = (changes: readonly SettingsChange[]) => Promise<readonly SettingsChange[]>;

/** The part of a session's state that decisions depend on: rules and mode. */
export interface SessionPolicy {
  rules(): RuleSet;
  /** What `rules` is compiled from. */
  sources(): readonly RuleSource[];
  /**
   * Other rules than those of the session, as they would bind here.
   * @param copies where they bind as well as in the copy the session is in.
   * @throws GNT_CONFIG_RULE.
   */
  compile(rules: readonly RuleSource[], copies?: readonly Mirror[]): RuleSet;
  /** The copy the session has moved to. */
  mirror(): Mirror | undefined;
  mode(): Mode;
  context(): PolicyContext;
  /** The working directory now: that of the session, or the worktree it has moved to. */
  directory(): string;
  /** Moves the session into a copy of its place, or back with undefined; rules that tighten go along. */
  moveTo(mirror: Mirror | undefined): void;
  /** @throws GNT_CONFIG_INVALID for a mode that is forbidden here. */
  setMode(mode: Mode, by: string): void;
  /**
   * Remembers all of them or none: each is checked before the first is written.
   * @throws GNT_CONFIG_RULE, GNT_CONFIG_INVALID, and what writing a settings file throws; then nothing has changed in
   * the session, though files that were written before the one that failed stay.
   */
  remember(rules: readonly RememberedRule[]): Promise<void>;
  /** The command hooks that are set now. */
  commandHooks(): HookSettings;
  /** Policies in force. */
  policies(): readonly PolicyRevision[];
  /** Takes over settings that changed. What was refused is judged again with the next change. Never rejects. */
  refresh(refuse: RefuseChanges): Promise<void>;
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

export function createSessionPolicy(
  home: PolicyHome,
  fixed: Omit<PolicyContext, "mode">,
  { record, now }: { readonly record: (event: SessionEvent) => void; readonly now: () => Date },
): SessionPolicy {
  let seen = home.settings.current();
  let configured: ConfiguredSettings = seen;
  let refused: readonly SettingsChange[] = [];
  let remembered: readonly KeptRule[] = [];
  let mode = home.mode ?? home.defaultMode;
  let problem: string | undefined;
  let mirror: Mirror | undefined;
  const inTurn = oneAfterAnother();

  const env = pathEnvOf(fixed.cwd, fixed.home);
  const compileHere = (rules: readonly RuleSource[], copies: readonly Mirror[] = []): RuleSet =>
    compileMirrored(rules, env, distinctMirrors([...copies, ...(mirror ? [mirror] : [])]));
  const inForce = (base: readonly RuleSource[], kept: readonly KeptRule[]): readonly RuleSource[] => {
    // A rule that was written to a file is read from there again.
    const session = kept.map(({ source }) => source);
    const all = [...base, ...session.filter((rule) => !base.some((other) => saysTheSame(rule, other)))];
    return home.managedRulesOnly ? all.filter(({ source }) => source === "managed") : all;
  };
  const compile = (kept: readonly KeptRule[], { rules }: ConfiguredSettings = configured): RuleSet =>
    compileHere(inForce(rules, kept));
  let rules = compile(remembered);

  const kept = ({ behavior, rule, scope }: RememberedRule, until?: string): KeptRule => ({
    source: { behavior, text: rule, source: scope, anchor: fixed.cwd },
    ...(until !== undefined && { until }),
  });
  const dropExpired = (): void => {
    const held = remembered.filter(({ until }) => until === undefined || Date.parse(until) > now().getTime());
    if (held.length === remembered.length) return;
    remembered = held;
    rules = compile(remembered);
  };

  const reload = async (refuse: RefuseChanges): Promise<void> => {
    try {
      const now = await home.settings.refresh();
      if (now.version !== seen.version) {
        compile(remembered, now);
        problem = undefined;
        await judge(now, refuse);
      }
      problem = undefined;
    } catch (thrown) {
      problem = messageOf(thrown);
    }
  };
  const judge = async (now: SettingsState, refuse: RefuseChanges): Promise<void> => {
    const changes = byFile([...refused, ...home.settings.changesSince(seen.version)]);
    refused = await refuse(changes);
    seen = now;
    if (refused.length === 0) configured = now;
    else if (changes.some(({ source }) => source === "policy_settings"))
      configured = keepOut(configured, now);
    // Another rule may have been remembered meanwhile.
    rules = compile(remembered);
  };

  const save = async (given: readonly RememberedRule[]): Promise<void> => {
    const [first] = given;
    if (first === undefined) return;
    if (!home.saveRule) {
      throw new ConfigError(
        "GNT_CONFIG_INVALID",
        `there is no settings file for the scope \`${first.scope}\` here`,
        { hint: "remember it for the session" },
      );
    }
    for (const rule of given) await home.saveRule(rule);
  };

  return {
    rules() {
      dropExpired();
      return rules;
    },
    sources: () => inForce(configured.rules, remembered),
    compile: compileHere,
    mode: () => mode,
    context: () => ({ ...fixed, mode }),
    mirror: () => mirror,
    directory: () => (mirror ? mirrored(fixed.cwd, mirror) : fixed.cwd),
    moveTo(next) {
      mirror = next;
      rules = compile(remembered);
      record({ type: "session.moved", ...(next && { mirror: next }) });
    },
    problem: () => problem,
    setMode(next, by) {
      if (next === "bypassPermissions" && home.forbidBypass) {
        throw new ConfigError("GNT_CONFIG_INVALID", "the mode `bypassPermissions` is forbidden here", {
          hint: "choose another mode",
        });
      }
      mode = next;
      record({ type: "mode.changed", mode, by });
    },
    async remember(given) {
      if (home.managedRulesOnly) {
        throw new ConfigError(
          "GNT_CONFIG_INVALID",
          "only rules of the organization count here, so none can be remembered",
          { hint: "answer for this call alone, or ask whoever keeps the managed settings" },
        );
      }
      const all = given.map((rule) => kept(rule, endOf(rule, now())));
      compile([...remembered, ...all]);
      await save(given.filter(({ scope }) => scope !== "session"));
      // Rules may have been read again, or others remembered, while files were written.
      remembered = [...remembered, ...all];
      rules = compile(remembered);
      for (const [index, { behavior, rule, scope }] of given.entries()) {
        const until = all[index]?.until;
        record({ type: "rule.remembered", behavior, rule, scope, ...(until !== undefined && { until }) });
      }
    },
    commandHooks: () => configured.commandHooks,
    policies: () => configured.policies,
    refresh: (refuse) => inTurn(() => reload(refuse)),
    apply(event) {
      if (event.type === "session.moved") {
        mirror = event.mirror;
        rules = compile(remembered);
      }
      if ("mode" in event && home.mode === undefined) mode = modeAfter(event.mode, home.defaultMode);
      if (event.type !== "rule.remembered" || event.scope !== "session") return;
      remembered = [...remembered, kept(event, event.until)];
      rules = compile(remembered);
    },
  };
}

const byFile = (changes: readonly SettingsChange[]): readonly SettingsChange[] => [
  ...new Map(changes.map((change) => [change.file, change])).values(),
];

const distinctMirrors = (mirrors: readonly Mirror[]): readonly Mirror[] => [
  ...new Map(mirrors.map((mirror) => [JSON.stringify([mirror.of, mirror.at]), mirror])).values(),
];
