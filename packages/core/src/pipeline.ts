import type { AdmittedCall, Outcome, OutcomeKind, RequestedCall } from "./contract/call.ts";
import type { Decision } from "./contract/decision.ts";
import type { ResultBlock } from "./contract/message.ts";
import type { CallResult, Tool } from "./contract/tool.ts";
import { messageOf } from "./errors.ts";
import { messages } from "./messages.ts";
import type { Row } from "./schedule/call-table.ts";
import { type CallTool, executeStage } from "./stages/execute.ts";
import { mapResultStage } from "./stages/map-result.ts";
import { permissionStage } from "./stages/permission.ts";
import { postToolUseStage, type SeenOutcome } from "./stages/post-tool-use.ts";
import { preToolUseStage } from "./stages/pre-tool-use.ts";
import type { Runtime } from "./stages/runtime.ts";
import { type Place, scheduleStage } from "./stages/schedule.ts";
import { untilAborted } from "./stages/until-aborted.ts";
import { validateStage } from "./stages/validate.ts";

/** How a call left the house. */
export interface SettledCall {
  readonly id: string;
  readonly tool: string;
  readonly outcome: OutcomeKind;
  readonly block: ResultBlock;
  readonly decision?: Decision;
  /** Why no further request may follow, when a tap or the person ended the turn. */
  readonly endTurn?: string;
}

/** The one way through the house. Calls given in order are scheduled in order and settle as they can. */
export interface Pipeline {
  /**
   * Runs one call from its proposal to its result block. Never rejects: whatever goes wrong is an outcome.
   * @param parent the row of the call that makes this one, for `ctx.call`.
   */
  run(call: RequestedCall, signal: AbortSignal, parent?: Row): Promise<SettledCall>;
}

export function createPipeline(runtime: Runtime): Pipeline {
  let arrivals: Promise<unknown> = Promise.resolve();

  /** INVARIANT: calls enter the table in the order they were given, however long it takes to read their effects. */
  const arrive = (call: RequestedCall, signal: AbortSignal, parent?: Row): Promise<Place> => {
    const place = arrivals.then(() => scheduleStage(call, runtime, parent));
    // A call that was aborted must not hold up the next, whatever its tool hangs on.
    arrivals = untilAborted(place, signal).catch(() => undefined);
    return place;
  };

  const run: Pipeline["run"] = async (call, outer, parent) => {
    // A signal of the call's own: a message may have more calls than one signal should have listeners.
    const signal = AbortSignal.any([outer]);
    const arriving = arrive(call, signal, parent);
    const passage: Passage = {
      call,
      seen: refused({ kind: "cancelled", message: messages.cancelledBeforeStart }),
    };
    let place: Place | undefined;
    try {
      showRequest(call, await toolOf(call, runtime), runtime);
      place = await untilAborted(arriving, signal);
      await untilAborted(place.turn, signal);
      passage.seen = await pass(passage, { place, signal });
    } catch (thrown) {
      passage.seen = refused(
        signal.aborted ? { kind: "cancelled", message: messages.cancelledBeforeStart } : failure(thrown),
      );
    } finally {
      if (place) runtime.table.settle(place.row);
      else
        arriving.then(
          ({ row }) => runtime.table.settle(row),
          () => undefined,
        );
    }
    return settle(passage, runtime);
  };

  /** The gates, top to bottom. Every early return is a refusal. */
  const passGates = async (passage: Passage, signal: AbortSignal): Promise<AdmittedCall | SeenOutcome> => {
    const valid = await validateStage(passage.call, runtime);
    if ("kind" in valid) return refused(valid);
    passage.tool = valid.tool;
    passage.input = valid.input;
    if (valid.changes.length > 0)
      runtime.record({ type: "call.cleaned", call: valid.id, changes: valid.changes });

    const prepared = await preToolUseStage(valid, runtime);
    if ("kind" in prepared) return refused(prepared);
    passage.input = prepared.input;

    const admitted = await permissionStage(prepared, runtime, signal);
    passage.decision = admitted.decision;
    if (!("outcome" in admitted)) return admitted;
    return admitted.stop
      ? { ...refused(admitted.outcome), endTurn: "stopped by the person" }
      : refused(admitted.outcome);
  };

  /** The gates and the act. A tool, tap or answerer that hangs at a gate does not survive an abort. */
  const pass = async (
    passage: Passage,
    { place, signal }: { place: Place; signal: AbortSignal },
  ): Promise<SeenOutcome> => {
    const admitted = await untilAborted(passGates(passage, signal), signal);
    if ("outcome" in admitted) return admitted;

    let endTurn: string | undefined;
    const callTool: CallTool = async (tool, input, childSignal) => {
      const child: RequestedCall = { state: "requested", id: runtime.newId(), name: tool, input };
      const settled = await run(child, childSignal, place.row);
      endTurn ??= settled.endTurn;
      return resultOf(settled);
    };
    const outcome = await executeStage(admitted, { runtime, place, signal, callTool });
    const seen = await postToolUseStage(admitted, outcome, runtime);
    return endTurn === undefined ? seen : { ...seen, endTurn: seen.endTurn ?? endTurn };
  };

  return { run };
}

