import type { CommandHook, HookMoment, MomentAnswer } from "../contract/command-hook.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { AnsweredHook } from "./combine-hooks.ts";
import { hookInput, momentMembers } from "./hook-input.ts";
import { hookName } from "./match-hook.ts";
import { type HookRunner, runHooks } from "./run-hooks.ts";

/** Events whose hooks cannot hold up anything by failing: work would go on for ever. */
const NEVER_BLOCKED_BY_FAILURE = ["Stop", "SubagentStop"];

/** Runs the hooks of something that happens to the session, and puts their answers together. */
export async function fireMoment(
  moment: HookMoment,
  { runner, only }: { readonly runner: HookRunner; readonly only: (hook: CommandHook) => boolean },
  runtime: Runtime,
): Promise<MomentAnswer> {
  const { members, subject } = momentMembers(moment, runner.room.agent);
  const facts = { ...runner.room, mode: runtime.mode() };
  const answered = await runHooks(
    {
      event: moment.event,
      input: hookInput(moment.event, facts, members),
      ...(subject !== undefined && { names: [subject] }),
      only,
    },
    runner,
    runtime,
  );
  const blocking = answered.flatMap((one) => blockOf(one) ?? []);
  const stop = answered.find(({ answer }) => answer.stop !== undefined)?.answer.stop;
  return {
    context: answered.flatMap(({ answer }) => answer.context ?? []),
    ...(blocking.length > 0 && { blocked: blocking.join("\n") }),
    ...(stop !== undefined && { stop }),
  };
}

function blockOf({ hook, answer }: AnsweredHook): string | undefined {
  const { behavior, reason, failure } = answer;
  if (behavior === "deny") return reason ?? `the ${hookName(hook)} gives no reason`;
  if (failure === undefined || hook.onFailure === "continue") return undefined;
  return NEVER_BLOCKED_BY_FAILURE.includes(hook.event)
    ? undefined
    : `the ${hookName(hook)} failed: ${failure}`;
}
