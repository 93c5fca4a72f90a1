import type { CallContext } from "@gauntlet/core";
import * as texts from "../edit-messages.ts";
import { type DecidedContext, refuseMoved } from "../file/decided-place.ts";
import { settingsOf } from "../file/editing-settings.ts";
import { fileStateOf } from "../file/file-state.ts";
import { filesRead, type ReadRecord } from "../file/files-read.ts";
import { nearNames } from "../file/near-names.ts";
import {
  decodeText,
  loadBytes,
  refuseLoneSurrogates,
  refuseTooLarge,
  type TextFile,
} from "../file/text-file.ts";
import * as messages from "../messages.ts";
import { refuseNotebook } from "../notebook/refuse-notebook.ts";
import { Refusal } from "../refusal.ts";
import { placeOfNew } from "../replace/real-path-of-new.ts";
import { type Knowledge, knowledgeOf, refusePlace, refuseUnread } from "./edit-conditions.ts";
import { matchText, type Replacement, toLf } from "./match-text.ts";
import { explainMismatch } from "./mismatch.ts";
import { lineAt } from "./snippet.ts";

/** What the model asks of Edit. */
export interface EditInput {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

/** An edit of a file that is there, with every condition checked against its present content. */
export interface ChangePlan {
  readonly kind: "change";
  readonly path: string;
  readonly realPath: string;
  readonly file: TextFile;
  readonly replacements: readonly Replacement[];
  readonly record: ReadRecord | undefined;
  readonly knowledge: Knowledge;
}

/** An edit that makes a file: there is none. */
export interface CreatePlan {
  readonly kind: "create";
  readonly path: string;
  readonly realPath: string;
}

/** Checks an edit against the present state of the file. @throws Refusal when a condition does not hold. */
export async function planEdit(input: EditInput, ctx: DecidedContext): Promise<ChangePlan | CreatePlan> {
  const path = ctx.resolve(input.file_path);
  if (input.old_string === input.new_string) throw new Refusal(texts.nothingToChange(path));
  refuseLoneSurrogates("old_string", input.old_string);
  refuseLoneSurrogates("new_string", input.new_string);
  const state = fileStateOf(path);
  if (state.kind === "missing") {
    if (input.old_string === "") return { kind: "create", path, realPath: await placeOfNew(path, ctx) };
    throw new Refusal(messages.missing(path, await nearNames(path, ctx)));
  }
  if (state.kind !== "regular") throw new Refusal(messages.notAFile(path, state));
  refuseMoved(path, state.realPath, ctx);
  refuseTooLarge(path, state.size, ctx);
  return planChange({ path, realPath: state.realPath }, input, ctx);
}

async function planChange(
  { path, realPath }: { readonly path: string; readonly realPath: string },
  input: EditInput,
  ctx: CallContext,
): Promise<ChangePlan> {
  const settings = settingsOf(ctx);
  const record = ctx.slots.get(filesRead, realPath);
  const isFilling = input.old_string === "";
  // Before the content is looked at: whether a text occurs in a file is for those who may read it.
  if (!isFilling) refuseUnread(path, record, { settings, ctx });
  const file = await decodeText(path, await loadBytes(path, realPath, settings.maxFileBytes), record);
  if (isFilling) {
    if (file.text !== "") throw new Refusal(texts.emptyOldString(path));
    const whole = { start: 0, end: 0, text: input.new_string, matchStart: 0, matchEnd: 0 };
    const knowledge = { isStale: false, foreign: undefined, lines: [] };
    return { kind: "change", path, realPath, file, replacements: [whole], record, knowledge };
  }
  refuseNotebook(path, realPath, file.bytes);
  const knowledge = await knowledgeOf(path, file, { record, settings });
  const replacements = replacementsIn(path, file.text, { input, knowledge });
  refusePlace(path, { text: file.text, replacements }, { ...knowledge, record, settings });
  return { kind: "change", path, realPath, file, replacements, record, knowledge };
}

function replacementsIn(
  path: string,
  text: string,
  { input, knowledge }: { readonly input: EditInput; readonly knowledge: Knowledge },
): readonly Replacement[] {
  const match = matchText(text, {
    oldString: input.old_string,
    newString: input.new_string,
    replaceAll: input.replace_all ?? false,
  });
  if (match.kind === "found") return match.replacements;
  if (match.kind === "too-many") throw new Refusal(texts.tooManyMatches(path));
  const stale = knowledge.isStale ? texts.changedNote(knowledge.foreign?.diff) : "";
  if (match.kind === "none")
    throw new Refusal(texts.noMatch(path, explainMismatch(toLf(text), toLf(input.old_string)), stale));
  const lines = match.indices.slice(0, 5).map((index) => lineAt(text, index));
  throw new Refusal(texts.severalMatches(path, { count: match.count, lines }, stale));
}
