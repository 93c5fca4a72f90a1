import { isAbsolute } from "node:path";
import { type CallContext, defineSlot, type Effect, isInside, realPathOrSelf } from "@gauntlet/core";
import { messages } from "./messages.ts";
import { isDirectory } from "./run-command.ts";

/** Where the shell of this session is, by the working directory that a command moved it away from. */
export const cwdSlot = defineSlot<string>("cwd");

type Place = Pick<CallContext, "cwd" | "workingDirectories" | "slots">;

/** The directory the next command starts in: where the last one left the shell, else the working directory. */
export function shellDirectory({ cwd, workingDirectories, slots }: Place): string {
  const carried = slots.get(cwdSlot, cwd);
  return carried !== undefined && isUsable(carried, workingDirectories) ? carried : cwd;
}

/** A command that may move the shell writes the state `cwd`; every other one reads it. */
export function directoryEffect(mayMove: boolean): Effect {
  return { kind: "state", slot: cwdSlot.name, access: mayMove ? "write" : "read" };
}

/**
 * Forgets a carried directory that can no longer be used.
 * @returns the remark for the model when there was one.
 */
export function resetLostDirectory({ cwd, workingDirectories, slots }: Place): string | undefined {
  const carried = slots.get(cwdSlot, cwd);
  if (carried === undefined || isUsable(carried, workingDirectories)) return undefined;
  slots.delete(cwdSlot, cwd);
  return messages.directoryLost(cwd, carried);
}

/**
 * Keeps where a command left its shell, if that is inside the working directories; else the shell starts in the
 * working directory again.
 * @param reported what came from the command's process, so it can be anything; undefined when nothing came.
 * @returns the remark for the model when the shell was reset.
 */
export function carryDirectory(reported: string | undefined, place: Place): string | undefined {
  const { cwd, workingDirectories, slots } = place;
  const real = reported === undefined || !isAbsolute(reported) ? undefined : realDirectory(reported);
  if (real === undefined) return undefined;
  if (!isUsable(real, workingDirectories)) {
    slots.delete(cwdSlot, cwd);
    return messages.directoryOutside(cwd, real);
  }
  if (real === cwd) slots.delete(cwdSlot, cwd);
  else slots.set(cwdSlot, cwd, real);
  return undefined;
}

function isUsable(directory: string, workingDirectories: readonly string[]): boolean {
  return (
    isDirectory(directory) &&
    workingDirectories.some((allowed) => isInside(realPathOrSelf(directory), allowed))
  );
}

const realDirectory = (path: string): string | undefined =>
  isDirectory(path) ? realPathOrSelf(path) : undefined;
