import { type CallContext, defineTool, Type, writeFile } from "@gauntlet/core";
import * as descriptions from "./descriptions.ts";
import { fileStateOf } from "./file-state.ts";
import { filesRead, hashOf } from "./files-read.ts";
import { lastSeenHash } from "./known-file.ts";
import { MAX_EDITABLE_BYTES } from "./limits.ts";
import { applyReplacements, matchText, type Replacement } from "./match-text.ts";
import * as messages from "./messages.ts";
import { explainMismatch } from "./mismatch.ts";
import { nearNames } from "./near-names.ts";
import { hunksOf, prefixed, renderHunks, type StructuredPatchHunk } from "./patch.ts";
import { objectionOf, Refusal } from "./refusal.ts";
import { refuseNotebook } from "./refuse-notebook.ts";
import { replaceFile } from "./replace-file.ts";
import { lineAt, snippetAround } from "./snippet.ts";
import { decodeText, loadBytes, refuseLoneSurrogates, type TextFile } from "./text-file.ts";

/** What an Edit did. */
export interface EditOutput {
  readonly filePath: string;
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
  /** Text before, byte order mark aside. */
  readonly originalFile: string;
  readonly structuredPatch: readonly StructuredPatchHunk[];
  readonly count: number;
  /** The first replaced place with lines around it, numbered. */
  readonly snippet: string;
  /** Somebody else had changed the file since it was read; those changes are still in it. */
  readonly wasStale: boolean;
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
      old_string: Type.String({ description: "Exact text to replace, without the line numbers Read shows" }),
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

  effects: (input, ctx) => [writeFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) => objectionOf(() => planOf(input, ctx)),
  describeCall: (input) => `edit ${input.file_path}${input.replace_all ? " (every occurrence)" : ""}`,

  async execute(input, ctx): Promise<EditOutput> {
    const { path, realPath, file, replacements, wasStale } = await planOf(input, ctx);
    const text = applyReplacements(file.text, replacements);
    const bytes = Buffer.from(file.bom + text);
    if (bytes.length > MAX_EDITABLE_BYTES) throw new Refusal(messages.tooLargeToEdit(path, bytes.length));
    await replaceFile({ path, realPath, bytes, expectedHash: file.hash });
    // After a foreign change the model does not know the whole file; the old record keeps Write from replacing it.
    if (!wasStale) ctx.slots.set(filesRead, realPath, { hash: hashOf(bytes), partial: false });
    const { start, text: inserted } = replacements[0] ?? { start: 0, text: "" };
    return {
      filePath: path,
      oldString: input.old_string,
      newString: input.new_string,
      replaceAll: input.replace_all ?? false,
      originalFile: file.text,
      structuredPatch: hunksOf(file.text, text),
      count: replacements.length,
      snippet: snippetAround(text, start, start + inserted.length),
      wasStale,
    };
  },

  toModel: messages.editResult,
  toPerson: ({ outcome, input, output, text }) => {
    if (outcome === "asked") return askedEdit(input as EditInput);
    return outcome === "succeeded" && isEditOutput(output) && output.structuredPatch.length > 0
      ? renderHunks(output.structuredPatch)
      : text;
  },
});

/** The replacement as a diff, before anybody has allowed a look at the file. */
function askedEdit({ file_path, old_string, new_string, replace_all }: EditInput): string {
  const where = replace_all ? `every occurrence in ${file_path}` : file_path;
  return [where, ...prefixed("-", old_string), ...prefixed("+", new_string)].join("\n");
}

interface EditInput {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

interface Plan {
  readonly path: string;
  readonly realPath: string;
  readonly file: TextFile;
  readonly replacements: readonly Replacement[];
  readonly wasStale: boolean;
}

/** The edit with every condition checked against the present file. @throws Refusal when one does not hold. */
async function planOf(input: EditInput, ctx: CallContext): Promise<Plan> {
  const path = ctx.resolve(input.file_path);
  refuseEmptyEdit(path, input);
  const state = fileStateOf(path);
  if (state.kind === "missing") throw new Refusal(messages.missing(path, await nearNames(path, ctx)));
  if (state.kind !== "regular") throw new Refusal(messages.notAFile(path, state));
  // Before the content is looked at: whether a text occurs in a file is for those who may read it.
  const seen = lastSeenHash(path, state.realPath, ctx);
  const file = decodeText(path, await loadBytes(path, state.realPath));
  refuseNotebook(path, state.realPath, file.bytes);
  const wasStale = file.hash !== seen;
  const replacements = replacementsIn(path, file.text, input, wasStale);
  return { path, realPath: state.realPath, file, replacements, wasStale };
}

function refuseEmptyEdit(path: string, { old_string, new_string }: EditInput): void {
  if (old_string === new_string) throw new Refusal(messages.nothingToChange(path));
  if (old_string === "") throw new Refusal(messages.emptyOldString(path));
  refuseLoneSurrogates("new_string", new_string);
}

function replacementsIn(
  path: string,
  text: string,
  input: EditInput,
  wasStale: boolean,
): readonly Replacement[] {
  const match = matchText(text, {
    oldString: input.old_string,
    newString: input.new_string,
    replaceAll: input.replace_all ?? false,
  });
  if (match.kind === "none") {
    throw new Refusal(messages.noMatch(path, explainMismatch(text, input.old_string), wasStale));
  }
  if (match.kind === "several") {
    const lines = match.indices.slice(0, 5).map((index) => lineAt(text, index));
    throw new Refusal(messages.severalMatches(path, match.count, lines));
  }
  if (wasStale && match.replacements.length > 1) throw new Refusal(messages.changedSinceRead(path));
  return match.replacements;
}

const isEditOutput = (output: unknown): output is EditOutput =>
  typeof output === "object" && output !== null && "structuredPatch" in output;
