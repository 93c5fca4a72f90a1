import { isDeepStrictEqual } from "node:util";
import type { PreparedCall, ValidCall } from "../contract/call.ts";
import { BEHAVIORS, type Behavior, type Source, type Vote } from "../contract/decision.ts";
import type { PreToolUseDraft } from "../contract/hook.ts";
import type { TapOrigin } from "../errors.ts";
import { deepFreeze } from "../tool/deep-freeze.ts";
import type { Runtime } from "./runtime.ts";
import { type Invalid, validateInputOf } from "./validate.ts";

/**
 * Lets command hooks and preToolUse taps rewrite, vote and add context. A rewrite passes validation again, and then all
 * of them see the new input once more, now only to vote: an allow given to another input does not count, a deny or ask
 * does. Hooks come first and are asked at the same time; what they make of the input is what the taps see. A tap that
 * throws votes deny, and so does a hook that fails.
 */
export async function preToolUseStage(call: ValidCall, runtime: Runtime): Promise<PreparedCall | Invalid> {
  const first = await consult(call, { original: call.input, rewriters: [] }, runtime);
  // Rewritten and back is rewritten too: votes between the two were about another input.
  if (first.by.length === 0) return sealPrepared(call, call.input, first);

  const again = await validateInputOf({ id: call.id, tool: call.tool, input: first.input }, runtime);
  if ("kind" in again) return again;
  runtime.record({ type: "call.rewritten", call: call.id, by: first.by.join(", "), input: again.input });
  return voteOnRewrite(again, { original: call.input, given: first.input, before: first }, runtime);
}

/**
 * Has hooks and taps vote on an input that replaced another. Of what was said before, context and the votes that
 * tighten stay.
 * @param past `given` is the new input before it was cleaned.
 */
export async function voteOnRewrite(
  call: ValidCall,
  past: {
    readonly original: unknown;
    readonly given: unknown;
    readonly before: Pick<PreparedCall, "votes" | "context" | "rewriters" | "endTurn">;
  },
  runtime: Runtime,
): Promise<PreparedCall> {
  const { original, given, before } = past;
  const { rewriters } = before;
  const now = await consult(call, { original, rewritten: given, rewriters }, runtime);
  const tightening = before.votes.filter(({ behavior }) => behavior !== "allow");
  return sealPrepared(call, original, {
    votes: [...tightening, ...now.votes],
    context: [...before.context, ...now.context],
    rewriters,
    endTurn: now.endTurn ?? before.endTurn,
  });
}

function sealPrepared(
  { id, tool, input }: ValidCall,
  original: unknown,
  { votes, context, rewriters, endTurn }: Pick<PreparedCall, "votes" | "context" | "rewriters" | "endTurn">,
): PreparedCall {
  return Object.freeze({
    state: "prepared",
    id,
    tool,
    input,
    original,
    votes: Object.freeze([...votes]),
    context: Object.freeze([...new Set(context)]),
    rewriters,
    endTurn,
  });
}

/** What is known of an input; `rewritten` makes this the second pass: as the first one left it, before it was cleaned. */
interface Past {
  readonly original: unknown;
  readonly rewritten?: unknown;
  readonly rewriters: readonly string[];
}

interface Said extends Pick<PreparedCall, "votes" | "context" | "rewriters" | "endTurn"> {
  readonly input: unknown;
  /** Who rewrote the input now. */
  readonly by: readonly string[];
}

async function consult(call: ValidCall, past: Past, runtime: Runtime): Promise<Said> {
  const mayRewrite = past.rewritten === undefined;
  const { original, rewriters } = past;
  const hooks = await runtime.commandHooks.preToolUse(
    { id: call.id, tool: call.tool, input: call.input, original, mayRewrite, rewriters },
    runtime,
  );
  const start = hooks.by.length > 0 ? deepFreeze(structuredClone(hooks.input)) : call.input;
  const taps = await runTaps(call, { ...past, start }, runtime);
  return {
    input: taps.input,
    votes: [...hooks.votes, ...taps.votes],
    context: [...hooks.context, ...taps.context],
    rewriters: hooks.rewriters,
    by: [...hooks.by, ...taps.rewriters],
    endTurn: hooks.endTurn,
  };
}

interface TapResults {
  readonly input: unknown;
  readonly votes: readonly Vote[];
  readonly context: readonly string[];
  readonly rewriters: readonly string[];
}

/** @param past `start` is the input as the command hooks left it. */
async function runTaps(
  call: ValidCall,
  past: Omit<Past, "rewriters"> & { readonly start: unknown },
  runtime: Runtime,
): Promise<TapResults> {
  const votes: Vote[] = [];
  const context: string[] = [];
  const rewriters: string[] = [];
  let input = past.start;

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
          return vote("deny", `the plugin \`${origin.plugin}\` rewrote an input that was rewritten before`);
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
      votes.push(stampVote({ behavior: "deny", why: error.asReason }, error.origin));
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
  if (!BEHAVIORS.includes(behavior))
    return deny(
      `the plugin \`${plugin}\` voted \`${String(behavior)}\`, not one of \`allow\`, \`ask\`, \`deny\``,
    );
  if (!Object.hasOwn(opinion, "effect")) return Object.freeze({ behavior, ...voter, why: String(why) });
  // An effect that is there but no index is a lost index, not a vote on the whole call.
  return Number.isInteger(effect)
    ? Object.freeze({ behavior, ...voter, why: String(why), effect: effect as number })
    : deny(`the plugin \`${plugin}\` voted on an effect without saying which`);
}
