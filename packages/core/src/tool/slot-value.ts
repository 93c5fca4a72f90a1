import type { Json, Slot } from "../contract/slot.ts";
import { messageOf } from "../errors.ts";
import { copyJson } from "./copy-json.ts";
import { deepFreeze } from "./deep-freeze.ts";

/** What a slot keeps of a value: a frozen copy. @throws for what is no JSON, which a journal could not give back. */
export function slotValue({ name }: Slot<Json>, key: string, value: unknown): Json {
  try {
    return deepFreeze(copyJson(value)) as Json;
  } catch (thrown) {
    throw new TypeError(
      `the slot \`${name}\` cannot keep \`${key}\`: ${messageOf(thrown)}, which is not JSON`,
      {
        cause: thrown,
      },
    );
  }
}
