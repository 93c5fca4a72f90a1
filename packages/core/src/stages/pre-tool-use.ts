import { isDeepStrictEqual } from "node:util";
import type { PreparedCall, ValidCall } from "../contract/call.ts";
import { BEHAVIORS, type Behavior, type Source, type Vote } from "../contract/decision.ts";
import type { PreToolUseDraft } from "../contract/hook.ts";
import type { TapOrigin } from "../errors.ts";
import type { Runtime } from "./runtime.ts";
import { type Invalid, validateInputOf } from "./validate.ts";

/**
 * Lets preToolUse taps rewrite, vote and add context. A rewrite passes validation again, and then the taps see the
 * new input once more, now only to vote: an allow given to another input does not count, a deny or ask does.
 * A tap that throws votes deny.
 */
export async function preToolUseStage(call: ValidCall, runtime: Runtime): Promise<PreparedCall | Invalid> {
  const first = await runTaps(call, call.input, { mayRewrite: true }, runtime);
  if (isDeepStrictEqual(first.input, call.input))
    return sealPrepared(call, call.input, first.votes, first.context);

  const again = await validateInputOf({ id: call.id, tool: call.tool, input: first.input }, runtime);
  if ("kind" in again) return again;
  runtime.record({
    type: "call.rewritten",
    call: call.id,
    by: first.rewriters.join(", "),
    input: again.input,
  });
  const second = await runTaps(again, call.input, { mayRewrite: false }, runtime);
  const stillValid = first.votes.filter(({ behavior }) => behavior !== "allow");
  return sealPrepared(
    again,
    call.input,
    [...stillValid, ...second.votes],
    [...first.context, ...second.context],
  );
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
    votes,
    context: [...new Set(context)],
  });
}

interface TapResults {
  readonly input: unknown;
  readonly votes: readonly Vote[];
  readonly context: readonly string[];
  readonly rewriters: readonly string[];
}

async function runTaps(
  call: ValidCall,
  original: unknown,
  { mayRewrite }: { readonly mayRewrite: boolean },
  runtime: Runtime,
): Promise<TapResults> {
  const votes: Vote[] = [];
  const context: string[] = [];
  const rewriters: string[] = [];
  let input = call.input;
  let origin: TapOrigin | undefined;
  const vote = (behavior: Behavior, why: string): void =>
    void votes.push(stampVote({ behavior, why }, origin));

  const draft: PreToolUseDraft = {
    call,
    original,
    get input() {
      return input;
    },
    rewrite(next) {
      if (isDeepStrictEqual(next, input)) return;
      if (!mayRewrite) return vote("deny", "rewrote an input that had already been rewritten");
      input = structuredClone(next);
      rewriters.push(origin?.tap ?? "unknown");
    },
    vote,
    addContext: (text) => void context.push(String(text)),
  };
  await runtime.hooks.run("preToolUse", draft, {
    onTap: (tap) => {
      origin = tap;
    },
    onFailure: ({ error }, value) => {
      votes.push(stampVote({ behavior: "deny", why: error.message }, error.origin));
      return value;
    },
  });
  return { input, votes, context, rewriters };
}

/** A vote as the core records it: the tap's opinion under the name and source the core knows the tap by. */
export function stampVote(
  {
    behavior,
    why,
    effect,
  }: { readonly behavior: Behavior; readonly why: string; readonly effect?: number | undefined },
  origin: TapOrigin | undefined,
): Vote {
  const known = BEHAVIORS.includes(behavior);
  return {
    behavior: known ? behavior : "deny",
    source: (origin?.source ?? "plugin") as Source,
    voter: origin ? `${origin.plugin}: ${origin.tap}` : "unknown tap",
    why: known ? String(why) : `voted \`${String(behavior)}\`, which is not a behavior`,
    ...(effect === undefined ? {} : { effect }),
  };
}
