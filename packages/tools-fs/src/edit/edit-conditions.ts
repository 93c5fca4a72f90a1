import type { CallContext } from "@gauntlet/core";
import * as texts from "../edit-messages.ts";
import type { EditingSettings } from "../file/editing-settings.ts";
import { linesOf, type ReadRecord } from "../file/files-read.ts";
import type { TextFile } from "../file/text-file.ts";
import { Refusal } from "../refusal.ts";
import { coversLines, type LineRanges, shiftRanges } from "../text/line-ranges.ts";
import { type ForeignChanges, foreignChanges } from "./foreign-changes.ts";
import { spansOf } from "./line-changes.ts";
import type { Replacement } from "./match-text.ts";
import { lineCount } from "./snippet.ts";

/** What is known of a file that an edit is about to change. */
export interface Knowledge {
  /** The file is not as the model saw it. */
  readonly isStale: boolean;
  /** What others did since, where it can be told. */
  readonly foreign: ForeignChanges | undefined;
  /** Lines of the present text that the model has seen, or will see with the result; undefined: it cannot be told. */
  readonly lines: LineRanges | undefined;
}

/** Refuses a file the model may not change without a Read, before anything is said about its content. */
export function refuseUnread(
  path: string,
  record: ReadRecord | undefined,
  { settings, ctx }: { readonly settings: EditingSettings; readonly ctx: CallContext },
): void {
  if (record !== undefined) return;
  if (settings.readBeforeWrite !== "exact" || ctx.isReadDenied(path)) throw new Refusal(texts.notRead(path));
}

/**
 * Compares what the model saw with what is there.
 * @throws Refusal in mode `fresh` for any change since.
 */
export async function knowledgeOf(
  path: string,
  file: TextFile,
  { record, settings }: { readonly record: ReadRecord | undefined; readonly settings: EditingSettings },
): Promise<Knowledge> {
  if (record === undefined) return { isStale: false, foreign: undefined, lines: [] };
  const total = lineCount(file.text);
  if (record.hash === file.hash) return { isStale: false, foreign: undefined, lines: linesOf(record, total) };
  const foreign = await foreignChanges(record.hash, file);
  if (settings.readBeforeWrite === "fresh") throw new Refusal(texts.changedSinceRead(path, foreign?.diff));
  const lines =
    foreign &&
    shiftRanges(record.partial ? (record.lines ?? []) : EVERYTHING, foreign.changes, {
      seen: foreign.isWhole,
    });
  return { isStale: true, foreign, lines };
}

/**
 * Holds the rule for the place of an edit. As the model saw the file: it has seen the lines. After a change by others,
 * or without a Read in mode `exact`: `old_string` is there exactly once, which says that the model knows the place.
 * @throws Refusal when it does not hold.
 */
export function refusePlace(
  path: string,
  { text, replacements }: { readonly text: string; readonly replacements: readonly Replacement[] },
  knowledge: Knowledge & { readonly record: ReadRecord | undefined; readonly settings: EditingSettings },
): void {
  const { record, settings, isStale, foreign, lines } = knowledge;
  const isOnce = replacements.length === 1;
  if (isStale && !isOnce) throw new Refusal(texts.changedSinceRead(path, foreign?.diff));
  if (settings.readBeforeWrite === "exact" && isOnce) return;
  if (record === undefined) throw new Refusal(texts.notRead(path));
  if (!record.partial) return;
  const unseen = spansOf(text, replacements).find(({ from, to }) => !coversLines(lines ?? [], from, to));
  if (unseen) throw new Refusal(texts.linesNotRead(path, unseen, isStale));
}

// More lines than any file has.
const EVERYTHING: LineRanges = [[1, 2 ** 40]];
