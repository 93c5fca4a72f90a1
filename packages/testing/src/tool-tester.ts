import { isTool, type Tool } from "@gauntlet/core";
import { type CallPair, pairProblems } from "./call-pairs.ts";
import { probeProblems } from "./probe-tool.ts";
import { inScratch } from "./scratch-files.ts";
import { type CaseOptions, caseProblems, outcomeOf, type ToolCase } from "./tool-case.ts";
import { declarationProblems } from "./tool-checks.ts";
import { type ToolTrace, traceCalls } from "./tool-trace.ts";
import { touchProblems } from "./touch-checks.ts";

/** What a tool needs beside its cases. */
export interface ToolTesterOptions extends CaseOptions {
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
 * byte, name, mode and time as it was, no member but `execute` may throw, the result must answer the tool use, and no
 * process, timer, connection or open file may be left when the session is over. Texts of the first case that succeeds
 * are replaced by odd ones to see whether the tool can still be decided about. What the options add must hold.
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
    const found = await inScratch((root) => caseProblems(tool, { one, options, root }));
    problems.push(...found.map((problem) => `case ${i + 1} (${JSON.stringify(one.input)}): ${problem}`));
  }
  for (const [i, pair] of (options.pairs ?? []).entries()) {
    const found = await inScratch((root) => pairProblems(tool, options, pair, root));
    problems.push(...found.map((problem) => `pair ${i + 1} (${JSON.stringify(pair.inputs)}): ${problem}`));
  }
  const [sound] = problems.length === 0 ? cases.filter(succeeds) : [];
  if (sound)
    problems.push(...(await inScratch((root) => probeProblems(tool, { one: sound, options, root }))));
  const isTraced = options.trace !== undefined && process.platform === "linux" && problems.length === 0;
  if (isTraced) problems.push(...(await traceProblems(tool, cases.filter(succeeds), options.trace)));
  if (problems.length > 0)
    throw new Error(`tool \`${tool.name}\`:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

const succeeds = (one: ToolCase): boolean => outcomeOf(one) === "succeeded";

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
