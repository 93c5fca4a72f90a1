import type { CommandHook, HookMoment, MomentAnswer } from "../contract/command-hook.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import type { CommandHooks } from "../stages/command-hooks.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { HookRoom } from "./hook-room.ts";
import { fireMoment } from "./moment.ts";
import { askPermissionRequest } from "./permission-request.ts";
import { askPostToolUse } from "./post-tool-use.ts";
import { askPreToolUse } from "./pre-tool-use.ts";
import { type HookRunner, matchingHooks } from "./run-hooks.ts";
import { prepareEnvFile, readEnvFile } from "./session-environment.ts";

/**
 * The command hooks of one session. Without any set, nothing is started and nothing waited for.
 * @param environmentOf for a subagent: the variables its session has set.
 */
export function createCommandHooks(
  room: HookRoom,
  environmentOf?: () => Readonly<Record<string, string>>,
): CommandHooks {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let envFile: Promise<string | undefined> | undefined;
  let environment: Readonly<Record<string, string>> = Object.freeze({});
  const runner: HookRunner = {
    room,
    background(start, runtime) {
      const work: Promise<void> = start({ ...(runtime.ungated ?? runtime), signal: stop.signal })
        .catch(() => undefined)
        .finally(() => running.delete(work));
      running.add(work);
    },
  };

  const fire = async (moment: HookMoment, runtime: Runtime, only: Only): Promise<MomentAnswer> => {
    if (moment.event === "Notification") {
      // Nobody who is asked something waits for those that tell of it.
      runner.background(async (late) => void (await fireMoment(moment, { runner, only }, late)), runtime);
      return { context: [] };
    }
    if (moment.event !== "SessionStart") return fireMoment(moment, { runner, only }, runtime);
    if (matchingHooks(room, { event: "SessionStart", only }).length === 0) return { context: [] };
    envFile ??= prepareEnvFile(room.envFile).then(() => undefined, messageOf);
    const problem = await envFile;
    const answer = await fireMoment(moment, { runner, only }, runtime);
    if (problem !== undefined) {
      envFile = undefined;
      return { ...answer, context: [...answer.context, messages.hookVariablesLost(problem)] };
    }
    environment = await readEnvFile(room, runtime.signal);
    return answer;
  };

  const hooksThat = (only: Only): CommandHooks => ({
    preToolUse: (call, runtime) => askPreToolUse(call, { runner, only }, runtime),
    has: (event) => matchingHooks(room, { event, only }).length > 0,
    mayAnswer: ({ name, aliases }) =>
      matchingHooks(room, { event: "PermissionRequest", names: [name, ...aliases], only }).length > 0,
    answer: (question, tool, runtime) => askPermissionRequest(question, tool, { runner, only }, runtime),
    postToolUse: (call, outcome, runtime) => askPostToolUse(call, outcome, { runner, only }, runtime),
    fire: (moment, runtime) => fire(moment, runtime, only),
    environment: environmentOf ?? (() => environment),
    forAgent: (agent) => createCommandHooks({ ...room, agent }, environmentOf ?? (() => environment)),
    forOwnCalls: () => hooksThat((hook) => only(hook) && makesNoCalls(hook)),
    async close() {
      stop.abort(new Error("the session was closed"));
      await Promise.all(running);
    },
  });
  return hooksThat(() => true);
}

type Only = (hook: CommandHook) => boolean;

/** Hooks that answer for a person have no say either: nobody is asked about calls of hooks. */
const makesNoCalls = ({ event, handler }: CommandHook): boolean =>
  handler.type !== "mcp_tool" && event !== "PermissionRequest";
