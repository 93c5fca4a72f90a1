import type { AdmittedCall, RequestedCall } from "./contract/call.ts";
import type { SettledCall } from "./contract/settled-call.ts";
import type { CallResult, Tool } from "./contract/tool.ts";
import { noModel } from "./errors.ts";
import { provenanceOf } from "./results/provenance.ts";
import type { Row } from "./schedule/call-table.ts";
import type { BelowCall } from "./stages/children.ts";
import { executeStage } from "./stages/execute.ts";
import { gateRuntime, hookCallRuntime } from "./stages/gate-runtime.ts";
import { permissionStage } from "./stages/permission.ts";
import { postToolUseStage, type SeenOutcome } from "./stages/post-tool-use.ts";
import { preToolUseStage } from "./stages/pre-tool-use.ts";
import type { Below, PromptWatch } from "./stages/prompt-watch.ts";
import type { Runtime } from "./stages/runtime.ts";
import { type Place, scheduleStage } from "./stages/schedule.ts";
import {
  afterThrow,
  endOf,
  NOT_STARTED,
  type Passage,
  refused,
  settleCall,
  type Watched,
} from "./stages/settle-call.ts";
import { showRequest, textOfBlock } from "./stages/show-call.ts";
import { untilAborted } from "./stages/until-aborted.ts";
import { validateStage } from "./stages/validate.ts";

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
interface Surroundings extends Watched {
  readonly signal: AbortSignal;
  /** The row of the call this one runs below. */
  readonly parent?: Row;
  /** It is a command hook that makes the call. */
  readonly byHook?: true;
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
    return settleCall(passage, here, runtime);
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

async function toolOf(call: RequestedCall, runtime: Runtime): Promise<Tool | undefined> {
  return runtime.pool().then(
    (pool) => pool.find(call.name)?.tool,
    () => undefined,
  );
}
