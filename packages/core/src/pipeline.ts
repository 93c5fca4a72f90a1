import type { Agent, AgentSpec } from "./contract/agent.ts";
import type { ModelAnswer, ModelQuestion } from "./contract/ask-model.ts";
import type { AdmittedCall, Outcome, OutcomeKind, RequestedCall } from "./contract/call.ts";
import type { Decision } from "./contract/decision.ts";
import type { ResultBlock } from "./contract/message.ts";
import type { CallResult, Tool } from "./contract/tool.ts";
import { messageOf, noModel } from "./errors.ts";
import { messages } from "./messages.ts";
import { provenanceOf } from "./results/provenance.ts";
import type { Row } from "./schedule/call-table.ts";
import type { BelowCall } from "./stages/children.ts";
import { executeStage } from "./stages/execute.ts";
import { gateRuntime, hookCallRuntime } from "./stages/gate-runtime.ts";
import { mapResultStage } from "./stages/map-result.ts";
import { permissionStage } from "./stages/permission.ts";
import { postToolUseStage, type SeenOutcome } from "./stages/post-tool-use.ts";
import { preToolUseStage } from "./stages/pre-tool-use.ts";
import type { Runtime } from "./stages/runtime.ts";
import { type Place, scheduleStage } from "./stages/schedule.ts";
import { showEnd, showRequest, textOfBlock } from "./stages/show-call.ts";
import type { Streaks } from "./stages/streaks.ts";
import { untilAborted } from "./stages/until-aborted.ts";
import { validateStage } from "./stages/validate.ts";

/** How a call left the house. */
export interface SettledCall {
  readonly id: string;
  readonly tool: string;
  /** As it was cleaned and rewritten. */
  readonly input: unknown;
  readonly outcome: OutcomeKind;
  readonly block: ResultBlock;
  readonly decision?: Decision;
  /** Why no further request may follow, when a tap or the person ended the turn. */
  readonly endTurn?: string;
  /** The person stopped the task at this call, or at one it made: nothing else of the message shall run. */
  readonly stop?: true;
}

/** The call below which a subagent is started. */
export interface AgentParent {
  readonly call: string;
  readonly row: Row;
}

/** What one prompt keeps an eye on while its calls pass, and what they may start. */
export interface PromptWatch {
  /** Counts a call that is about to start. @returns why it may not, for the model; undefined when it may. */
  takeCall?(): string | undefined;
  readonly streaks?: Streaks;
  startAgent?(spec: AgentSpec, parent: AgentParent): Promise<Agent>;
  /** Asks the model for a call. */
  askModel?(question: ModelQuestion, by: ModelAsker): Promise<ModelAnswer>;
}

/** The call for which the model is asked. */
export interface ModelAsker {
  readonly call: string;
  readonly signal: AbortSignal;
}

/** The one way through the house. Calls given in order are scheduled in order and settle as they can. */
export interface Pipeline {
  /** Runs one call from its proposal to its result block. Never rejects: whatever goes wrong is an outcome. */
  run(call: RequestedCall, signal: AbortSignal): Promise<SettledCall>;
  /** The same pipeline for the calls of one prompt, and for the calls those make. */
  forPrompt(watch: PromptWatch): Pipeline;
  /** Runs a call for a command hook that is not about a call itself. */
  callForHook: Runtime["callTool"];
}

/** What surrounds one call on its way. */
interface Surroundings {
  readonly signal: AbortSignal;
  readonly watch: PromptWatch | undefined;
  /** The row of the call this one runs below. */
  readonly parent?: Row;
  /** A tool makes it by `ctx.call`, or a hook; not a model. */
  readonly isNested?: true;
  /** It is a command hook that makes the call. */
  readonly byHook?: true;
}

/** What a subagent's calls stand below: the call it works for, and whoever counts them beside its own prompt. */
export interface Below {
  readonly row?: Row | undefined;
  readonly takeCall?: (() => string | undefined) | undefined;
}

