import type { SessionEvent } from "../contract/event.ts";
import type { Json, Slots } from "../contract/slot.ts";
import { deepFreeze } from "../tool/deep-freeze.ts";
import { slotValue } from "../tool/slot-value.ts";

/** Slots that report every change as an event and can be rebuilt from events. */
export interface SessionSlots extends Slots {
  /** Applies a change read from a journal. */
  apply(event: SessionEvent): void;
}

export function createSlots(record: (event: SessionEvent) => void): SessionSlots {
  const tables = new Map<string, Map<string, Json>>();
  const table = (slot: string): Map<string, Json> => {
    const known = tables.get(slot) ?? new Map<string, Json>();
    tables.set(slot, known);
    return known;
  };
  return {
    get: (slot, key) => table(slot.name).get(key) as never,
    set(slot, key, value) {
      const kept = slotValue(slot, key, value);
      record({ type: "slot.set", slot: slot.name, key, value: kept });
      table(slot.name).set(key, kept);
    },
    delete(slot, key) {
      if (table(slot.name).delete(key)) record({ type: "slot.deleted", slot: slot.name, key });
    },
    entries: (slot) => [...table(slot.name)] as never,
    apply(event) {
      if (event.type === "slot.set") table(event.slot).set(event.key, deepFreeze(event.value) as Json);
      if (event.type === "slot.deleted") table(event.slot).delete(event.key);
    },
  };
}
