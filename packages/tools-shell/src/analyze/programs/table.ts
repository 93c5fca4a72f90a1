import type { Program } from "../program.ts";
import { ARCHIVERS } from "./archivers.ts";
import { BUILDERS } from "./builders.ts";
import { CHANGERS } from "./changers.ts";
import { NETWORK } from "./network.ts";
import { PRINTERS } from "./printers.ts";
import { READERS } from "./readers.ts";
import { RUNNERS } from "./runners.ts";
import { SCRIPTED } from "./scripts.ts";
import { SEARCHERS } from "./searchers.ts";

/** What is known of programs, a row a program. What is not here only runs: nobody says what it touches. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    ...PRINTERS,
    ...READERS,
    ...SEARCHERS,
    ...CHANGERS,
    ...SCRIPTED,
    ...NETWORK,
    ...RUNNERS,
    ...ARCHIVERS,
    ...BUILDERS,
  ].flatMap((program) => program.names.map((name) => [name, program] as const)),
);
