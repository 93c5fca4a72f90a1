import { sep } from "node:path";
import { type CallRequest, type Decision, isGauntletError, proposeRules } from "@gauntlet/core";
import { createFromOptions, type RunExtras, type RunOptions } from "./run-options.ts";
import { visibleText } from "./visible-text.ts";
import { withSession } from "./with-session.ts";
import { workingDirectory } from "./working-directory.ts";

/** What is asked: which rules, added to these options, would allow this call. */
export interface Wish {
  readonly call: CallRequest;
  readonly decision: Decision;
  readonly options: RunOptions;
  readonly extras: RunExtras;
}

/**
 * The narrowest allow rules that would let a call run which asks because nobody allows it. Each proposal is tried: the
 * same call is explained once more with the rules added, and only what turns out to be enough is given.
 */
export async function sufficientRules({ call, decision, options, extras }: Wish): Promise<readonly string[]> {
  const open = openEffects(decision);
  if (open === undefined) return [];
  const asked: Decision = { ...decision, because: [], uncovered: open };
  const propose = (trusted: boolean) => proposeRules(call.tool, asked, { trusted });
  const cwd = workingDirectory(options.cwd);
  const exact = propose(true);
  // What cannot be shown as it is cannot be copied either.
  if (exact.length === 0 || !exact.every((rule) => visibleText(rule) === rule)) return [];
  const proposals = [exact.map((rule) => fromHere(rule, cwd)), exact];
  // Where a path leads elsewhere, only the whole tool would do, and that is more than a hint should talk into.
  const leadsElsewhere = decision.effects.some(
    (effect) => "realPath" in effect && effect.realPath !== effect.path,
  );
  if (!leadsElsewhere) proposals.push(propose(false));
  for (const rules of proposals) {
    if (await isEnough(rules, { call, decision, options, extras })) return rules;
  }
  return [];
}

/** Effects that an allow rule could settle; undefined when something else stands in the way. */
function openEffects({ behavior, because, uncovered, effects }: Decision): readonly number[] | undefined {
  if (behavior !== "ask") return undefined;
  // Doubt about a command nobody can analyze is settled by an allow of exactly this command.
  const isDoubt = because.every(
    ({ voter, rule, effect }) => voter === "rules" && rule === undefined && effect !== undefined,
  );
  if (!isDoubt) return undefined;
  return because.length === 0 ? uncovered : effects.map((_, index) => index);
}

async function isEnough(rules: readonly string[], { call, options, extras }: Wish): Promise<boolean> {
  try {
    const allow = [...options.allow, ...rules];
    const gauntlet = await createFromOptions({ ...options, allow }, { ...extras, quiet: true });
    const explanation = await withSession(gauntlet.session(), (session) => session.explain(call));
    return "decision" in explanation && explanation.decision.effective === "allow";
  } catch (thrown) {
    // A proposal that is no rule is no proposal.
    if (isGauntletError(thrown)) return false;
    throw thrown;
  }
}

/** A path rule from the root of the file system, written from the working directory when it lies there. */
function fromHere(rule: string, cwd: string): string {
  const root = `/${cwd.split(sep).join("/")}/`;
  const [, word, pattern] = /^(Read|Edit)\((.*)\)$/s.exec(rule) ?? [];
  if (word === undefined || !pattern?.startsWith(root)) return rule;
  const rest = pattern.slice(root.length);
  return /^\w[^/]*\/./.test(rest) ? `${word}(${rest})` : `${word}(./${rest})`;
}
