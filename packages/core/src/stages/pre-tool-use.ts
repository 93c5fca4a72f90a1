import { isDeepStrictEqual } from "node:util";
import type { PreparedCall, ValidCall } from "../contract/call.ts";
import { BEHAVIORS, type Behavior, type Source, type Vote } from "../contract/decision.ts";
import type { PreToolUseDraft } from "../contract/hook.ts";
import type { TapOrigin } from "../errors.ts";
import { deepFreeze } from "../tool/deep-freeze.ts";
import type { Runtime } from "./runtime.ts";
import { type Invalid, validateInputOf } from "./validate.ts";

/**
 * Lets preToolUse taps rewrite, vote and add context. A rewrite passes validation again, and then the taps see the
 * new input once more, now only to vote: an allow given to another input does not count, a deny or ask does.
 * A tap that throws votes deny.
 */
export async function preToolUseStage(call: ValidCall, runtime: Runtime): Promise<PreparedCall | Invalid> {
  const first = await runTaps(call, { original: call.input }, runtime);
  // Rewritten and back is rewritten too: votes between the two were about another input.
  if (first.rewriters.length === 0) return sealPrepared(call, call.input, first.votes, first.context);

  const again = await validateInputOf({ id: call.id, tool: call.tool, input: first.input }, runtime);
  if ("kind" in again) return again;
  runtime.record({
    type: "call.rewritten",
    call: call.id,
    by: first.rewriters.join(", "),
    input: again.input,
  });
  return voteOnRewrite(again, { original: call.input, given: first.input, before: first }, runtime);
}

/**
 * Has the taps vote on an input that replaced another. Of what was said before, context and the votes that tighten stay.
 * @param past `given` is the new input before it was cleaned.
 */
export async function voteOnRewrite(
  call: ValidCall,
  past: {
    readonly original: unknown;
    readonly given: unknown;
    readonly before: { readonly votes: readonly Vote[]; readonly context: readonly string[] };
  },
  runtime: Runtime,
): Promise<PreparedCall> {
  const { original, given, before } = past;
  const { votes, context } = await runTaps(call, { original, rewritten: given }, runtime);
  const tightening = before.votes.filter(({ behavior }) => behavior !== "allow");
  return sealPrepared(call, original, [...tightening, ...votes], [...before.context, ...context]);
}

function sealPrepared(
  { id, tool, input }: ValidCall,
  original: unknown,
  votes: readonly Vote[],
  context: readonly string[],
): PreparedCall {
  return Object.freeze({
    state: "prepared",
    id,
    tool,
    input,
    original,
    votes: Object.freeze([...votes]),
    context: Object.freeze([...new Set(context)]),
  });
}

interface TapResults {
  readonly input: unknown;
  readonly votes: readonly Vote[];
  readonly context: readonly string[];
  readonly rewriters: readonly string[];
}

/** @param past `rewritten` makes this the second pass: the input as the first one left it, before it was cleaned. */
async function runTaps(
  call: ValidCall,
  past: { readonly original: unknown; readonly rewritten?: unknown },
  runtime: Runtime,
): Promise<TapResults> {
  const votes: Vote[] = [];
  const context: string[] = [];
  const rewriters: string[] = [];
  let input = call.input;

  const draftFor = (origin: TapOrigin): PreToolUseDraft => {
    const vote = (behavior: Behavior, why: string): void =>
      void votes.push(stampVote({ behavior, why }, origin));
    return {
      call,
      original: past.original,
      mayRewrite: past.rewritten === undefined,
      get input() {
        return input;
      },
      rewrite(next) {
        if (isDeepStrictEqual(next, input) || isDeepStrictEqual(next, past.rewritten)) return;
        if (past.rewritten !== undefined)
          return vote("deny", "rewrote an input that had already been rewritten");
        input = deepFreeze(structuredClone(next));
        rewriters.push(origin.tap);
      },
      vote,
      addContext: (text) => void context.push(String(text)),
    };
  };
  await runtime.hooks.run("preToolUse", draftFor(CORE), {
    viewFor: (_, origin) => draftFor(origin),
    onFailure: ({ error }, value) => {
      votes.push(stampVote({ behavior: "deny", why: error.message }, error.origin));
      return value;
    },
  });
  return { input, votes, context, rewriters };
}

const CORE: TapOrigin = Object.freeze({ hook: "preToolUse", tap: "gate", plugin: "core", source: "builtin" });

/** A vote as the core records it: the tap's opinion under the name and source the core knows the tap by. */
export function stampVote(
  opinion: { readonly behavior: Behavior; readonly why: string; readonly effect?: number | undefined },
  { plugin, tap, source }: TapOrigin,
): Vote {
  const { behavior, why, effect } = opinion;
  const voter = { source: source as Source, voter: `${plugin}: ${tap}` };
  const deny = (reason: string): Vote => Object.freeze({ behavior: "deny", ...voter, why: reason });
  if (!BEHAVIORS.includes(behavior)) return deny(`voted \`${String(behavior)}\`, which is not a behavior`);
  if (!Object.hasOwn(opinion, "effect")) return Object.freeze({ behavior, ...voter, why: String(why) });
  // An effect that is there but no index is a lost index, not a vote on the whole call.
  return Number.isInteger(effect)
    ? Object.freeze({ behavior, ...voter, why: String(why), effect: effect as number })
    : deny("voted on an effect without saying which");
}
