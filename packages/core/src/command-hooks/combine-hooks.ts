import { isDeepStrictEqual } from "node:util";
import type { CommandHook } from "../contract/command-hook.ts";
import type { Behavior, Vote } from "../contract/decision.ts";
import type { JsonObject } from "../json-object.ts";
import { hookKey, hookName } from "./match-hook.ts";
import type { HookAnswer } from "./read-answer.ts";

/** A hook and what it answered. */
export interface AnsweredHook {
  readonly hook: CommandHook;
  readonly answer: HookAnswer;
}

/** What PreToolUse hooks want together. */
export interface HookVerdict {
  readonly votes: readonly Vote[];
  /** What hooks would rather run the call with, in configuration order; empty when one of them denies. */
  readonly rewrites: readonly { readonly hook: CommandHook; readonly input: JsonObject }[];
  readonly context: readonly string[];
  readonly endTurn?: string;
}

/** The input the hooks were asked about. */
export interface AskedInput {
  readonly input: unknown;
  /** False: hooks may only vote. */
  readonly mayRewrite: boolean;
  /** Keys of hooks that rewrote the call before. */
  readonly rewriters: readonly string[];
}

/**
 * Combines the answers of hooks to one input. Pure; what it says follows from the answers in configuration order, never
 * from who was ready first. Every answer is a vote of its own: an objection denies, a hook that failed denies unless it
 * may fail, and no allow lifts another's vote. Where hooks may only vote, one that rewrote the call before and would do
 * it again is passed over; another one that wants to rewrite denies, as its change would be left out.
 */
export function combineHooks(answered: readonly AnsweredHook[], asked: AskedInput): HookVerdict {
  const votes = answered.flatMap((one) => votesOf(one, asked));
  const isDenied = votes.some(({ behavior }) => behavior === "deny");
  const rewrites = answered.flatMap(({ hook, answer }) =>
    asked.mayRewrite && changes(answer, asked) ? [{ hook, input: answer.input as JsonObject }] : [],
  );
  const endTurn = answered.find(({ answer }) => answer.stop !== undefined)?.answer.stop;
  return {
    votes,
    rewrites: isDenied ? [] : rewrites,
    context: answered.flatMap(({ answer }) => answer.context ?? []),
    ...(endTurn !== undefined && { endTurn }),
  };
}

function votesOf({ hook, answer }: AnsweredHook, asked: AskedInput): readonly Vote[] {
  const { behavior, reason, stop, failure } = answer;
  const name = hookName(hook);
  const vote = (as: Behavior, why: string): Vote => voteOf(hook, as, why);
  const said = reason === undefined || reason.trim() === "" ? "" : `: ${reason.trim()}`;
  if (behavior === "deny") return [vote("deny", `the ${name} objects${said}`)];
  if (stop !== undefined) return [vote("deny", `the ${name} stops the task: ${stop}`)];
  const own =
    behavior === undefined || failure !== undefined ? [] : [vote(behavior, wordsFor(behavior, name, said))];
  const kept = behavior === "ask" ? [vote("ask", wordsFor("ask", name, said))] : own;
  if (failure !== undefined)
    return hook.onFailure === "block" ? [vote("deny", failedText(name, failure))] : kept;
  if (asked.mayRewrite || !changes(answer, asked) || asked.rewriters.includes(hookKey(hook))) return own;
  return [
    vote("deny", `the ${name} wants another input, and this one was already changed after it was asked`),
  ];
}

const failedText = (name: string, failure: string): string =>
  `the ${name} failed: ${failure} (it may not fail: its \`onFailure\` is \`block\`)`;

const wordsFor = (behavior: Behavior, name: string, said: string): string =>
  behavior === "allow" ? `the ${name} allows it${said}` : `the ${name} wants a person to decide${said}`;

const changes = ({ input, failure }: HookAnswer, asked: AskedInput): boolean =>
  input !== undefined && failure === undefined && !isDeepStrictEqual(input, asked.input);

function voteOf(hook: CommandHook, behavior: Behavior, why: string): Vote {
  const { file, line } = hook;
  return Object.freeze({
    behavior,
    source: "hook",
    voter: hookName(hook),
    why,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  });
}
