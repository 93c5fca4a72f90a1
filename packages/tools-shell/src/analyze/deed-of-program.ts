import { carrierDeed } from "./carried-command.ts";
import { CARRIERS } from "./carriers.ts";
import { type Deed, FURTHER, type How } from "./how.ts";
import { interpreterParts, isInterpreter } from "./interpreters.ts";
import { filesAmong, machinesAmong } from "./named-files.ts";
import { deedOf } from "./program.ts";
import { awkDeed } from "./programs/awk.ts";
import { crontabDeed } from "./programs/crontab.ts";
import { findDeed } from "./programs/find.ts";
import { gitDeed } from "./programs/git.ts";
import { perlFilterParts } from "./programs/perl.ts";
import { queryDeed } from "./programs/queries.ts";
import { PROGRAMS } from "./programs/table.ts";
import { screenDeed, tmuxDeed } from "./programs/terminals.ts";
import type { Part } from "./report.ts";
import type { State } from "./state.ts";
import type { Value } from "./values.ts";

const textParts = (name: string, args: readonly Value[], state: State): readonly Part[] =>
  (name === "perl" ? perlFilterParts(args, state) : undefined) ?? interpreterParts(name, args, state);

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

/** Whether anything is known of a program of this name. */
export const isKnown = (name: string): boolean =>
  Object.hasOwn(DEEDS, name) || PROGRAMS.has(name) || CARRIERS.has(name) || isInterpreter(name);

/** What a program does that is no part of the shell and runs no other on the line. */
export function deedOfProgram(name: string, args: readonly Value[], how: How): Deed {
  const { state } = how;
  const query = queryDeed(name, args, state);
  if (query) return query;
  const own = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined;
  if (own) return own(args, state);
  const carried = carrierDeed(name, args, how);
  const named = [...filesAmong(args, state), ...machinesAmong(args)];
  if (carried) return { ...carried, parts: [...carried.parts, ...named] };
  const program = PROGRAMS.get(name);
  if (program) {
    const deed = deedOf(program, args, state);
    return deed.isComplete ? deed : { ...deed, parts: [...deed.parts, ...named] };
  }
  const further: readonly Part[] = args.includes(FURTHER)
    ? [{ kind: "opaque", reason: "further arguments come from its input" }]
    : [];
  const text = isInterpreter(name) ? textParts(name, args, state) : [];
  return { parts: [...further, ...text, ...named], isComplete: false };
}
