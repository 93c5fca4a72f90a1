import type { Facts } from "./facts.ts";
import type { Report } from "./report.ts";
import type { State } from "./state.ts";
import type { Arithmetic, Node, Word } from "./tree.ts";

/** What one analysis shares. */
export interface Analysis {
  readonly line: string;
  readonly report: Report;
  readonly facts: Facts;
  /** Counts a step; false when there were too many, which is reported once. */
  spend(): boolean;
  /** Goes on with a text as a script of its own, as `eval` does. */
  follow(text: string, state: State): void;
  numberOf(word: Word): Arithmetic;
  /** Whether something in it may change the directory. */
  changesDirectory(node: Node): boolean;
}
