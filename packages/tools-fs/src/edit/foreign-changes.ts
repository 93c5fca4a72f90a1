import { keptContent } from "../file/known-content.ts";
import type { TextFile } from "../file/text-file.ts";
import { decode } from "../text/charset.ts";
import type { LineChange } from "../text/line-ranges.ts";
import { hunksOf, shortDiff } from "../text/patch.ts";
import { changesOfHunks } from "./line-changes.ts";

/** What others did to a file since the model saw it. */
export interface ForeignChanges {
  readonly changes: readonly LineChange[];
  /** The changes as a diff for the model. */
  readonly diff: string;
  /** The diff shows every change, so whoever reads it knows the present content. */
  readonly isWhole: boolean;
}

/**
 * Compares a file with the content the model saw.
 * @returns undefined when that content is no longer remembered, or too different to compare.
 */
export async function foreignChanges(
  seenHash: string,
  present: TextFile,
): Promise<ForeignChanges | undefined> {
  const seen = keptContent(seenHash);
  if (seen === undefined) return undefined;
  const hunks = hunksOf(await decode(seen, present.form), present.text);
  if (hunks.length === 0) return undefined;
  return { changes: changesOfHunks(hunks), ...shortDiff(hunks) };
}
