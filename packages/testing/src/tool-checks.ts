import { relative, resolve } from "node:path";
import { type Decision, type LocatedEffect, messageOf, type Tool } from "@gauntlet/core";
import { changedPaths, type Snapshot } from "./scratch-files.ts";

const SHORTEST_DESCRIPTION = 20;

/** What is missing or odd in a declaration, apart from what `defineTool` refuses. */
export function declarationProblems({ description, input }: Tool): readonly string[] {
  const tooShort = description.trim().length < SHORTEST_DESCRIPTION;
  const schema = schemaProblem(input);
  return [
    ...(tooShort ? ["the description is too short to tell a model when to use the tool and when not"] : []),
    ...(schema === undefined ? undescribed(input as SchemaNode, []) : [schema]),
    ...((input as SchemaNode).additionalProperties === undefined
      ? ["the input takes keys it does not name; give its schema `{ additionalProperties: false }`"]
      : []),
  ];
}

/** What is wrong with how a call is put to people. Where the tool has no words, core describes it by its input. */
export function wordsProblems(tool: Tool, input: unknown): readonly string[] {
  const words = tool.describeCall(input);
  if (words.trim() === "") return ["`describeCall` gives no words"];
  if (words !== `${tool.name} ${JSON.stringify(input)}`) return [];
  return ["`describeCall` is missing or fails, so people would be asked about raw JSON"];
}

/** What is wrong with the output as the model reads it. */
export function outputProblems(tool: Tool, output: unknown, input: unknown): readonly string[] {
  try {
    const shown = tool.toModel(output, input);
    const isBlank = typeof shown === "string" ? shown.trim() === "" : shown.length === 0;
    return isBlank ? ["the result is blank, so the model does not learn what happened"] : [];
  } catch (thrown) {
    return [`\`toModel\` threw: ${messageOf(thrown)}`];
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
    (declared) => declared === path || isInside(declared, path) || (effect.tree && isInside(path, declared)),
  );
}

const isInside = (path: string, directory: string): boolean =>
  !/^\.\.(\/|$)|^$/.test(relative(directory, path));

interface SchemaNode {
  readonly description?: unknown;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

function undescribed({ properties = {}, items }: SchemaNode, at: readonly string[]): readonly string[] {
  const inItems = items === undefined ? [] : undescribed(items, at);
  const inProperties = Object.entries(properties).flatMap(([name, property]) => {
    const path = [...at, name];
    const isMissing = typeof property.description !== "string" || property.description.trim() === "";
    const own = isMissing ? [`the input \`${path.join(".")}\` has no description`] : [];
    return [...own, ...undescribed(property, path)];
  });
  return [...inItems, ...inProperties];
}

/** A schema travels to models as JSON; what JSON cannot say is lost on the way without a word. */
function schemaProblem(schema: object): string | undefined {
  try {
    JSON.stringify(schema, (key, value: unknown) => {
      const isLost = typeof value === "number" ? !Number.isFinite(value) : typeof value === "function";
      if (isLost) throw new Error(`\`${key}\` is ${String(value)}`);
      return value;
    });
    return undefined;
  } catch (thrown) {
    return `the input schema cannot be sent as JSON: ${messageOf(thrown)}`;
  }
}