export function createPipeline(runtime: Runtime, below: Below = {}): Pipeline {
  let arrivals: Promise<unknown> = Promise.resolve();

  /** INVARIANT: calls enter the table in the order they were given, however long it takes to read their effects. */
  const arrive = (call: RequestedCall, { signal, parent }: Surroundings): Promise<Place> => {
    const place = arrivals.then(() => scheduleStage(call, runtime, parent));
    // A call that was aborted must not hold up the next, whatever its tool hangs on.
    arrivals = untilAborted(place, signal).catch(() => undefined);
    return place;
  };

  const forHooks = hookCallRuntime(runtime);
  const runtimeFor = ({ byHook }: Surroundings): Runtime => (byHook ? forHooks : runtime);

  const runChild = async (
    tool: string,
    input: unknown,
    around: Surroundings,
  ): Promise<{ settled: SettledCall; result: CallResult }> => {
    const child: RequestedCall = { state: "requested", id: runtime.newId(), name: tool, input };
    const settled = await run(child, around);
    const { outcome, block } = settled;
    return { settled, result: { outcome, text: textOfBlock(block), content: block.content } };
  };
  /** What hooks call tools with, while `parent` waits at a gate. */
  const hookCaller =
    (watch: PromptWatch | undefined, parent?: Row): Runtime["callTool"] =>
    async (tool, input, signal) =>
      (
        await runChild(tool, input, {
          signal,
          watch,
          isNested: true,
          byHook: true,
          ...(parent && { parent }),
        })
      ).result;

  const run = async (call: RequestedCall, around: Surroundings): Promise<SettledCall> => {
    // A signal of the call's own: a message may have more calls than one signal should have listeners.
    const signal = AbortSignal.any([around.signal]);
    const here = { ...around, signal };
    const arriving = arrive(call, here);
    const passage: Passage = { call, ...NOT_STARTED };
    let place: Place | undefined;
    try {
      showRequest(call, await toolOf(call, runtime), runtime);
      place = await untilAborted(arriving, signal);
      await untilAborted(place.turn, signal);
      passage.seen = await pass(passage, place, here);
    } catch (thrown) {
      passage.seen = afterThrow(passage, thrown, signal);
    } finally {
      passage.isOver = true;
      if (place) runtime.table.settle(place.row);
      else
        arriving.then(
          ({ row }) => runtime.table.settle(row),
          () => undefined,
        );
    }
    return settle(passage, here, runtime);
  };

  /** The gates, top to bottom. Every early return is a refusal. */
  const passGates = async (
    passage: Passage,
    place: Place,
    around: Surroundings,
  ): Promise<AdmittedCall | SeenOutcome> => {
    const { signal } = around;
    const gates = gateRuntime(runtimeFor(around), {
      signal,
      callTool: hookCaller(around.watch, place.row),
      ensureOpen() {
        signal.throwIfAborted();
        if (passage.isOver) throw new Error("the call is over");
      },
    });
    const valid = await validateStage(passage.call, gates);
    if ("kind" in valid) return refused(valid);
    passage.tool = valid.tool;
    passage.input = valid.input;
    if (valid.changes.length > 0)
      gates.record({ type: "call.cleaned", call: valid.id, changes: valid.changes });

    const prepared = await preToolUseStage(valid, gates);
    if ("kind" in prepared) return refused(prepared);
    passage.input = prepared.input;

    const admitted = await permissionStage(prepared, gates, signal);
    passage.decision = admitted.decision;
    if (!("outcome" in admitted)) return admitted;
    const { outcome, stop, endTurn = prepared.endTurn } = admitted;
    if (stop) return { ...refused(outcome), endTurn: endTurn ?? "stopped by the person", stop };
    return { ...refused(outcome), ...(endTurn !== undefined && { endTurn }) };
  };

  /** The gates and the act. A tool, tap or answerer that hangs at a gate does not survive an abort. */
  const pass = async (passage: Passage, place: Place, around: Surroundings): Promise<SeenOutcome> => {
    const { signal, watch } = around;
    const admitted = await untilAborted(passGates(passage, place, around), signal);
    if ("outcome" in admitted) return admitted;

    let nested: Pick<SettledCall, "endTurn" | "stop"> = {};
    const reach: BelowCall = {
      async callTool(tool, input, childSignal) {
        const { settled, result } = await runChild(tool, input, {
          ...around,
          signal: childSignal,
          parent: place.row,
          isNested: true,
        });
        nested = endOf(nested, settled);
        return result;
      },
      async startAgent(spec) {
        if (!watch?.startAgent) throw new Error("no subagent can be started here");
        return watch.startAgent(spec, { call: admitted.id, row: place.row });
      },
      async askModel(question, until) {
        if (!watch?.askModel) throw noModel("there is nobody to ask");
        return watch.askModel(question, { call: admitted.id, signal: until });
      },
    };
    const takeCall = (): string | undefined => watch?.takeCall?.() ?? below.takeCall?.();
    const own = runtimeFor(around);
    const outcome = await executeStage(admitted, { runtime: own, place, signal, below: reach, takeCall });
    passage.hasEnded = true;
    passage.from = provenanceOf(admitted.effects);
    passage.seen = { outcome, notes: admitted.context, ...nested };
    const seen = await postToolUseStage(admitted, outcome, {
      ...own,
      signal,
      callTool: hookCaller(watch, place.row),
    });
    return { ...seen, ...endOf(seen, nested) };
  };

  const pipelineFor = (watch?: PromptWatch): Pipeline => ({
    run: (call, signal) => run(call, { signal, watch, ...(below.row && { parent: below.row }) }),
    forPrompt: pipelineFor,
    callForHook: hookCaller(watch, below.row),
  });
  return pipelineFor();
}

