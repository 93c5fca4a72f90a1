/** A JSON value; what slots and journals can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Declares a kind of session state of a pack: a table from string keys to JSON values, saved with the session. */
export interface Slot<V extends Json> {
  readonly name: string;
  /** Type carrier only; never set. */
  readonly value?: V;
}

/**
 * Declares a slot.
 * @param name unique within all packs; `pack/thing` by convention.
 */
export function defineSlot<V extends Json>(name: string): Slot<V> {
  return Object.freeze({ name });
}

/** The session state a call can reach. Values are frozen; every change is journalled. */
export interface Slots {
  get<V extends Json>(slot: Slot<V>, key: string): V | undefined;
  /** Keeps a frozen copy. @throws TypeError for what is no JSON, which a journal could not give back. */
  set<V extends Json>(slot: Slot<V>, key: string, value: V): void;
  delete<V extends Json>(slot: Slot<V>, key: string): void;
  entries<V extends Json>(slot: Slot<V>): readonly (readonly [string, V])[];
}
