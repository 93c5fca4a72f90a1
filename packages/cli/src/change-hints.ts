import { combine, type Decision, type Vote } from "@gauntlet/core";

/**
 * What would have to change for a call that does not simply run, one sentence each; nothing for one that does.
 * @param rules allow rules that were found to be enough; empty when there are none.
 */
export function changeHints(decision: Decision, rules: readonly string[]): readonly string[] {
  const { behavior, effective, because, mode } = decision;
  if (effective === "allow") return [];
  const hints = [...new Set([...because.flatMap(hintsFor), ...ruleHints(decision, rules)])];
  const after = withoutRules(decision);
  if (after !== undefined) hints.push(`then it ${VERDICTS[after]}`);
  if (behavior !== "ask" || effective !== "deny") return hints;
  const answer = mode === "dontAsk" ? "choose another mode than `dontAsk`" : "leave out `--headless`";
  return [...hints, `or let a person answer: ${answer}`];
}

const VERDICTS = { allow: "would run", ask: "would ask a person", deny: "would be denied" } as const;

function hintsFor(vote: Vote): readonly string[] {
  // Doubt about a command: what settles it is said with the rules that do.
  const isDoubt = vote.voter === "rules" && vote.rule === undefined;
  return isDoubt ? [] : [hintFor(vote)];
}

function hintFor({ source, voter, rule, file, line, behavior }: Vote): string {
  if (rule !== undefined) {
    const place = file === undefined ? `of ${source}` : `in ${file}${line === undefined ? "" : `:${line}`}`;
    return `remove or narrow the rule \`${rule.trim()}\` ${place}`;
  }
  if (source === "mode") return "choose another mode";
  if (voter === "needs-person") return "run it where a person is";
  if (source === "builtin" && behavior === "ask")
    return "only a person's yes lifts this; no rule and no mode does";
  if (source === "builtin") return "no rule and no mode lifts this";
  return `\`${voter}\` has to vote otherwise; no rule outvotes it`;
}

function ruleHints({ because, behavior }: Decision, rules: readonly string[]): readonly string[] {
  if (rules.length > 0)
    return [`allow it: ${rules.map((rule) => `--allow ${quoteForShell(rule)}`).join(" ")}`];
  const isOpen =
    behavior === "ask" && because.every(({ voter, rule }) => voter === "rules" && rule === undefined);
  return isOpen ? ["no rule was found that allows exactly this and no more"] : [];
}

/** What would be decided if the determining rules were gone; undefined when not only rules determine it. */
function withoutRules({
  because,
  votes,
  effects,
  mode,
  headless,
}: Decision): Decision["behavior"] | undefined {
  if (because.length === 0 || because.some(({ rule }) => rule === undefined)) return undefined;
  const removed = new Set(because.map(identity));
  const rest = votes.filter((vote) => !removed.has(identity(vote)));
  return combine({ votes: rest, effectCount: effects.length, mode, headless }).effective;
}

/** Which rule in which place voted. */
const identity = ({ source, rule, file, line }: Vote): string =>
  rule === undefined ? "" : JSON.stringify([source, rule, file, line]);

/** A text as one word of a POSIX shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
