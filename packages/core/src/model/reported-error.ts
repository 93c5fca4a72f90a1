import { ModelError } from "../errors.ts";

/** The type under which a server says that a request has too many bytes. */
export const TOO_LARGE = "request_too_large";

/** What to do about a request with too many bytes. */
export const LESS_AT_ONCE = "start a new session, or give it less to read at once";

/** What to do about a request that the server does not take. */
export const NOT_TAKEN =
  "the server's own words say what it does not take; if nothing of yours is meant, please report it";

/** Reported errors that say the request itself is wrong; the same one would fail again. */
const REFUSALS = new Set([
  "authentication_error",
  "billing_error",
  "invalid_request_error",
  "not_found_error",
  "permission_error",
]);

/**
 * The error for what a server reports as an `error` event in its stream, before a message or within one. Overload,
 * limits, timeouts and whatever is not known are transient.
 */
export function reportedError(type: string, said: string): ModelError {
  const message = `the model server reported \`${type}\` in the stream: ${said}`;
  if (type === TOO_LARGE) return new ModelError("GNT_MODEL_TOO_LARGE", message, { hint: LESS_AT_ONCE });
  if (REFUSALS.has(type)) return new ModelError("GNT_MODEL_REQUEST", message, { hint: NOT_TAKEN });
  return new ModelError("GNT_MODEL_STREAM", message, { isTransient: true });
}
