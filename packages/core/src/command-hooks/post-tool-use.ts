import type { Outcome } from "../contract/call.ts";
import type { CommandHook } from "../contract/command-hook.ts";
import type { Tool } from "../contract/tool.ts";
import { messages } from "../messages.ts";
import type { HookedOutcome } from "../stages/command-hooks.ts";
import type { Runtime } from "../stages/runtime.ts";
import { bindsCall } from "./binds-call.ts";
import type { AnsweredHook } from "./combine-hooks.ts";
import { hookInput, postToolUseMembers } from "./hook-input.ts";
import { hookName } from "./match-hook.ts";
import { type HookRunner, matchingHooks, runHooks } from "./run-hooks.ts";

/** Milliseconds that hooks have for a call a person stopped. */
const AFTER_STOP_MS = 2_000;

/**
 * Shows the outcome of a call to the PostToolUse hooks, or to those of PostToolUseFailure. All see the original output;
 * when several replace it, the last in configuration order counts.
 */
export async function askPostToolUse(
  call: { readonly id: string; readonly tool: Tool; readonly input: unknown },
  outcome: Outcome,
  { runner, only }: { readonly runner: HookRunner; readonly only: (hook: CommandHook) => boolean },
  runtime: Runtime,
): Promise<HookedOutcome> {
  const event = outcome.kind === "succeeded" ? "PostToolUse" : "PostToolUseFailure";
  const names = [call.tool.name, ...call.tool.aliases];
  if (matchingHooks(runner.room, { event, names, only }).length === 0) return { notes: [] };
  // A person who stopped the work waits for nobody long, but what happened is told.
  const signal = runtime.signal.aborted ? AbortSignal.timeout(AFTER_STOP_MS) : runtime.signal;
  const answered = await runHooks(
    {
      event,
      input: hookInput(event, { ...runner.room, mode: runtime.mode() }, postToolUseMembers(call, outcome)),
      names,
      call: call.id,
      holds: bindsCall(call, runtime),
      only,
    },
    runner,
    { ...runtime, signal },
  );
  const replacing = answered.findLast(
    ({ answer }) => answer.output !== undefined && answer.failure === undefined,
  );
  const endTurn = answered.find(({ answer }) => answer.stop !== undefined)?.answer.stop;
  return {
    notes: answered.flatMap(notesOf),
    ...(replacing?.answer.output && {
      output: { value: replacing.answer.output.value, by: hookName(replacing.hook) },
    }),
    ...(endTurn !== undefined && { endTurn }),
  };
}

/** What a hook has to say beside the result: its objection, its context, and that it failed where that matters. */
function notesOf({ hook, answer }: AnsweredHook): readonly string[] {
  const { behavior, reason = "", context, failure } = answer;
  const name = hookName(hook);
  return [
    ...(behavior === "deny" ? [messages.hookObjects(name, reason)] : []),
    ...(context === undefined ? [] : [context]),
    ...(failure !== undefined && hook.onFailure === "block" ? [messages.hookObjects(name, failure)] : []),
  ];
}
