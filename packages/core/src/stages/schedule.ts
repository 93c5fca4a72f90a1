import type { RequestedCall } from "../contract/call.ts";
import type { SchedulePlan } from "../contract/hook.ts";
import { locateEffects } from "../policy/locate-effects.ts";
import type { Row } from "../schedule/call-table.ts";
import { ALONE, type Claim, claimOf } from "../schedule/conflict.ts";
import { cleanInput } from "../tool/clean-input.ts";
import { deepFreeze } from "../tool/deep-freeze.ts";
import type { Runtime } from "./runtime.ts";
import { toolAnswer } from "./tool-answer.ts";

/** A call's place in the order of things. */
export interface Place {
  readonly row: Row;
  /** Calls that may run at once while this one does. */
  readonly limit: number;
  /** Settles when every call this one must follow has settled. */
  readonly turn: Promise<void>;
}

/**
 * Gives a call its place among the unsettled calls of the session. A first, safe reading of the raw input decides
 * only the order; the gate reads and checks again. Whatever goes wrong here makes the call run alone.
 */
export async function scheduleStage(call: RequestedCall, runtime: Runtime, parent?: Row): Promise<Place> {
  const claim = await readClaim(call, runtime);
  const row = runtime.table.arrive({ id: call.id, tool: call.name, claim, ...(parent && { parent }) });
  const asked: string[] = [];
  let limit = runtime.limits.maxConcurrency;

  const plan: SchedulePlan = {
    call: {
      id: call.id,
      tool: call.name,
      // A copy: the transcript keeps the model's bytes, whatever a tap does.
      get input() {
        return deepFreeze(structuredClone(call.input));
      },
    },
    unsettled: runtime.table.unsettled(row).map(({ id, tool }) => ({ id, tool })),
    after: runtime.table.earlierConflicts(row).map(({ id }) => id),
    waitFor: (id) => void asked.push(id),
    limitConcurrency: (max) => {
      limit = Math.max(1, Math.min(limit, Math.floor(max) || 1));
    },
  };
  await runtime.hooks.run("schedule", plan, {
    onFailure: (_, value) => {
      row.claim = ALONE;
      return value;
    },
  });
  return { row, limit, turn: sealOrder(row, asked, runtime) };
}

/** Conflict edges are always there; asked-for edges lead only to earlier calls, so there is no cycle. */
function sealOrder(row: Row, asked: readonly string[], { table }: Runtime): Promise<void> {
  const conflicting = table.earlierConflicts(row);
  const extra = row.parent ? [] : table.unsettled(row).filter(({ id }) => asked.includes(id));
  return Promise.all([...conflicting, ...extra].map((other) => other.settled)).then(() => undefined);
}

async function readClaim(call: RequestedCall, runtime: Runtime): Promise<Claim> {
  try {
    const found = (await runtime.pool()).find(call.name);
    if (!found || call.problem !== undefined) return ALONE;
    const context = runtime.callContext(found.tool);
    const { input } = cleanInput(call.input, found.tool.input, context.resolve);
    const effects = await toolAnswer(found.tool.effects(input, context));
    return claimOf(effects && (await locateEffects(effects)), found.tool.flags.isConcurrencySafe(input));
  } catch {
    return ALONE;
  }
}
