import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  definePlugin,
  Gauntlet,
  isTool,
  type LocatedEffect,
  type OutcomeKind,
  type SettledCall,
  type Tool,
} from "@gauntlet/core";
import { changedPaths, type Snapshot, takeSnapshot, writeFiles } from "./scratch-files.ts";
import {
  changeProblems,
  decisionProblems,
  declarationProblems,
  outputProblems,
  wordsProblems,
} from "./tool-checks.ts";

/** One use of a tool and what must become of it. */
export interface ToolCase {
  readonly input: unknown;
  /** Files of the scratch directory before the call: relative path to content. The directory is the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Default `succeeded`. */
  readonly outcome?: OutcomeKind;
  /** What the text that the model reads must hold. */
  readonly result?: string | RegExp;
  /** Files after the call: relative path to content, or null where nothing must be. */
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

/** What a tool needs beside its cases. */
export interface ToolTesterOptions {
  /** Tools that the tool calls. */
  readonly others?: readonly Tool[];
  /** Accepts a tool that declares no effects. Default false. */
  readonly hasUnknownEffects?: boolean;
}

/**
 * Proves a tool: its declaration says all a model and a person need, and every case runs through the whole pipeline
 * in a scratch directory of its own, allowed by a rule, with the outcome, result and files it names. Whatever a call
 * changes there must be among its declared effects, and deciding about it must change nothing.
 * @throws Error that lists everything found wrong, one line each.
 */
export async function toolTester(
  tool: Tool,
  cases: readonly ToolCase[],
  options: ToolTesterOptions = {},
): Promise<void> {
  if (!isTool(tool)) throw new Error("toolTester was given something that `defineTool` did not make");
  const problems = [...declarationProblems(tool)];
  if (cases.length === 0) problems.push("no case is given");
  for (const [i, one] of cases.entries()) {
    const found = await caseProblems(tool, one, options);
    problems.push(...found.map((problem) => `case ${i + 1} (${JSON.stringify(one.input)}): ${problem}`));
  }
  if (problems.length > 0)
    throw new Error(`tool \`${tool.name}\`:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

async function caseProblems(
  tool: Tool,
  one: ToolCase,
  options: ToolTesterOptions,
): Promise<readonly string[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tool-tester-")));
  try {
    await writeFiles(join(root, "work"), one.files ?? {});
    return judge(tool, { one, options, run: await runCase(tool, { one, options, root }) });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** One run of a case, with the scratch directory at each point. */
interface Run {
  readonly cwd: string;
  readonly settled: SettledCall;
  /** The input as it passed the gate; undefined when it did not. */
  readonly input?: unknown;
  /** What the tool gave back, when it did. */
  readonly output?: { readonly value: unknown };
  /** What the call declared, and the calls it made. */
  readonly effects: readonly LocatedEffect[];
  readonly before: Snapshot;
  readonly decided: Snapshot;
  readonly after: Snapshot;
}

interface CaseRoom {
  readonly one: ToolCase;
  readonly options: ToolTesterOptions;
  readonly root: string;
}

async function runCase(tool: Tool, { one, options, root }: CaseRoom): Promise<Run> {
  const cwd = join(root, "work");
  const tools = [tool, ...(options.others ?? [])];
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "tool-tester", tools })],
    permissions: { allow: tools.map(({ name }) => name) },
    answerers: [{ name: "tool-tester", answer: async () => ({ behavior: "allow" }) }],
    cwd,
    home: join(root, "home"),
    stateDirectory: join(root, "state"),
  });
  const effects: LocatedEffect[] = [];
  const seen: { input?: unknown; output?: { value: unknown } } = {};
  gauntlet.hooks.preToolUse.tap("tool-tester", ({ call }) => {
    if (call.tool === tool) seen.input = call.input;
  });
  gauntlet.hooks.permission.tap("tool-tester", (ballot) => void effects.push(...ballot.effects));
  gauntlet.hooks.postToolUse.tap("tool-tester", ({ call, outcome }) => {
    if (call.tool === tool && outcome.kind === "succeeded") seen.output = { value: outcome.output };
  });

  const request = { tool: tool.name, input: one.input };
  const session = await gauntlet.session();
  try {
    const before = await takeSnapshot(cwd);
    await session.explain(request);
    const decided = await takeSnapshot(cwd);
    const [settled] = await session.call([request]);
    const after = await takeSnapshot(cwd);
    return { cwd, settled: settled as SettledCall, ...seen, effects, before, decided, after };
  } finally {
    await session.close();
  }
}

function judge(
  tool: Tool,
  { one, options, run }: Pick<CaseRoom, "one" | "options"> & { readonly run: Run },
): readonly string[] {
  const { settled, input, output, effects, decided: before, after, cwd } = run;
  const { decision } = settled;
  const problems = [
    ...outcomeProblems(one, settled),
    ...fileProblems(one, after),
    ...changedPaths(run.before, before).map((path) => `deciding about the call changed \`${path}\``),
  ];
  if (decision === undefined) return problems;
  const failures = decisionProblems(decision);
  if (failures.length === 0 && !options.hasUnknownEffects && effects.some(({ kind }) => kind === "unknown")) {
    problems.push(
      "`effects` says nothing, so nobody knows what the call touches; give `[]` if it is nothing",
    );
  }
  return [
    ...problems,
    ...failures,
    ...wordsProblems(tool, input),
    ...changeProblems(tool, { cwd, input, effects, before, after }),
    ...(output === undefined ? [] : outputProblems(tool, output.value, input)),
  ];
}

function outcomeProblems(one: ToolCase, { outcome, block }: SettledCall): readonly string[] {
  const { content } = block;
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  const wanted = one.outcome ?? "succeeded";
  if (outcome !== wanted) return [`ended as \`${outcome}\`, not \`${wanted}\`: ${text}`];
  const { result = "" } = one;
  const holds = typeof result === "string" ? text.includes(result) : text.search(result) !== -1;
  return holds ? [] : [`the result does not hold ${String(result)}: ${text}`];
}

function fileProblems({ filesAfter = {} }: ToolCase, after: Snapshot): readonly string[] {
  return Object.entries(filesAfter).flatMap(([path, content]) => {
    const now = after.get(path)?.toString();
    if (content === null) return now === undefined ? [] : [`there is something at \`${path}\``];
    if (now === undefined) return [`there is no file \`${path}\``];
    return now === content
      ? []
      : [`the file \`${path}\` holds ${JSON.stringify(now)}, not ${JSON.stringify(content)}`];
  });
}
