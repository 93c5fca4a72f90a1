/** Members of an object as JSON has them, read and not yet checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that was read is an object with members: neither null nor a list. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