/** What is known of a call while it passes. */
interface Passage {
  readonly call: RequestedCall;
  tool?: Tool;
  input?: unknown;
  decision?: Decision;
  /** Where its result comes from, once it ran. */
  from?: readonly string[];
  seen: SeenOutcome;
  /** The act is behind it, however it ended: what goes wrong from here on only concerns what is shown of it. */
  hasEnded: boolean;
  /** Nothing of it may be recorded any more but its end. */
  isOver: boolean;
}

const refused = (outcome: Outcome): SeenOutcome => ({ outcome, notes: [] });

const CANCELLED = refused({ kind: "cancelled", message: messages.cancelledBeforeStart });

const NOT_STARTED = Object.freeze({ seen: CANCELLED, hasEnded: false, isOver: false });

/** The end of a turn that either asks for; the first reason counts. */
function endOf(
  first: Pick<SettledCall, "endTurn" | "stop">,
  second: Pick<SettledCall, "endTurn" | "stop">,
): Pick<SettledCall, "endTurn" | "stop"> {
  const endTurn = first.endTurn ?? second.endTurn;
  const stop = first.stop ?? second.stop;
  return { ...(endTurn !== undefined && { endTurn }), ...(stop && { stop }) };
}

/** What the runtime makes of its own failure. An act that has ended keeps its outcome, whatever is shown of it. */
function afterThrow(
  { call, tool, seen, hasEnded }: Passage,
  thrown: unknown,
  signal: AbortSignal,
): SeenOutcome {
  if (hasEnded) {
    const name = tool?.name ?? call.name;
    const { kind } = seen.outcome;
    const text = messageOf(thrown);
    const replacement =
      kind === "succeeded" ? messages.unshowable(name, text) : messages.unshowableEnd(name, kind, text);
    return { ...seen, replacement };
  }
  if (signal.aborted) return CANCELLED;
  return refused({ kind: "failed", message: messages.internal(messageOf(thrown)), durationMs: 0 });
}

async function settle(passage: Passage, around: Surroundings, runtime: Runtime): Promise<SettledCall> {
  const { call, tool, input, decision } = passage;
  const times = timesGoneWrong(passage, around);
  const seen =
    times === undefined
      ? passage.seen
      : { ...passage.seen, notes: [...passage.seen.notes, messages.repeated(times)] };
  const { outcome } = seen;
  const name = tool?.name ?? call.name;
  const block = await mapResultStage(
    { id: call.id, name, ...(tool && { tool }), input: input ?? call.input },
    seen,
    runtime,
  ).catch((thrown) => unmappedBlock(call.id, name, { outcome, thrown }));
  const redacted = runtime.redaction.take(call.id);
  if (times !== undefined) runtime.record({ type: "call.repeated", call: call.id, tool: name, times });
  runtime.record({
    type: "call.settled",
    call: call.id,
    tool: name,
    outcome: outcome.kind,
    durationMs: "durationMs" in outcome ? outcome.durationMs : 0,
    result: block,
    ...(passage.from && { from: passage.from }),
    ...(redacted && { redacted }),
  });
  showEnd({ call, tool, input, outcome, block }, runtime);
  return {
    id: call.id,
    tool: name,
    input: input ?? call.input,
    outcome: outcome.kind,
    block,
    ...(decision && { decision }),
    ...endOf(seen, {}),
  };
}

function unmappedBlock(
  id: string,
  name: string,
  { outcome, thrown }: { outcome: Outcome; thrown: unknown },
): ResultBlock {
  const text = messageOf(thrown);
  return outcome.kind === "succeeded"
    ? { type: "tool_result", tool_use_id: id, content: messages.unshowable(name, text) }
    : { type: "tool_result", tool_use_id: id, content: messages.internal(text), is_error: true };
}

/** Calls made by other calls count no streak: their input is the tool's. What they changed may still have helped. */
function timesGoneWrong(
  { call, tool, input, seen: { outcome } }: Passage,
  { watch, isNested }: Surroundings,
): number | undefined {
  const isReadOnly = tool?.flags.isReadOnly(input) ?? true;
  if (!isNested) {
    const name = tool?.name ?? call.name;
    return watch?.streaks?.note({ call, tool: name, outcome: outcome.kind, isReadOnly });
  }
  if (outcome.kind === "succeeded" && !isReadOnly) watch?.streaks?.clear();
  return undefined;
}

async function toolOf(call: RequestedCall, runtime: Runtime): Promise<Tool | undefined> {
  return runtime.pool().then(
    (pool) => pool.find(call.name)?.tool,
    () => undefined,
  );
}
