import { isDeepStrictEqual } from "node:util";
import type { PreparedCall } from "../contract/call.ts";
import { type Decision, ORIGINAL_INPUT, type Vote } from "../contract/decision.ts";
import { describeEffect, type LocatedEffect } from "../contract/effect.ts";
import type { PermissionBallot } from "../contract/hook.ts";
import type { Tool } from "../contract/tool.ts";
import { messageOf, type TapOrigin } from "../errors.ts";
import { combine } from "../policy/combine.ts";
import { matchDomain } from "../policy/match-domain.ts";
import type { PolicyCall, PolicyContext } from "../policy/policy.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../policy/voters.ts";
import { callEffects, UNKNOWN } from "./call-effects.ts";
import { stampVote } from "./pre-tool-use.ts";
import type { Runtime } from "./runtime.ts";
import { toolAnswer } from "./tool-answer.ts";

/** The outcome of a vote, and the input the tool would rather run with, when it says one. */
export interface VoteResult {
  readonly decision: Decision;
  readonly updatedInput?: unknown;
}

/**
 * The vote alone: what would be decided about this call now. The run and `explain` share it. Asks nobody, changes
 * nothing. Voters that fail vote deny.
 */
export async function decide(call: PreparedCall, runtime: Runtime): Promise<VoteResult> {
  const votes: Vote[] = [...call.votes];
  const effects = await effectsOf(call, runtime, votes);
  votes.push(...undeclaredVotes(call.tool, effects));
  const { plugin = "unknown", byNameOnly = false } = (await runtime.pool()).find(call.tool.name) ?? {};
  const policyCall = { tool: call.tool, plugin, byNameOnly, input: call.input, effects };
  const context = runtime.policyContext();
  votes.push(...collectVotes([rulesVoter(runtime.rules()), ...BUILTIN_VOTERS], policyCall, context));
  votes.push(...(await originalVotes(call, { ...policyCall, context }, runtime)));
  votes.push(...settingsVotes(runtime), ...personVotes(call, runtime));
  const updatedInput = await toolVote(call, runtime, votes);
  votes.push(...(await tapVotes(call, effects, runtime)));

  const { mode } = context;
  const result = combine({ votes, effectCount: effects.length, mode, headless: isAlone(call, runtime) });
  const decision = Object.freeze({
    id: runtime.newId(),
    at: runtime.now().toISOString(),
    ...result,
    votes: Object.freeze(votes),
    effects,
    plugin,
    ...(byNameOnly && { byNameOnly: true as const }),
    mode,
    headless: runtime.headless,
    policies: runtime.policies(),
  });
  return { decision, updatedInput };
}

/** Unknown effects of a tool that failed to say them; that is a vote of its own. */
const UNTOLD: readonly LocatedEffect[] = Object.freeze([...UNKNOWN]);

async function effectsOf(
  call: Pick<PreparedCall, "tool" | "input">,
  runtime: Runtime,
  votes: Vote[],
): Promise<readonly LocatedEffect[]> {
  try {
    return await callEffects(call, runtime);
  } catch (thrown) {
    votes.push(failedVoter(call.tool.name, "could not say what it would touch", thrown));
    return UNTOLD;
  }
}

/** What a tool said of itself, for people to rely on, holds for each of its calls. */
function undeclaredVotes({ name, declared }: Tool, effects: readonly LocatedEffect[]): readonly Vote[] {
  if (effects === UNTOLD) return [];
  const { effectKinds, hosts } = declared ?? {};
  const isCovered = (effect: LocatedEffect): boolean =>
    (effectKinds?.includes(effect.kind) ?? true) &&
    (effect.kind !== "connect" || (hosts?.some((host) => matchDomain(host, effect.host)) ?? true));
  const stray = effects.find((effect) => !isCovered(effect));
  if (stray === undefined) return [];
  const why = `${name} would ${describeEffect(stray)}, which it does not declare among what its calls may do`;
  return [{ behavior: "deny", source: "builtin", voter: "declared-effects", why }];
}

