import type { Effect } from "@gauntlet/core";
import { MAX_COMMAND_BYTES } from "./limits.ts";
import { messages } from "./messages.ts";
import { isDirectory } from "./run-command.ts";

/** What a command touches, and whether its shell may end elsewhere. */
export interface CommandEffects {
  readonly effects: readonly Effect[];
  readonly mayMove: boolean;
}

/** Analyzes a command that would start in `cwd`. The grammar is loaded on first use. */
export async function commandEffects(command: string, cwd: string, home: string): Promise<CommandEffects> {
  const { analyzeCommand, mayMoveShell } = await import("./grammar.ts");
  return {
    effects: analyzeCommand(command, { cwd, home }).effects,
    mayMove: mayMoveShell(command),
  };
}

/** Whether the shell of a command may end in another directory; see `may-move-shell.ts`. */
export async function mayMoveShell(command: string): Promise<boolean> {
  return (await import("./grammar.ts")).mayMoveShell(command);
}

/** Why a command cannot be run at all, for the model. */
export function refuseCommand(command: string, cwd: string): string | undefined {
  const bytes = Buffer.byteLength(command);
  if (command.includes("\0")) return messages.nul;
  if (bytes > MAX_COMMAND_BYTES) return messages.tooLong(bytes, MAX_COMMAND_BYTES);
  return isDirectory(cwd) ? undefined : messages.noDirectory(cwd);
}
