import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommandHook, HookEvent, HookHandler, HookSettings } from "../../src/contract/command-hook.ts";
import { GUARDING_EVENTS } from "../../src/contract/command-hook.ts";
import { createWorld, eventsOf, scratchDirectory, type World, type WorldOptions } from "../world.ts";

/** One hook as settings would give it; a text is a line for the shell. */
export function hook(
  event: HookEvent,
  handler: string | HookHandler,
  over: Partial<CommandHook> = {},
): CommandHook {
  const given: HookHandler = typeof handler === "string" ? { type: "command", command: handler } : handler;
  return {
    event,
    handler: given,
    onFailure: given.onFailure ?? (GUARDING_EVENTS.includes(event) ? "block" : "continue"),
    source: "user",
    ...over,
  };
}

export const settings = (hooks: readonly CommandHook[], over: Partial<HookSettings> = {}): HookSettings => ({
  hooks,
  allowedUrls: [],
  allowedEnvVars: [],
  ...over,
});

/** A world in which these hooks are set. */
export function hookWorld(hooks: readonly CommandHook[], options: WorldOptions = {}): Promise<World> {
  return createWorld({ commandHooks: settings(hooks), ...options });
}

/** A line that answers with this object, whatever it is asked. */
export const saying = (answer: unknown): string =>
  `printf '%s' '${JSON.stringify(answer).replaceAll("'", "'\\''")}'`;

/** A PreToolUse answer. */
export const decides = (permissionDecision: string, more: object = {}) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more },
});

/** Writes an executable script into a directory of its own and gives its path. */
export async function script(text: string): Promise<string> {
  const file = join(await scratchDirectory(), "hook");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
}

/** The runs of hooks in the journal. */
export async function runsOf(world: World) {
  await world.session.close();
  return eventsOf(await world.journal(), "hook.ran");
}
