import type { CommandHook } from "../contract/command-hook.ts";
import type { HookedCall, HookedInput } from "../stages/command-hooks.ts";
import type { Runtime } from "../stages/runtime.ts";
import { bindsCall } from "./binds-call.ts";
import { combineHooks, type HookVerdict } from "./combine-hooks.ts";
import { hookInput, preToolUseMembers } from "./hook-input.ts";
import { hookKey, hookName } from "./match-hook.ts";
import { type HookRunner, matchingHooks, runHooks } from "./run-hooks.ts";

type Only = (hook: CommandHook) => boolean;

/**
 * Asks the PreToolUse hooks about a call, all at the same time. When several of them rewrite the input, those run once
 * more in configuration order, each on what the one before made of it; so the last of them, and not the slowest, has
 * the last word.
 */
export async function askPreToolUse(
  call: HookedCall,
  { runner, only }: { readonly runner: HookRunner; readonly only: Only },
  runtime: Runtime,
): Promise<HookedInput> {
  const names = [call.tool.name, ...call.tool.aliases];
  if (matchingHooks(runner.room, { event: "PreToolUse", names, only }).length === 0)
    return { votes: [], context: [], input: call.input, rewriters: call.rewriters, by: [] };
  const ask = async (input: unknown, which: Only): Promise<HookVerdict> => {
    const asked = { ...call, input };
    const answered = await runHooks(
      {
        event: "PreToolUse",
        input: hookInput("PreToolUse", { ...runner.room, mode: runtime.mode() }, preToolUseMembers(asked)),
        names,
        call: call.id,
        holds: bindsCall(asked, runtime),
        only: which,
      },
      runner,
      runtime,
    );
    return combineHooks(answered, asked);
  };
  const first = await ask(call.input, only);
  const [one, ...others] = first.rewrites;
  if (one === undefined) return { ...first, rewriters: call.rewriters, by: [] };
  const named = {
    rewriters: first.rewrites.map(({ hook }) => hookKey(hook)),
    by: first.rewrites.map(nameOf),
  };
  if (others.length === 0) return { ...first, ...named, input: one.input };
  return { ...(await rewriteInOrder(call, first, ask)), ...named };
}

const nameOf = ({ hook }: { readonly hook: CommandHook }): string => hookName(hook);

async function rewriteInOrder(
  call: HookedCall,
  first: HookVerdict,
  ask: (input: unknown, which: Only) => Promise<HookVerdict>,
): Promise<Omit<HookedInput, "rewriters" | "by">> {
  let input: unknown = call.input;
  let { votes, context, endTurn } = first;
  for (const { hook } of first.rewrites) {
    const key = hookKey(hook);
    const again = await ask(input, (other) => hookKey(other) === key);
    // Votes on an input of the way are kept where they tighten; allows are asked for once more anyway.
    votes = [...votes, ...again.votes];
    context = [...context, ...again.context];
    endTurn ??= again.endTurn;
    input = again.rewrites[0]?.input ?? input;
  }
  return { votes, context, input, ...(endTurn !== undefined && { endTurn }) };
}
