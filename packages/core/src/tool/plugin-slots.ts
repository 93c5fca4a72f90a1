import type { Json, Slot, Slots } from "../contract/slot.ts";
import { PluginError } from "../errors.ts";
import type { Registry } from "./registry.ts";
import { slotValue } from "./slot-value.ts";

/** The slots as one plugin may use them: those another plugin has for itself are refused with GNT_PLUGIN_NAME. */
export function slotsFor(plugin: string, slots: Slots, registry: Pick<Registry, "ownerOfSlot">): Slots {
  const own = <S extends Slot<Json>>(slot: S): S => {
    const owner = registry.ownerOfSlot(slot.name);
    if (owner === undefined || owner === plugin) return slot;
    throw new PluginError(
      "GNT_PLUGIN_NAME",
      `the slot \`${slot.name}\` is of \`${owner}\`, not of \`${plugin}\``,
      {
        hint: "use a slot of your own, named after your plugin",
      },
    );
  };
  return Object.freeze<Slots>({
    get: (slot, key) => slots.get(own(slot), key),
    set: (slot, key, value) => slots.set(own(slot), key, value),
    delete: (slot, key) => slots.delete(own(slot), key),
    entries: (slot) => slots.entries(own(slot)),
  });
}

/** Slots in which whatever is written is gone when nobody holds them any more; what they are made over stays as it is. */
export function trialSlots(slots: Slots): Slots {
  const tables = new Map<string, Map<string, Json>>();
  const table = (slot: Slot<Json>): Map<string, Json> => {
    const known = tables.get(slot.name) ?? new Map(slots.entries(slot));
    tables.set(slot.name, known);
    return known;
  };
  return Object.freeze<Slots>({
    get: (slot, key) => table(slot).get(key) as never,
    set: (slot, key, value) => void table(slot).set(key, slotValue(slot, key, value)),
    delete: (slot, key) => void table(slot).delete(key),
    entries: (slot) => [...table(slot)] as never,
  });
}
