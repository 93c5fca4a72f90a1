import type { CommandHook, HookEvent } from "../contract/command-hook.ts";
import { messageOf } from "../errors.ts";
import type { JsonObject } from "../json-object.ts";
import { maskSecrets } from "../secrets/mask-secrets.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { AnsweredHook } from "./combine-hooks.ts";
import { fitAnswer } from "./fit-answer.ts";
import type { HookRoom } from "./hook-room.ts";
import { hookName, matches, withoutDoubles } from "./match-hook.ts";
import { type HookAnswer, type HookResult, readAnswer } from "./read-answer.ts";
import { runCommandHook } from "./run-command-hook.ts";
import { runHttpHook } from "./run-http-hook.ts";
import { runToolHook } from "./run-tool-hook.ts";

/** One event hooks are run for. */
export interface EventRun {
  readonly event: HookEvent;
  /** What hooks read. */
  readonly input: JsonObject;
  /** Names a matcher looks at; undefined for events without matchers. */
  readonly names?: readonly string[];
  /** The call the event is about. */
  readonly call?: string;
  /** Tells whether the condition of a hook holds for the call. */
  readonly holds?: (rule: string) => Promise<boolean>;
  /** Of the hooks that match, those that run. Default: all. */
  readonly only?: (hook: CommandHook) => boolean;
}

/** What runs hooks, and what it keeps of those nobody waits for. */
export interface HookRunner {
  readonly room: HookRoom;
  /** Takes over a run nobody waits for, to be ended with the session. */
  readonly background: (start: (runtime: Runtime) => Promise<void>, runtime: Runtime) => void;
}

/** The hooks set for what an event is about, in configuration order, whatever their conditions say. */
export function matchingHooks(
  { settings }: HookRoom,
  { event, names, only = () => true }: Pick<EventRun, "event" | "names" | "only">,
): readonly CommandHook[] {
  return settings().hooks.filter(
    (hook) => hook.event === event && (names === undefined || matches(hook.matcher, names)) && only(hook),
  );
}

/**
 * Runs all hooks of an event at the same time on the same input, each once. Each run is recorded.
 * @returns the answers in configuration order.
 */
export async function runHooks(
  run: EventRun,
  runner: HookRunner,
  runtime: Runtime,
): Promise<readonly AnsweredHook[]> {
  const bound = await Promise.all(
    matchingHooks(runner.room, run).map(async (hook) => ((await isBound(hook, run)) ? [hook] : [])),
  );
  // Only now: a double whose condition does not hold must not stand for one whose condition does.
  return Promise.all(
    withoutDoubles(bound.flat()).map(async (hook) => ({
      hook,
      answer: await runHook(hook, run, { runner, runtime }),
    })),
  );
}

async function isBound({ handler }: CommandHook, { holds }: EventRun): Promise<boolean> {
  return handler.if === undefined || holds === undefined || holds(handler.if);
}

interface Around {
  readonly runner: HookRunner;
  readonly runtime: Runtime;
}

async function runHook(hook: CommandHook, run: EventRun, around: Around): Promise<HookAnswer> {
  const { runtime, runner } = around;
  const { handler } = hook;
  if (handler.type !== "command" || !(handler.async || handler.asyncRewake))
    return runWatched(hook, run, around);
  runner.background(async (late) => {
    const answer = await runWatched(hook, run, { runner, runtime: late });
    if (handler.asyncRewake && answer.behavior === "deny")
      late.tell(`The ${hookName(hook)} says: ${answer.reason ?? "(nothing)"}`);
  }, runtime);
  return {};
}

async function runWatched(
  hook: CommandHook,
  run: EventRun,
  { runner: { room }, runtime }: Around,
): Promise<HookAnswer> {
  const startedAt = performance.now();
  const result = await runHandler(hook, run, { room, runtime });
  const answer = readAnswer(hook, result);
  const durationMs = Math.round(performance.now() - startedAt);
  const { value } = maskSecrets({
    ...(result.kind === "ended" && { stdout: bounded(result.stdout), stderr: bounded(result.stderr) }),
    ...(answer.failure !== undefined && { failure: bounded(answer.failure) }),
    ...(answer.message !== undefined && { message: bounded(answer.message) }),
  });
  runtime.record({
    type: "hook.ran",
    event: hook.event,
    hook: hookName(hook),
    source: hook.source,
    ...(run.call !== undefined && { call: run.call }),
    ...(result.kind === "ended" && { exitCode: result.exitCode }),
    durationMs,
    ...(value as object),
  });
  return fitAnswer(answer, hook, runtime);
}

async function runHandler(
  { event, handler }: CommandHook,
  { input }: EventRun,
  { room, runtime }: { readonly room: HookRoom; readonly runtime: Runtime },
): Promise<HookResult> {
  const timeoutMs = timeoutOf(event, handler.timeout);
  const run = { event, stdin: textOf(input), timeoutMs, signal: runtime.signal };
  switch (handler.type) {
    case "command":
      return runCommandHook(handler, run, room);
    case "http":
      return runHttpHook(handler, run, room);
    case "mcp_tool":
      return runToolHook(handler, { ...run, fields: input }, runtime.callTool);
  }
}

/** Milliseconds. A session that ends does not wait long for its hooks. */
function timeoutOf(event: HookEvent, seconds: number | undefined): number {
  if (event === "SessionEnd") return Math.min((seconds ?? 1.5) * 1_000, 60_000);
  return (seconds ?? (event === "UserPromptSubmit" ? 30 : 600)) * 1_000;
}

function textOf(input: JsonObject): string {
  try {
    return JSON.stringify(input);
  } catch (thrown) {
    // Only what a tool gave as its output can be no JSON.
    return JSON.stringify({ ...input, tool_response: `(not JSON: ${messageOf(thrown)})` });
  }
}

const MAX_RECORDED = 2_000;

const bounded = (text: string): string =>
  text.length <= MAX_RECORDED ? text : `${text.slice(0, MAX_RECORDED)}… (${text.length} characters)`;
