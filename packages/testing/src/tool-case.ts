import {
  type LocatedEffect,
  messageOf,
  type OutcomeKind,
  type PersonView,
  type SettledCall,
  type Tool,
} from "@gauntlet/core";
import { textOf } from "./call-pairs.ts";
import { watchLeaks } from "./leaks.ts";
import { changedPaths, type Snapshot, takeSnapshot } from "./scratch-files.ts";
import { changeProblems, decisionProblems, outputProblems, wordsProblems } from "./tool-checks.ts";
import { openToolRoom, type RoomCall, type ToolNeeds } from "./tool-room.ts";
import { type WatchedTool, watchTool } from "./watched-tool.ts";

/** One use of a tool and what must become of it. */
export interface ToolCase {
  readonly input: unknown;
  /** Files of the scratch directory before the call: relative path to content. The directory is the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Calls made before in the same session, of this tool or of `others`. */
  readonly first?: readonly RoomCall[];
  /** The call is told to stop as soon as it has begun. Default false. */
  readonly stop?: boolean;
  /** Default `succeeded`, of a call that is told to stop `cancelled`. */
  readonly outcome?: OutcomeKind;
  /** What the text that the model reads must hold. */
  readonly result?: string | RegExp;
  /** Files after the call: relative path to content, or null where nothing must be. */
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

/** How the cases of a tool are made. */
export interface CaseOptions extends ToolNeeds {
  /** Accepts a tool that declares no effects. Default false. */
  readonly hasUnknownEffects?: boolean;
  /** Milliseconds a case may take; then it is told to stop and counts as one that does not end. Default 30,000. */
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
const ENDS: readonly PersonView["outcome"][] = [
  "asked",
  "succeeded",
  "failed",
  "denied",
  "invalid",
  "cancelled",
];

export const outcomeOf = ({ outcome, stop = false }: ToolCase): OutcomeKind =>
  outcome ?? (stop ? "cancelled" : "succeeded");

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
  /** What is wrong with how it ended. */
  readonly ending: readonly string[];
}

/** A case, and where it is run. */
export interface CaseRoom {
  readonly one: ToolCase;
  readonly options: CaseOptions;
  /** Absolute; an empty directory. */
  readonly root: string;
}

/** Runs a case through the whole pipeline and says what was wrong with it. */
export async function caseProblems(tool: Tool, room: CaseRoom): Promise<readonly string[]> {
  const leaks = watchLeaks();
  const stop = new AbortController();
  const { one, options, root } = room;
  const watched = watchTool(tool, {
    within: leaks.within,
    ...(one.stop && { onExecute: () => stop.abort(new Error("the case says so")) }),
  });
  try {
    const run = await runCase(watched, room, stop);
    showToPeople(watched.tool, one, run);
    const seen = watched.problems();
    const judged = judge(tool, { one, options, run });
    return [
      ...judged.filter((problem) => !seen.some((other) => saysSame(problem, other))),
      ...seen,
      ...(await leaks.leaks(root)),
    ];
  } finally {
    leaks.end();
  }
}

/** The decision tells of an error that the watch saw where it was thrown. */
function saysSame(problem: string, seen: string): boolean {
  const [, thrown] = seen.split(" threw: ");
  return (
    thrown !== undefined &&
    /could not say what it would touch|failed to/.test(problem) &&
    problem.endsWith(`: ${thrown}`)
  );
}

async function runCase(
  { tool, accept, isIdle }: WatchedTool,
  { one, options, root }: CaseRoom,
  stop: AbortController,
): Promise<Run> {
  const { files = {}, first = [], input } = one;
  const { others = [], resources = [], timeLimitMs = TIME_LIMIT_MS } = options;
  const { session, cwd, effects, seen } = await openToolRoom({
    ...{ others, resources, tool, root, files, first },
    onValid: accept,
  });
  const ending: string[] = [];
  const limit = setTimeout(() => {
    ending.push(`did not end within ${timeLimitMs} ms`);
    stop.abort(new Error("its time is up"));
  }, timeLimitMs);
  try {
    const request = { tool: tool.name, input };
    const before = await takeSnapshot(cwd);
    await session.explain(request);
    const decided = await takeSnapshot(cwd);
    const [settled] = await session.call([request], { signal: stop.signal });
    if (!isIdle()) ending.push("went on after it was told to stop; pass `ctx.signal` on");
    const after = await takeSnapshot(cwd);
    return { cwd, settled: settled as SettledCall, ...seen, effects, before, decided, after, ending };
  } finally {
    clearTimeout(limit);
    await session.close().catch((thrown: unknown) => void ending.push(messageOf(thrown)));
  }
}

/** People see every end of a call; what its tool throws there is noted by the watch. */
function showToPeople(tool: Tool, { input }: ToolCase, run: Run): void {
  for (const outcome of ENDS) {
    const output = outcome === "succeeded" ? run.output : undefined;
    if (outcome === "succeeded" && output === undefined) continue;
    // Only an invalid call is shown with an input nobody has checked.
    if (outcome !== "invalid" && run.input === undefined) continue;
    const seen = outcome === "invalid" ? input : run.input;
    try {
      tool.toPerson({ outcome, input: seen, ...(output && { output: output.value }), text: "…" });
    } catch {
      // As meant.
    }
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
    ...run.ending,
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
  const wanted = outcomeOf(one);
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
