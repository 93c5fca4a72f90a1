import { INTERPRETERS } from "./builtins.ts";
import { type Deed, FURTHER, type How } from "./how.ts";
import { interpreterParts } from "./interpreters.ts";
import { filesAmong } from "./named-files.ts";
import { deedOf } from "./program.ts";
import { findDeed } from "./programs/find.ts";
import { gitDeed } from "./programs/git.ts";
import { PROGRAMS } from "./programs/table.ts";
import type { Part } from "./report.ts";
import type { Value } from "./values.ts";

/** What a program does that is no part of the shell and runs no other on the line. */
export function deedOfProgram(name: string, args: readonly Value[], { state }: How): Deed {
  if (name === "find") return findDeed(args, state);
  if (name === "git") return gitDeed(args, state);
  const program = PROGRAMS.get(name);
  if (program) {
    const deed = deedOf(program, args, state);
    return deed.isComplete ? deed : { ...deed, parts: [...deed.parts, ...filesAmong(args, state)] };
  }
  const further: readonly Part[] = args.includes(FURTHER)
    ? [{ kind: "opaque", reason: "further arguments come from its input" }]
    : [];
  const own = INTERPRETERS.has(name) ? interpreterParts(args, state) : [];
  return { parts: [...further, ...own, ...filesAmong(args, state)], isComplete: false };
}
