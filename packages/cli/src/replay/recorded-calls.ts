import type { Answerer, JournalEntry, PersonAnswer, SessionEvent } from "@gauntlet/core";

type Settled = Extract<SessionEvent, { type: "call.settled" }>;
type Decided = Extract<SessionEvent, { type: "call.decided" }>;
type SlotChange = Extract<SessionEvent, { type: "slot.set" | "slot.deleted" }>;

/** What a journal says became of one call. */
export interface RecordedCall {
  readonly call: string;
  readonly tool: string;
  readonly decided?: Decided;
  readonly settled?: Settled;
  /** The act had begun. */
  readonly hasBegun: boolean;
  /** What changed in slots while it ran. */
  readonly slots: readonly SlotChange[];
  /** The input a person put in place of the one they were asked about. */
  readonly edited?: { readonly input: unknown };
}

type Open = { -readonly [K in keyof RecordedCall]: RecordedCall[K] } & { slots: SlotChange[] };

/** The calls of a journal by their ids, in the order they were first heard of. */
export function recordedCalls(entries: readonly JournalEntry[]): ReadonlyMap<string, RecordedCall> {
  const calls = new Map<string, Open>();
  const running = new Set<Open>();
  const callOf = (call: string, tool: string): Open => {
    const known = calls.get(call) ?? { call, tool, hasBegun: false, slots: [] };
    calls.set(call, known);
    return known;
  };
  for (const { event } of entries) {
    switch (event.type) {
      case "call.rewritten":
        callOf(event.call, "").edited = { input: event.input };
        break;
      case "call.decided":
        Object.assign(callOf(event.call, event.tool), { tool: event.tool, decided: event });
        break;
      case "call.intent": {
        const call = callOf(event.call, event.tool);
        call.hasBegun = true;
        running.add(call);
        break;
      }
      case "slot.set":
      case "slot.deleted":
        for (const call of running) call.slots.push(event);
        break;
      case "call.settled": {
        const call = Object.assign(callOf(event.call, event.tool), { tool: event.tool, settled: event });
        running.delete(call);
        break;
      }
      default:
    }
  }
  return calls;
}

/** Says what the person said then. Where nobody was asked, nobody answers. */
export function recordedAnswerer(calls: ReadonlyMap<string, RecordedCall>): Answerer {
  return {
    name: "recording",
    async answer({ call }): Promise<PersonAnswer | undefined> {
      const { decided, edited } = calls.get(call) ?? {};
      const answer = decided?.decision.answer;
      if (answer === undefined || answer.by === "nobody") return undefined;
      if (answer.behavior === "allow") return { behavior: "allow", ...edited };
      return { behavior: "deny", ...(answer.message !== undefined && { message: answer.message }) };
    },
  };
}
