import type { RecordedPrompt } from "@gauntlet/testing";
import { contentText } from "../content-text.ts";
import { viewDecision } from "../decision-view.ts";
import { groundsOf } from "../verdict.ts";
import type { RecordedCall } from "./recorded-calls.ts";

/** Where two runs of a session part. */
export interface Difference {
  /** 1-based. */
  readonly prompt: number;
  readonly call?: string;
  readonly tool?: string;
  readonly what: "decision" | "outcome" | "result" | "end";
  readonly before: string;
  readonly after: string;
}

/** One run: its prompts, and what became of its calls. */
export interface Run {
  readonly prompts: readonly RecordedPrompt[];
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Where its large results lie; a path in it counts the same in every run. */
  readonly results: string;
}

/**
 * The first difference, in the order of the recording: for each call its decision, its outcome, and, with real tools,
 * the result; then how the prompt ended. Prompts that had no end of their own are compared up to there.
 * @param until how many prompts were played again.
 */
export function firstDifference(
  before: Run,
  after: Run,
  { until, withResults }: { readonly until: number; readonly withResults: boolean },
): Difference | undefined {
  for (const [index, prompt] of before.prompts.slice(0, until).entries()) {
    const place = { prompt: index + 1 };
    for (const call of callsOf(prompt)) {
      const found = callDifference(before, after, { call, withResults });
      if (found) return { ...place, ...found };
    }
    const end = after.prompts[index]?.end ?? "nothing";
    if (prompt.end !== undefined && prompt.end !== "aborted" && prompt.end !== end)
      return { ...place, what: "end", before: prompt.end, after: end };
  }
  return undefined;
}

const callsOf = ({ turns }: RecordedPrompt): readonly string[] =>
  turns.flatMap(({ blocks }) =>
    blocks.flatMap(({ block }) => (block.type === "tool_use" ? [String((block as { id: unknown }).id)] : [])),
  );

function callDifference(
  before: Run,
  after: Run,
  { call, withResults }: { readonly call: string; readonly withResults: boolean },
): Omit<Difference, "prompt"> | undefined {
  const [first, second] = [before.calls.get(call), after.calls.get(call)];
  // A call that never settled was cut off by the end of its process.
  if (!first?.settled) return undefined;
  const about = { call, tool: first.settled.tool };
  const differs = (what: Difference["what"], a: string, b: string): Omit<Difference, "prompt"> | undefined =>
    a === b ? undefined : { ...about, what, before: a, after: b };
  return (
    (first.decided?.decision.effective === second?.decided?.decision.effective
      ? undefined
      : differs("decision", decisionText(first), decisionText(second))) ??
    differs("outcome", first.settled.outcome, second?.settled?.outcome ?? "not run") ??
    (withResults ? differs("result", resultText(first, before), resultText(second, after)) : undefined)
  );
}

function decisionText(call: RecordedCall | undefined): string {
  const decision = call?.decided?.decision;
  if (decision === undefined) return "none";
  const answered =
    decision.answer === undefined ? "" : `, ${decision.answer.behavior} by ${decision.answer.by}`;
  return `${decision.effective} (${groundsOf(viewDecision(decision))}${answered})`;
}

const resultText = (call: RecordedCall | undefined, { results }: Run): string =>
  call?.settled ? contentText(call.settled.result.content).replaceAll(results, "<results>") : "none";
