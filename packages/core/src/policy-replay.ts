import { type Behavior, type Decision, ORIGINAL_INPUT, type Vote } from "./contract/decision.ts";
import type { LocatedEffect } from "./contract/effect.ts";
import type { JournalEntry, SessionEvent } from "./contract/event.ts";
import { isToolUse } from "./contract/message.ts";
import type { Tool } from "./contract/tool.ts";
import { combine } from "./policy/combine.ts";
import type { Mirror } from "./policy/mirror-pattern.ts";
import { compileMirrored } from "./policy/mirror-rules.ts";
import { pathEnvOf } from "./policy/path-env.ts";
import type { PolicyContext, RuleSource } from "./policy/policy.ts";
import type { RuleSet } from "./policy/rules.ts";

/** The policy that past calls are judged by. */
export interface PolicyReplayOptions {
  /** Take the place of all configured rules of then; what people remembered in a session stays. */
  readonly rules: readonly RuleSource[];
  /** Working directory of the session, absolute. */
  readonly cwd: string;
  readonly home: string;
  /** Patterns of plugin names whose tools' effect claims are believed. */
  readonly trustEffects: readonly string[];
  /** What the mode `bypassPermissions` allowed is no longer allowed by it. Default false. */
  readonly forbidBypass?: boolean;
  /** Tools by name, for their aliases; they are not run. */
  readonly toolOf?: (name: string) => Tool | undefined;
}

/** One past decision, judged again. */
export interface Rejudged {
  /** Of the entry with the decision. */
  readonly seq: number;
  readonly at: string;
  readonly call: string;
  readonly tool: string;
  readonly input?: unknown;
  readonly from: Judgement;
  /** Missing where the journal does not say enough to judge again. */
  readonly to?: Judgement;
  /** Why there is no `to`, as a clause. */
  readonly unclear?: string;
}

/** The outcome of a vote, before anybody was asked. */
export interface Judgement {
  readonly behavior: Behavior;
  readonly because: readonly Vote[];
  readonly effects: readonly LocatedEffect[];
  readonly uncovered: readonly number[];
}

/**
 * Judges the decisions of a journal by other rules and runs nothing. Only the votes of rules are cast anew, on the
 * effects that were found then; what modes, built-in voters, tools, hooks and plugins voted is taken from the journal.
 * So the present state of the files does not matter, but for links that rules are about.
 * @returns one for each decision, in the order of the journal.
 * @throws GNT_CONFIG_RULE for a rule that is none.
 */
export function replayPolicy(
  entries: readonly JournalEntry[],
  options: PolicyReplayOptions,
): readonly Rejudged[] {
  const past = pastOf(entries);
  const rules = createRulesThen(options);
  return entries.flatMap((entry): Rejudged[] => {
    rules.take(entry.event);
    if (entry.event.type !== "call.decided") return [];
    return [rejudge({ seq: entry.seq, at: entry.at, event: entry.event }, { past, rules, options })];
  });
}

type Decided = Extract<SessionEvent, { type: "call.decided" }>;

/** What a journal says of calls beside their decisions. */
interface Past {
  readonly inputs: ReadonlyMap<string, { readonly input: unknown }>;
  readonly effects: ReadonlyMap<string, readonly LocatedEffect[]>;
}

function pastOf(entries: readonly JournalEntry[]): Past {
  const inputs = new Map<string, { readonly input: unknown }>();
  const effects = new Map<string, readonly LocatedEffect[]>();
  for (const { event } of entries) {
    if (event.type === "block.completed" && isToolUse(event.block))
      inputs.set(event.block.id, { input: event.block.input });
    else if (event.type === "call.rewritten" || event.type === "call.intent")
      inputs.set(event.call, { input: event.input });
    else if (event.type === "call.decided" && Object.hasOwn(event, "input"))
      inputs.set(event.call, { input: event.input });
    if (event.type === "call.intent") effects.set(event.call, event.effects);
  }
  return { inputs, effects };
}

/** The rules in force as a session goes on: those given and those remembered in it so far, where it is by then. */
interface RulesThen {
  take(event: SessionEvent): void;
  at(at: string): RuleSet;
}

function createRulesThen({ rules, cwd, home }: PolicyReplayOptions): RulesThen {
  const env = pathEnvOf(cwd, home);
  let remembered: readonly { readonly source: RuleSource; readonly until: number }[] = [];
  let mirrors: readonly Mirror[] = [];
  let known: { readonly key: string; readonly compiled: RuleSet } | undefined;
  return {
    take(event) {
      if (event.type === "session.moved") mirrors = event.mirror ? [event.mirror] : [];
      if (event.type !== "rule.remembered") return;
      const { behavior, rule: text, scope: source, until } = event;
      const ends = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
      remembered = [...remembered, { source: { behavior, text, source, anchor: cwd }, until: ends }];
    },
    at(at) {
      const held = remembered.filter(({ until }) => until > Date.parse(at)).map(({ source }) => source);
      const key = JSON.stringify([held, mirrors]);
      if (known?.key !== key) known = { key, compiled: compileMirrored([...rules, ...held], env, mirrors) };
      return known.compiled;
    },
  };
}

function rejudge(
  { seq, at, event }: { readonly seq: number; readonly at: string; readonly event: Decided },
  {
    past,
    rules,
    options,
  }: { readonly past: Past; readonly rules: RulesThen; readonly options: PolicyReplayOptions },
): Rejudged {
  const { call, tool, decision } = event;
  const known = past.inputs.get(call);
  const base = { seq, at, call, tool, ...known, from: judgementOf(decision) };
  const effects = past.effects.get(call) ?? decision.effects;
  if (effects === decision.effects && event.masked?.some((place) => place.startsWith("/effects")))
    return { ...base, unclear: "what it would have touched is masked in the journal" };
  if (known === undefined) return { ...base, unclear: "its input is not in the journal" };
  if (decision.votes.some(({ voter }) => voter === ORIGINAL_INPUT))
    return { ...base, unclear: "rules bound its input as it was before it was changed" };
  const votes = [
    ...decision.votes.filter((vote) => staysAsItWas(vote, decision, options)),
    ...rules.at(at).votes(
      {
        tool: options.toolOf?.(tool) ?? toolNamed(tool),
        plugin: decision.plugin ?? "unknown",
        ...(decision.byNameOnly && { byNameOnly: true }),
        input: known.input,
        effects,
      },
      contextOf(decision, options),
    ),
  ];
  const { mode, headless } = decision;
  const { behavior, because, uncovered } = combine({ votes, effectCount: effects.length, mode, headless });
  return { ...base, to: { behavior, because, effects, uncovered } };
}

const judgementOf = ({ behavior, because, effects, uncovered }: Decision): Judgement => ({
  behavior,
  because,
  effects,
  uncovered,
});

function staysAsItWas(
  { voter, rule, source }: Vote,
  { mode }: Decision,
  { forbidBypass = false }: PolicyReplayOptions,
) {
  if (voter === "rules" || rule !== undefined) return false;
  return !(forbidBypass && mode === "bypassPermissions" && source === "mode");
}

const contextOf = ({ mode }: Decision, { cwd, home, trustEffects }: PolicyReplayOptions): PolicyContext => ({
  mode,
  cwd,
  home,
  trustEffects,
  workingDirectories: [cwd],
  resultsDirectories: [],
  ownDirectories: [],
});

/** A tool that is not there any more: of a tool rules look at its names, and at what its flags promise. */
const toolNamed = (name: string): Tool => ({ name, aliases: [], flags: {} }) as unknown as Tool;
