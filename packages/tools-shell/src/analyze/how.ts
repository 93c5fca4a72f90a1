import type { Analysis } from "./analysis.ts";
import { inLowerCase } from "./lower-case.ts";
import type { Part } from "./report.ts";
import type { State } from "./state.ts";
import type { Word } from "./tree.ts";
import { spell, textValue, type Value } from "./values.ts";

/** How a command came to be run. */
export interface How {
  readonly state: State;
  readonly analysis: Analysis;
  /** As it is written, when it is a command of its own and not what another one runs. */
  readonly spelled?: string;
  /** Assignments before it that an allow rule does not look past. */
  readonly prefix: string;
  /** The same command with what was taken off it. */
  readonly also: readonly string[];
  /** How many commands run it, one in the other. */
  readonly depth?: number;
  /** What it reads from its input, where that is written on the line. */
  readonly input?: Word;
}

/** What a command does, and what it runs. */
export interface Deed {
  readonly parts: readonly Part[];
  /** The parts are all it does. */
  readonly isComplete: boolean;
  /** Other texts that deny and ask rules bind it by. */
  readonly also?: readonly string[];
  /** Commands it runs, each as words. */
  readonly runs?: readonly (readonly Value[])[];
  /** Nobody knows the directory they run in. */
  readonly runsElsewhere?: boolean;
  /** Only a rule without wildcards allows it. */
  readonly exactOnly?: boolean;
}

/** Stands for the words that come from the input: any number of them, nowhere written. */
export const FURTHER: Value = { kind: "unknown", prefix: "", source: "", splits: true };

export const textOfWords = (words: readonly Value[]): string =>
  words
    .filter((word) => word.kind === "text" || word.source !== "")
    .map(spell)
    .join(" ");

/** How what is run by a command comes to be run. */
export function inside({ state, analysis, depth = 0 }: How, change: Partial<How> = {}): How {
  return { state, analysis, prefix: "", also: [], depth: depth + 1, ...change };
}

/** Reports a command with what it does. */
export function emit(words: readonly Value[], deed: Deed, how: How): void {
  const { analysis, prefix, spelled, also: around } = how;
  const bare = textOfWords(words);
  const text = prefix === "" ? bare : `${prefix} ${bare}`;
  const others = new Set([
    ...(prefix === "" ? [] : [bare]),
    ...bareName(words),
    ...otherCase(words),
    ...(deed.also ?? []),
    ...around,
  ]);
  others.delete(text);
  const argv = words.flatMap((value) => (value.kind === "text" ? value.text : []));
  analysis.report.exec(
    {
      text,
      ...(argv.length === words.length && { argv }),
      ...(spelled !== undefined && spelled !== text && { spelled }),
      ...(others.size > 0 && { also: [...others] }),
      // What a variable nobody knows makes of it is not listed.
      ...(deed.isComplete && prefix === "" && isStandard(words) && { complete: true as const }),
      ...(deed.exactOnly && { exactOnly: true as const }),
    },
    deed.parts,
  );
}

/** Whether a program is the one of this name, or lies in a directory where anybody may have put it. */
export function isStandard([head]: readonly Value[]): boolean {
  if (head?.kind !== "text") return false;
  return !head.text.includes("/") || /^(\/usr)?(\/local)?\/s?bin\/[^/]+$/.test(head.text);
}

/** Deny and ask rules bind a program however it is written: some file systems do not tell `RM` from `rm`. */
function otherCase(words: readonly Value[]): readonly string[] {
  const lower = inLowerCase(words);
  return lower === undefined ? [] : [textOfWords(lower), ...bareName(lower)];
}

/** Deny and ask rules bind a program wherever it lies. */
function bareName([head, ...args]: readonly Value[]): readonly string[] {
  if (head?.kind !== "text" || !head.text.includes("/")) return [];
  const name = head.text.split("/").at(-1) ?? "";
  return name === "" ? [] : [textOfWords([textValue(name), ...args])];
}
