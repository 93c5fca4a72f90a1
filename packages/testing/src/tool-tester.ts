import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTool, type LocatedEffect, type OutcomeKind, type SettledCall, type Tool } from "@gauntlet/core";
import { type CallPair, pairProblems, textOf } from "./call-pairs.ts";
import { changedPaths, type Snapshot, takeSnapshot } from "./scratch-files.ts";
import {
  changeProblems,
  decisionProblems,
  declarationProblems,
  outputProblems,
  wordsProblems,
} from "./tool-checks.ts";
import { openToolRoom, type RoomCall, type ToolNeeds } from "./tool-room.ts";
import { type ToolTrace, traceCalls } from "./tool-trace.ts";
import { touchProblems } from "./touch-checks.ts";

/** One use of a tool and what must become of it. */
export interface ToolCase {
  readonly input: unknown;
  /** Files of the scratch directory before the call: relative path to content. The directory is the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Calls made before in the same session, of this tool or of `others`. */
  readonly first?: readonly RoomCall[];
  /** Default `succeeded`. */
  readonly outcome?: OutcomeKind;
  /** What the text that the model reads must hold. */
  readonly result?: string | RegExp;
  /** Files after the call: relative path to content, or null where nothing must be. */
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

/** What a tool needs beside its cases. */
export interface ToolTesterOptions extends ToolNeeds {
  /** Accepts a tool that declares no effects. Default false. */
  readonly hasUnknownEffects?: boolean;
  /** Calls that claim `isConcurrencySafe`: they must come to the same in either order and at once. */
  readonly pairs?: readonly CallPair[];
  /**
   * Proves on Linux, by strace, that every path a succeeding case opens or changes was declared. It needs the program
   * `strace`; elsewhere only what changes in the scratch directory is seen.
   */
  readonly trace?: ToolTrace;
}

/**
 * Proves a tool: its declaration says all a model and a person need, and every case runs through the whole pipeline
 * in a scratch directory of its own, allowed by a rule, with the outcome, result and files it names. Whatever a call
 * changes there must be among its declared effects, a read-only call and deciding about any call must leave every
 * byte, name, mode and time as it was, and what the options add must hold.
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
    const found = await inScratch(async (root) =>
      judge(tool, { one, options, run: await runCase(tool, { one, options, root }) }),
    );
    problems.push(...found.map((problem) => `case ${i + 1} (${JSON.stringify(one.input)}): ${problem}`));
  }
  for (const [i, pair] of (options.pairs ?? []).entries()) {
    const found = await inScratch((root) => pairProblems(tool, options, pair, root));
    problems.push(...found.map((problem) => `pair ${i + 1} (${JSON.stringify(pair.inputs)}): ${problem}`));
  }
  const isTraced = options.trace !== undefined && process.platform === "linux" && problems.length === 0;
  if (isTraced) problems.push(...(await traceProblems(tool, cases.filter(succeeds), options.trace)));
  if (problems.length > 0)
    throw new Error(`tool \`${tool.name}\`:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

const succeeds = ({ outcome = "succeeded" }: ToolCase): boolean => outcome === "succeeded";

async function traceProblems(
  tool: Tool,
  cases: readonly ToolCase[],
  trace: ToolTrace,
): Promise<readonly string[]> {
  return inScratch(async (root) => {
    const calls = cases.map(({ input, files = {}, first = [] }) => ({ input, files, first }));
    const traced = await traceCalls(trace, { tool: tool.name, cases: calls, root });
    if ("problem" in traced) return [`its cases cannot be traced: ${traced.problem}`];
    return traced.flatMap((one, i) => {
      const found =
        one.outcome === "succeeded"
          ? touchProblems(one, trace.incidental ?? [])
          : [`ended as \`${one.outcome}\` when it was traced`];
      return found.map((problem) => `the case ${JSON.stringify(cases[i]?.input)}: ${problem}`);
    });
  });
}

async function inScratch<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tool-tester-")));
  try {
    return await work(root);
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

const needsOf = ({ others = [], resources = [] }: ToolNeeds): ToolNeeds => ({ others, resources });

async function runCase(tool: Tool, { one, options, root }: CaseRoom): Promise<Run> {
  const { files = {}, first = [], input } = one;
  const room = await openToolRoom({ ...needsOf(options), tool, root, files, first });
  const { session, cwd, effects, seen } = room;
  try {
    const request = { tool: tool.name, input };
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
  const early = changedPaths(run.before, before);
  const problems = [
    ...outcomeProblems(one, settled),
    ...fileProblems(one, after),
    ...early.map((path) => `deciding about the call changed \`${path}\``),
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
    // What writes while the call is decided does so again before it runs.
    ...(early.length > 0 ? [] : changeProblems(tool, { cwd, input, effects, before, after })),
    ...(output === undefined ? [] : outputProblems(tool, output.value, input)),
  ];
}

function outcomeProblems(one: ToolCase, { outcome, block }: SettledCall): readonly string[] {
  const text = textOf(block);
  const wanted = one.outcome ?? "succeeded";
  if (outcome !== wanted) return [`ended as \`${outcome}\`, not \`${wanted}\`: ${text}`];
  const { result = "" } = one;
  const holds = typeof result === "string" ? text.includes(result) : text.search(result) !== -1;
  return holds ? [] : [`the result does not hold ${String(result)}: ${text}`];
}

function fileProblems({ filesAfter = {} }: ToolCase, after: Snapshot): readonly string[] {
  return Object.entries(filesAfter).flatMap(([path, content]) => {
    const now = after.get(path)?.content.toString();
    if (content === null) return now === undefined ? [] : [`there is something at \`${path}\``];
    if (now === undefined) return [`there is no file \`${path}\``];
    return now === content
      ? []
      : [`the file \`${path}\` holds ${JSON.stringify(now)}, not ${JSON.stringify(content)}`];
  });
}
