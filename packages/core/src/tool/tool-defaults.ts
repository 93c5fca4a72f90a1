/**
 * What silence means. Everything an author leaves out gets the conservative value, and only from here.
 * `isConcurrencySafe: undefined` stands for "not claimed": such a call overlaps others only by declared effects.
 */
export const TOOL_DEFAULTS = Object.freeze({
  aliases: Object.freeze([]) as readonly string[],
  strict: false,
  isReadOnly: false,
  isConcurrencySafe: undefined,
  shouldDefer: false,
  alwaysLoad: false,
  needsPerson: false,
  honorsReadDenies: false,
  onInterrupt: "cancel",
  timeoutMs: 600_000,
  maxResultBytes: 50_000,
} as const);
