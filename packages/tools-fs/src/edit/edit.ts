import { defineTool, Type, writeFile } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import * as texts from "../edit-messages.ts";
import type { DecidedContext } from "../file/decided-place.ts";
import { settingsOf } from "../file/editing-settings.ts";
import { filesRead, hashOf, type ReadRecord, recordOfLines } from "../file/files-read.ts";
import { keepContent } from "../file/known-content.ts";
import { encodeText } from "../file/text-file.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { replaceFile } from "../replace/replace-file.ts";
import { shiftRanges, withRange } from "../text/line-ranges.ts";
import { hunksOf, prefixed, renderHunks, type StructuredPatchHunk } from "../text/patch.ts";
import { type ChangePlan, type CreatePlan, type EditInput, planEdit } from "./edit-plan.ts";
import { changesOfReplacements } from "./line-changes.ts";
import { applyReplacements } from "./match-text.ts";
import { lineCount, type Snippet, snippetAround } from "./snippet.ts";

/** What an Edit did. */
export interface EditOutput {
  readonly filePath: string;
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
  /** Text before, byte order mark aside; empty for a file that was made. */
  readonly originalFile: string;
  readonly structuredPatch: readonly StructuredPatchHunk[];
  /** Places replaced; 0 when a file was made or filled. */
  readonly count: number;
  /** The first replaced place with lines around it, numbered. */
  readonly snippet: string;
  /** Somebody else had changed the file since it was read; those changes are still in it. */
  readonly wasStale: boolean;
  /** With `wasStale`: what they changed, where it can be told; `isWhole` when nothing is left out. */
  readonly foreign: { readonly diff: string; readonly isWhole: boolean } | undefined;
  /** Other names of the file, which see the change, too. */
  readonly otherNames: number;
}

/** Replaces an exact stretch of a file the model has read; every other byte stays. */
export const edit = defineTool({
  name: "Edit",
  description: descriptions.EDIT,
  input: Type.Object(
    {
      file_path: Type.String({
        format: "path",
        minLength: 1,
        description: "File to change; absolute, or relative to the working directory",
      }),
      old_string: Type.String({
        description: "Exact text to replace, without the line numbers Read shows; empty to create a file",
      }),
      new_string: Type.String({ description: "Text to put in its place, taken literally" }),
      replace_all: Type.Optional(
        Type.Boolean({
          default: false,
          description: "Replace every occurrence instead of exactly one; default false",
        }),
      ),
    },
    { additionalProperties: false },
  ),

  onInterrupt: "finish",

  effectKinds: ["write"],
  effects: (input, ctx) => [writeFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) => objectionOf(() => prepare(input, ctx)),
  describeCall: (input) => `edit ${input.file_path}${input.replace_all ? " (every occurrence)" : ""}`,

  async execute(input, ctx): Promise<EditOutput> {
    const { plan, before, after, bytes } = await prepare(input, ctx);
    const { path, realPath } = plan;
    const expected = plan.kind === "change" ? plan.file : undefined;
    const { otherNames } = await replaceFile({ path, realPath, bytes, expected });
    const hash = hashOf(bytes);
    keepContent(hash, bytes);
    const { start, text } = firstOf(plan, input);
    const snippet = snippetAround(after, start, start + text.length);
    ctx.slots.set(filesRead, realPath, recordAfter(plan, { hash, after, snippet }));
    const knowledge = plan.kind === "change" ? plan.knowledge : undefined;
    return {
      filePath: path,
      oldString: input.old_string,
      newString: input.new_string,
      replaceAll: input.replace_all ?? false,
      originalFile: before,
      structuredPatch: hunksOf(before, after),
      count: plan.kind === "change" && input.old_string !== "" ? plan.replacements.length : 0,
      snippet: snippet.text,
      wasStale: knowledge?.isStale ?? false,
      foreign: knowledge?.foreign && { diff: knowledge.foreign.diff, isWhole: knowledge.foreign.isWhole },
      otherNames,
    };
  },

  toModel: texts.editResult,
  toPerson: ({ outcome, input, output, text }) => {
    if (outcome === "asked") return askedEdit(input as EditInput);
    return outcome === "succeeded" && isEditOutput(output) && output.structuredPatch.length > 0
      ? renderHunks(output.structuredPatch)
      : text;
  },
});

/** The edit as bytes, with everything checked that can be before the file is touched. @throws Refusal */
async function prepare(input: EditInput, ctx: DecidedContext) {
  const plan = await planEdit(input, ctx);
  const before = plan.kind === "change" ? plan.file.text : "";
  const after = plan.kind === "change" ? applyReplacements(before, plan.replacements) : input.new_string;
  const form = plan.kind === "change" ? plan.file.form : { charset: "utf-8", hasBom: false };
  const bytes = await encodeText(plan.path, form, { text: after, inserted: input.new_string });
  const { maxFileBytes } = settingsOf(ctx);
  if (bytes.length > maxFileBytes)
    throw new Refusal(texts.tooLargeToEdit(plan.path, bytes.length, maxFileBytes));
  return { plan, before, after, bytes };
}

/**
 * What the model knows after its edit. Where the changes of others cannot be told, the earlier record stays: it lets
 * the model edit on, and keeps Write from replacing what it has not seen.
 */
function recordAfter(
  plan: ChangePlan | CreatePlan,
  { hash, after, snippet }: { readonly hash: string; readonly after: string; readonly snippet: Snippet },
): ReadRecord {
  if (plan.kind === "create" || plan.file.text === "") return { hash, partial: false };
  const { file, replacements, knowledge, record } = plan;
  if (knowledge.lines === undefined && record !== undefined) return record;
  const changes = changesOfReplacements(file.text, replacements);
  const known = shiftRanges(knowledge.lines ?? [], changes, { seen: true });
  const lines = withRange(known, snippet.from, snippet.to);
  return {
    ...recordOfLines({ hash, charset: file.form.charset }, lines, lineCount(after)),
    ...(record?.hasCutLine && { hasCutLine: true as const }),
  };
}

function firstOf(plan: ChangePlan | CreatePlan, input: EditInput): { start: number; text: string } {
  const first = plan.kind === "change" ? plan.replacements[0] : undefined;
  return first ?? { start: 0, text: input.new_string };
}

/** The replacement as a diff, before anybody has allowed a look at the file. */
function askedEdit({ file_path, old_string, new_string, replace_all }: EditInput): string {
  const where = replace_all ? `every occurrence in ${file_path}` : file_path;
  return [where, ...prefixed("-", old_string), ...prefixed("+", new_string)].join("\n");
}

const isEditOutput = (output: unknown): output is EditOutput =>
  typeof output === "object" && output !== null && "structuredPatch" in output;
