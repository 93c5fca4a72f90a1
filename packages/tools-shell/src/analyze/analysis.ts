import type { Facts } from "./facts.ts";
import type { How } from "./how.ts";
import type { Report } from "./report.ts";
import type { State } from "./state.ts";
import type { Value } from "./values.ts";

/** What one analysis shares. */
export interface Analysis {
  readonly line: string;
  readonly report: Report;
  readonly facts: Facts;
  /** The same, told to somebody else. */
  reportingTo(report: Report): Analysis;
  /** Counts a step; false when there were too many, which is reported once. */
  spend(): boolean;
  /** Goes on with a text this shell runs, as `eval` does. @returns what it may change in the shell. */
  follow(text: string, state: State): Pick<Facts, "moves" | "exports">;
  /** Goes on with a text that a shell of its own runs, as `sh -c` does; it inherits the environment. */
  followInShell(text: string, state: State): void;
  /** Goes on with the words of a command that another one runs. */
  run(words: readonly Value[], how: How): void;
}
