import { INTERPRETERS } from "./builtins.ts";
import { type Deed, FURTHER, type How } from "./how.ts";
import { interpreterParts } from "./interpreters.ts";
import { filesAmong } from "./named-files.ts";
import { deedOf } from "./program.ts";
import { awkDeed } from "./programs/awk.ts";
import { findDeed } from "./programs/find.ts";
import { gitDeed } from "./programs/git.ts";
import { PROGRAMS } from "./programs/table.ts";
import { crontabDeed, screenDeed, tmuxDeed } from "./programs/terminals.ts";
import type { Part } from "./report.ts";
import type { State } from "./state.ts";
import type { Value } from "./values.ts";

/** Programs whose arguments say what runs. */
const DEEDS: Readonly<Record<string, (args: readonly Value[], state: State) => Deed>> = {
  awk: awkDeed,
  gawk: awkDeed,
  mawk: awkDeed,
  nawk: awkDeed,
  find: findDeed,
  git: gitDeed,
  screen: screenDeed,
  tmux: tmuxDeed,
  crontab: crontabDeed,
};

/** What a program does that is no part of the shell and runs no other on the line. */
export function deedOfProgram(name: string, args: readonly Value[], { state }: How): Deed {
  const own = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined;
  if (own) return own(args, state);
  const program = PROGRAMS.get(name);
  if (program) {
    const deed = deedOf(program, args, state);
    return deed.isComplete ? deed : { ...deed, parts: [...deed.parts, ...filesAmong(args, state)] };
  }
  const further: readonly Part[] = args.includes(FURTHER)
    ? [{ kind: "opaque", reason: "further arguments come from its input" }]
    : [];
  const text = INTERPRETERS.has(name) ? interpreterParts(args, state) : [];
  return { parts: [...further, ...text, ...filesAmong(args, state)], isComplete: false };
}
