import type { ResultBlock } from "../contract/message.ts";
import { InvariantError } from "../errors.ts";

/**
 * Keeps one slot for every tool use of one message, in source order, and gives them back closed: exactly one result
 * for each, whatever happened to the call.
 */
export interface Ledger<T extends { readonly block: ResultBlock }> {
  open(id: string): void;
  /** @throws InvariantError for an id that was never opened, a second result, or a result with another id. */
  close(id: string, result: T): void;
  readonly size: number;
  /** @throws InvariantError while a slot is open. */
  results(): readonly T[];
}

export function createLedger<T extends { readonly block: ResultBlock }>(): Ledger<T> {
  const slots = new Map<string, T | undefined>();
  return {
    open(id) {
      if (slots.has(id)) throw new InvariantError(`the ledger already has a slot for \`${id}\``);
      slots.set(id, undefined);
    },
    close(id, result) {
      if (!slots.has(id)) throw new InvariantError(`the ledger has no slot for \`${id}\``);
      if (slots.get(id)) throw new InvariantError(`the ledger already has a result for \`${id}\``);
      if (result.block.tool_use_id !== id)
        throw new InvariantError(`the result for \`${id}\` names \`${result.block.tool_use_id}\``);
      slots.set(id, result);
    },
    get size() {
      return slots.size;
    },
    results() {
      return [...slots].map(([id, result]) => {
        if (!result) throw new InvariantError(`the ledger has no result for \`${id}\``);
        return result;
      });
    },
  };
}
