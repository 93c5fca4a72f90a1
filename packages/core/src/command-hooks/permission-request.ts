import type { CommandHook } from "../contract/command-hook.ts";
import { BEHAVIORS, type Behavior } from "../contract/decision.ts";
import type { Tool } from "../contract/tool.ts";
import { messageOf } from "../errors.ts";
import { isJsonObject } from "../json-object.ts";
import type { HookAnswered } from "../stages/command-hooks.ts";
import type { PersonAnswer, Question, RememberedRule, Runtime } from "../stages/runtime.ts";
import { bindsCall } from "./binds-call.ts";
import type { AnsweredHook } from "./combine-hooks.ts";
import { hookInput, permissionRequestMembers } from "./hook-input.ts";
import { hookName } from "./match-hook.ts";
import { type HookRunner, runHooks } from "./run-hooks.ts";

/**
 * Asks the PermissionRequest hooks, who answer in the person's place. One that refuses, or fails and may not, refuses
 * for all; else the first that allows in configuration order answers.
 */
export async function askPermissionRequest(
  question: Question,
  tool: Tool,
  { runner, only }: { readonly runner: HookRunner; readonly only: (hook: CommandHook) => boolean },
  runtime: Runtime,
): Promise<HookAnswered | undefined> {
  const answered = await runHooks(
    {
      event: "PermissionRequest",
      input: hookInput(
        "PermissionRequest",
        { ...runner.room, mode: runtime.mode() },
        permissionRequestMembers(question),
      ),
      names: [tool.name, ...tool.aliases],
      call: question.call,
      holds: bindsCall({ tool, input: question.input }, runtime),
      only,
    },
    runner,
    runtime,
  );
  const refusal = answered.map(refusalOf).find((one) => one !== undefined);
  if (refusal) return refusal;
  const allowing = answered.find(({ answer }) => answer.behavior === "allow" && answer.failure === undefined);
  return allowing && rememberedAllow(allowing, runtime);
}

function refusalOf({ hook, answer }: AnsweredHook): HookAnswered | undefined {
  const { behavior, reason, stop, failure, interrupts } = answer;
  const by = hookName(hook);
  if (stop !== undefined) return { by, said: { behavior: "stop", message: stop } };
  const word = reason === undefined ? {} : { message: reason };
  if (behavior === "deny") return { by, said: { behavior: interrupts ? "stop" : "deny", ...word } };
  if (answer.rules?.some((update) => readUpdate(update) === undefined))
    return {
      by,
      said: { behavior: "deny", message: "it wants rules remembered in a way that is not known here" },
    };
  if (failure === undefined || hook.onFailure === "continue") return undefined;
  return { by, said: { behavior: "deny", message: `it failed: ${failure}` } };
}

/** Rules of any behavior are remembered before the yes; a rule that cannot be takes the yes back. */
async function rememberedAllow({ hook, answer }: AnsweredHook, runtime: Runtime): Promise<HookAnswered> {
  const by = hookName(hook);
  const { input, rules = [] } = answer;
  const said: PersonAnswer = { behavior: "allow", ...(input && { input }) };
  const read = rules.map(readUpdate);
  try {
    await runtime.remember(read.flatMap((one) => one ?? []));
  } catch (thrown) {
    const message = `the rules it wants could not be remembered: ${messageOf(thrown)}`;
    return { by, said: { behavior: "deny", message } };
  }
  return { by, said };
}

const SCOPES: ReadonlyMap<unknown, RememberedRule["scope"]> = new Map([
  ["session", "session"],
  ["localSettings", "local"],
  ["userSettings", "user"],
]);

/** The rules of one update; undefined when it is of another kind. */
function readUpdate(update: unknown): readonly RememberedRule[] | undefined {
  if (!isJsonObject(update) || update["type"] !== "addRules" || !Array.isArray(update["rules"]))
    return undefined;
  const scope = SCOPES.get(update["destination"]);
  const behavior = update["behavior"] as Behavior;
  if (scope === undefined || !BEHAVIORS.includes(behavior)) return undefined;
  const rules = update["rules"].map((rule: unknown) => {
    if (!isJsonObject(rule) || typeof rule["toolName"] !== "string") return undefined;
    const { toolName, ruleContent } = rule as { toolName: string; ruleContent?: unknown };
    if (ruleContent === undefined) return toolName;
    return typeof ruleContent === "string" ? `${toolName}(${ruleContent})` : undefined;
  });
  return rules.some((rule) => rule === undefined)
    ? undefined
    : rules.map((rule) => ({ behavior, rule: rule as string, scope }));
}
