import type { Vote } from "../contract/decision.ts";
import type { CommandPart, ExecEffect, LocatedEffect, OpaqueEffect } from "../contract/effect.ts";
import { type EntryOf, namesTool, type RuleIndex } from "./compile-rules.ts";
import { hasWildcard, matchCommand } from "./match-command.ts";
import type { PolicyCall } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";

type CommandEffect = ExecEffect | OpaqueEffect;

/**
 * Votes of `Bash(pattern)` rules on the commands of any tool.
 *
 * A command that can not be analyzed asks as soon as some deny or ask rule might be about what it does, and only an
 * exact rule allows it (see `doubtVote`). An allow of a command covers the effects that belong to it, see `CommandPart`.
 */
export function commandVotes(index: RuleIndex, call: PolicyCall, trusted: boolean): Vote[] {
  const commands = call.effects.flatMap((effect, at) => (isCommand(effect) ? { effect, at } : []));
  if (commands.length === 0) return [];
  const rules = index.commands.filter((entry) => !saidByCall(entry, call));
  const allows = trusted ? rules.filter(({ behavior }) => behavior === "allow") : [];
  const votes = commands.flatMap(({ effect, at }) => [
    ...tightening(rules, effect, at),
    ...allows.flatMap((entry) => allowing(entry, { effect, at }, call.effects)),
  ]);
  const doubts = commands
    .filter(({ effect }) => effect.kind === "opaque")
    .flatMap(({ at }) => doubtVote(index, at, votes));
  return [...votes, ...doubts];
}

const isCommand = (effect: LocatedEffect): effect is CommandEffect =>
  effect.kind === "exec" || effect.kind === "opaque";

// A rule on every call of this very tool has voted on the call already.
const saidByCall = ({ rule, match }: EntryOf<"command">, call: PolicyCall): boolean =>
  match.pattern === "*" && namesTool(rule.tool, call.tool.name);

function tightening(rules: readonly EntryOf<"command">[], effect: CommandEffect, at: number): Vote[] {
  // The kind of white space between words makes no other command.
  const spellings = effect.kind === "exec" ? [effect.spelled ?? effect.text, ...(effect.also ?? [])] : [];
  const texts = new Set(
    [effect.text, ...spellings].flatMap((text) => [text, text.trim().replace(/\s+/g, " ")]),
  );
  return rules
    .filter(({ behavior }) => behavior !== "allow")
    .filter(({ match }) => [...texts].some((text) => matchCommand(match.pattern, text)))
    .map((entry) => ruleVote(entry, "this command", { effect: at }));
}

function allowing(
  entry: EntryOf<"command">,
  { effect, at }: { readonly effect: CommandEffect; readonly at: number },
  effects: readonly LocatedEffect[],
): Vote[] {
  const exact = !hasWildcard(entry.match.pattern);
  if (!exact && needsExact(effect)) return [];
  if (!isNamed(entry.match.pattern, effect, exact)) return [];
  const covered = effects.flatMap((other: LocatedEffect & CommandPart, index) => {
    if (index === at) return index;
    const belongs = other.command === at && (exact || (other.inherent === true && other.kind !== "opaque"));
    return belongs ? index : [];
  });
  return covered.map((index) => ruleVote(entry, "this command", { effect: index }));
}

const needsExact = (effect: CommandEffect): boolean => effect.kind === "opaque" || effect.exactOnly === true;

/** An allow names a command by its words or as it is written; an exact one may name the whole line as well. */
function isNamed(pattern: string, effect: CommandEffect, exact: boolean): boolean {
  const { text, line } = effect;
  if (exact && line !== undefined && pattern === line.trim()) return true;
  const spelled = effect.kind === "exec" ? effect.spelled : undefined;
  return [text, spelled].some((one) => one !== undefined && matchCommand(pattern, one.trim()));
}

/**
 * The ask about a command nobody can analyze, unless an exact allow names it. What the organization denies or asks is
 * kept in doubt by its own rules, and only its own exact allow settles that.
 */
function doubtVote({ commands, paths, domains }: RuleIndex, at: number, votes: readonly Vote[]): Vote[] {
  const allows = votes.filter(({ behavior, effect }) => behavior === "allow" && effect === at);
  if (allows.some(({ source }) => source === "managed")) return [];
  const rules = [...commands, ...paths, ...domains]
    .filter(({ behavior }) => behavior !== "allow")
    .filter(({ rule }) => allows.length === 0 || rule.source.source === "managed");
  const [first] = rules;
  if (first === undefined) return [];
  const others = rules.length > 1 ? ` or ${rules.length - 1} more` : "";
  return [
    {
      behavior: "ask",
      source: "builtin",
      voter: "rules",
      why: `the command cannot be analyzed, and rule \`${first.rule.source.text.trim()}\`${others} might be about what it does`,
      effect: at,
    },
  ];
}
