import { resolve } from "node:path";
import {
  assertValidRequest,
  type Decision,
  isBelow,
  type LocatedEffect,
  messageOf,
  type ResultBlock,
  type ResultContent,
  type Tool,
} from "@gauntlet/core";
import { schemaProblems } from "./schema-checks.ts";
import { changedPaths, type Snapshot } from "./scratch-files.ts";

const SHORTEST_DESCRIPTION = 20;

/** What is missing or odd in a declaration, apart from what `defineTool` refuses. */
export function declarationProblems({ description, input }: Tool): readonly string[] {
  const tooShort = description.trim().length < SHORTEST_DESCRIPTION;
  return [
    ...(tooShort ? ["the description is too short to tell a model when to use the tool and when not"] : []),
    ...schemaProblems(input),
  ];
}

/** What is wrong with how a call is put to people. Where the tool has no words, core describes it by its input. */
export function wordsProblems(tool: Tool, input: unknown): readonly string[] {
  const words = tool.describeCall(input);
  if (words.trim() === "") return ["`describeCall` gives no words"];
  if (words !== `${tool.name} ${JSON.stringify(input)}`) return [];
  return ["`describeCall` is missing or fails, so people would be asked about raw JSON"];
}

/** What is wrong with the output as the model reads it: it must be there, and answer the tool use in a request. */
export function outputProblems(tool: Tool, output: unknown, input: unknown): readonly string[] {
  try {
    const shown: unknown = tool.toModel(output, input);
    if (typeof shown !== "string" && !Array.isArray(shown))
      return ["`toModel` gave neither a text nor parts"];
    const isBlank = typeof shown === "string" ? shown.trim() === "" : shown.length === 0;
    if (isBlank) return ["the result is blank, so the model does not learn what happened"];
    const stranger = typeof shown === "string" ? undefined : (shown as ResultContent[]).find(isNoContent);
    if (stranger !== undefined)
      return [
        `the result holds a \`${String(stranger?.type)}\`, which cannot answer a tool use; give texts, images or documents`,
      ];
    const fault = pairingFault(tool, input, shown as ResultBlock["content"]);
    return fault === undefined ? [] : [`the result cannot answer the tool use: ${fault}`];
  } catch (thrown) {
    return [`\`toModel\` threw: ${messageOf(thrown)}`];
  }
}

const isNoContent = (part: ResultContent | undefined): boolean =>
  !["text", "image", "document"].includes(String(part?.type));

/** Why a server would refuse the request that carries a result back. */
function pairingFault(tool: Tool, input: unknown, content: ResultBlock["content"]): string | undefined {
  const id = "toolu_1";
  try {
    assertValidRequest([
      { role: "user", content: [{ type: "text", text: "go" }] },
      { role: "assistant", content: [{ type: "tool_use", id, name: tool.name, input }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    ]);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown).replace("the request is not valid: ", "");
  }
}

/** Steps of a tool that failed while the call was decided. A refusal the case expects must not hide them. */
export function decisionProblems({ votes }: Decision): readonly string[] {
  return votes
    .filter(({ source, why }) => source === "tool" && /could not say what it would touch|failed to/.test(why))
    .map(({ why }) => why);
}

/** A call's traces in its scratch directory. */
export interface Traces {
  readonly cwd: string;
  readonly input: unknown;
  readonly effects: readonly LocatedEffect[];
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** What a call changed though its tool said it would not. */
export function changeProblems(
  tool: Tool,
  { cwd, input, effects, before, after }: Traces,
): readonly string[] {
  const changed = changedPaths(before, after);
  if (tool.flags.isReadOnly(input))
    return changed.map((path) => `the tool says it is read-only and changed \`${path}\``);
  if (effects.some(({ kind }) => kind === "exec" || kind === "opaque" || kind === "unknown")) return [];
  return changed
    .filter((path) => !effects.some((effect) => covers(effect, resolve(cwd, path))))
    .map((path) => `the tool changed \`${path}\` and declares no effect on it`);
}

/** A declared change also covers the directories that have to be made for it. */
function covers(effect: LocatedEffect, path: string): boolean {
  if (effect.kind !== "write" && effect.kind !== "delete") return false;
  return [effect.path, effect.realPath].some(
    (declared) => declared === path || isBelow(declared, path) || (effect.tree && isBelow(path, declared)),
  );
}
