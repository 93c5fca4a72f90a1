import type { Tool } from "../contract/tool.ts";
import { callEffects } from "../stages/call-effects.ts";
import type { Runtime } from "../stages/runtime.ts";

/**
 * Tells which conditions hold for a call: those a deny or ask rule with the same text would bind. So a condition sees
 * through wrappers and compound commands, and where nobody can tell what a command does, the hook runs.
 */
export function bindsCall(
  call: { readonly tool: Tool; readonly input: unknown },
  runtime: Runtime,
): (rule: string) => Promise<boolean> {
  let effects: ReturnType<typeof callEffects> | undefined;
  return async (rule) => {
    const context = runtime.policyContext();
    try {
      effects ??= callEffects(call, runtime);
      const plugin = (await runtime.pool()).find(call.tool.name)?.plugin ?? "unknown";
      const policyCall = { tool: call.tool, plugin, input: call.input, effects: await effects };
      const source = { behavior: "deny", text: rule, source: "hook", anchor: context.cwd } as const;
      return runtime.compileRules([source]).votes(policyCall, context).length > 0;
    } catch {
      return true;
    }
  };
}
