import { type ExecEffect, isPathEffect, type LocatedEffect } from "../contract/effect.ts";

/** Whether all that a command does is listed, and is reading. What it reads is voted on by itself. */
export function onlyReads(command: ExecEffect, effects: readonly LocatedEffect[]): boolean {
  return command.complete === true && partsOf(command, effects).every(({ kind }) => kind === "read");
}

/** Whether all that a command does is listed, and is reading or changing files. */
export function onlyHandlesFiles(command: ExecEffect, effects: readonly LocatedEffect[]): boolean {
  return command.complete === true && partsOf(command, effects).every(isPathEffect);
}

function partsOf(command: ExecEffect, effects: readonly LocatedEffect[]): readonly LocatedEffect[] {
  const at = effects.indexOf(command);
  return effects.filter((effect) => "command" in effect && effect.command === at);
}