/** What is known of a call while it passes. */
interface Passage {
  readonly call: RequestedCall;
  tool?: Tool;
  input?: unknown;
  decision?: Decision;
  seen: SeenOutcome;
}

async function settle(
  { call, tool, input, decision, seen }: Passage,
  runtime: Runtime,
): Promise<SettledCall> {
  const name = tool?.name ?? call.name;
  const { outcome } = seen;
  const block = await mapResultStage(
    { id: call.id, name, ...(tool && { tool }), input: input ?? call.input },
    seen,
    runtime,
  ).catch(
    (thrown): ResultBlock => ({
      type: "tool_result",
      tool_use_id: call.id,
      content:
        outcome.kind === "succeeded"
          ? messages.unshowable(name, messageOf(thrown))
          : messages.internal(messageOf(thrown)),
      ...(outcome.kind !== "succeeded" && { is_error: true }),
    }),
  );
  const durationMs = "durationMs" in outcome ? outcome.durationMs : 0;
  runtime.record({
    type: "call.settled",
    call: call.id,
    tool: name,
    outcome: outcome.kind,
    durationMs,
    result: block,
  });
  runtime.show({
    type: "call.shown",
    call: call.id,
    tool: name,
    outcome: outcome.kind,
    text: personText(tool, { outcome, block, input }),
  });
  return {
    id: call.id,
    tool: name,
    outcome: outcome.kind,
    block,
    ...(decision && { decision }),
    ...(seen.endTurn !== undefined && { endTurn: seen.endTurn }),
  };
}

const refused = (outcome: Outcome): SeenOutcome => ({ outcome, notes: [] });

const failure = (thrown: unknown): Outcome => ({
  kind: "failed",
  message: messages.internal(messageOf(thrown)),
  durationMs: 0,
});

async function toolOf(call: RequestedCall, runtime: Runtime): Promise<Tool | undefined> {
  return runtime.pool().then(
    (pool) => pool.find(call.name)?.tool,
    () => undefined,
  );
}

function showRequest(call: RequestedCall, tool: Tool | undefined, runtime: Runtime): void {
  runtime.show({
    type: "call.requested",
    call: call.id,
    tool: tool?.name ?? call.name,
    input: call.input,
    words: wordsOf(tool, call),
  });
}

/** Words for people about an input nobody has checked yet. */
function wordsOf(tool: Tool | undefined, { name, input }: RequestedCall): string {
  try {
    return tool?.describeCall(input) ?? name;
  } catch {
    return name;
  }
}

function personText(
  tool: Tool | undefined,
  { outcome, block, input }: { outcome: Outcome; block: ResultBlock; input: unknown },
): string {
  const text = textOf(block);
  if (!tool) return text;
  try {
    const output = outcome.kind === "succeeded" ? { output: outcome.output } : {};
    return tool.toPerson({ outcome: outcome.kind, input, ...output, text });
  } catch {
    return text;
  }
}

const textOf = ({ content }: ResultBlock): string =>
  typeof content === "string"
    ? content
    : content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");

const resultOf = ({ outcome, block }: SettledCall): CallResult => ({ outcome, text: textOf(block) });