/**
 * What deny and ask rules say of the input before it was rewritten. A hook that wraps a command, or makes another call
 * of it, does not take the call out of their reach; what it allowed or touched counts for nothing.
 */
async function originalVotes(
  { tool, input, original }: PreparedCall,
  { context, ...policyCall }: PolicyCall & { readonly context: PolicyContext },
  runtime: Runtime,
): Promise<readonly Vote[]> {
  if (original === input || isDeepStrictEqual(original, input)) return [];
  const votes: Vote[] = [];
  const before = { tool, input: original };
  const effects = await effectsOf(before, runtime, votes);
  votes.push(
    ...collectVotes([rulesVoter(runtime.rules())], { ...policyCall, input: original, effects }, context),
  );
  return votes
    .filter(({ behavior }) => behavior !== "allow")
    .map(({ effect: _, ...vote }) => ({
      ...vote,
      voter: ORIGINAL_INPUT,
      why: `${vote.why} (asked for before the input was changed)`,
    }));
}

/** Settings that changed and can no longer be read would leave out rules, so nothing runs under them. */
function settingsVotes(runtime: Runtime): readonly Vote[] {
  const problem = runtime.settingsProblem();
  if (problem === undefined) return [];
  const why = `the settings changed and cannot be read: ${problem}`;
  return [{ behavior: "deny", source: "builtin", voter: "settings", why }];
}

/** Nobody can be asked about the call: no person, no hook in a person's place. */
const isAlone = ({ tool }: PreparedCall, { answerers, commandHooks }: Runtime): boolean =>
  answerers.length === 0 && !commandHooks.mayAnswer(tool);

function personVotes(call: PreparedCall, runtime: Runtime): readonly Vote[] {
  const { tool } = call;
  const isAsked = runtime.mode() !== "dontAsk" || runtime.commandHooks.mayAnswer(tool);
  if (!tool.flags.needsPerson || (isAsked && !isAlone(call, runtime))) return [];
  const why = `${tool.name} needs a person and nobody is there`;
  return [{ behavior: "deny", source: "builtin", voter: "needs-person", why }];
}

/** Adds the tool's own vote; gives the input its allow would rewrite the call to. */
async function toolVote(call: PreparedCall, runtime: Runtime, votes: Vote[]): Promise<unknown> {
  const { name } = call.tool;
  try {
    const vote = await toolAnswer(call.tool.checkPermission(call.input, runtime.callContext(call.tool)));
    if (!vote) return undefined;
    votes.push({ behavior: vote.behavior, source: "tool", voter: name, why: String(vote.why) });
    return vote.behavior === "allow" ? vote.updatedInput : undefined;
  } catch (thrown) {
    votes.push(failedVoter(name, "failed to check permission", thrown));
    return undefined;
  }
}

async function tapVotes(
  call: PreparedCall,
  effects: readonly LocatedEffect[],
  runtime: Runtime,
): Promise<readonly Vote[]> {
  const votes: Vote[] = [];
  const ballotFor = (origin: TapOrigin): PermissionBallot => ({
    call,
    effects,
    mode: runtime.mode(),
    vote: (behavior, why, options = {}) => {
      const effect = Object.hasOwn(options, "effect") ? { effect: options.effect } : {};
      votes.push(stampVote({ behavior, why, ...effect }, origin));
    },
  });
  await runtime.hooks.run("permission", ballotFor(CORE), {
    viewFor: (_, origin) => ballotFor(origin),
    onFailure: ({ error }, value) => {
      votes.push(stampVote({ behavior: "deny", why: error.asReason }, error.origin));
      return value;
    },
  });
  return votes;
}

const CORE: TapOrigin = Object.freeze({ hook: "permission", tap: "gate", plugin: "core", source: "builtin" });

const failedVoter = (voter: string, what: string, thrown: unknown): Vote => ({
  behavior: "deny",
  source: "tool",
  voter,
  why: `${voter} ${what}: ${messageOf(thrown)}`,
});
