import { isKnown } from "./deed-of-program.ts";
import { inLowerCase } from "./lower-case.ts";
import { SHELLS } from "./shells.ts";
import { TEXT_RUNNERS } from "./text-runners.ts";
import type { Value } from "./values.ts";
import { WRAPPERS } from "./wrappers.ts";

const isNamed = (name: string): boolean =>
  isKnown(name) || SHELLS.has(name) || Object.hasOwn(WRAPPERS, name) || Object.hasOwn(TEXT_RUNNERS, name);

/** The command in lower case, where only that is the name of a program of which more is known. */
export function asKnownProgram(words: readonly Value[]): readonly Value[] | undefined {
  const lower = inLowerCase(words);
  return lower !== undefined && !isNamed(nameOf(words)) && isNamed(nameOf(lower)) ? lower : undefined;
}

const nameOf = ([head]: readonly Value[]): string =>
  head?.kind === "text" ? (head.text.split("/").at(-1) ?? "") : "";
