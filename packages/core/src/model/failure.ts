import { ModelError } from "../errors.ts";

/** What is known about the other side when a request fails. */
export interface ServerContext {
  /** Scheme and host only; an address can hold a password. */
  readonly origin: string;
  /** Values that must not appear in any text. */
  readonly secrets: readonly string[];
}

/** What a failed request means: what to tell people, and whether the same request may succeed later. */
export interface Failure {
  readonly error: ModelError;
  readonly isTransient: boolean;
  /** What the server asked for, at most 60,000. */
  readonly retryAfterMs?: number;
}

const TRANSIENT_STATUS = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
const MAX_RETRY_AFTER_MS = 60_000;
const MAX_SHOWN = 400;

/** Errors the server reports inside a stream that say the request itself is wrong. */
const REFUSALS = new Set([
  "authentication_error",
  "billing_error",
  "invalid_request_error",
  "not_found_error",
  "permission_error",
  "request_too_large",
]);

/**
 * Judges a failure that came before the message started. No text of the result holds a secret, a control character
 * or the thrown object itself.
 */
export function failureBeforeStart(thrown: unknown, server: ServerContext): Failure {
  if (thrown instanceof ModelError) return failureOfStream(thrown, server);
  const status = fieldOf(thrown, "status");
  if (typeof status === "number") return failureOfStatus(thrown, status, server);
  const reason = reasonOf(thrown, server);
  if (isConnectionLoss(thrown)) {
    const message = `the model server at \`${server.origin}\` could not be reached (${reason})`;
    return {
      error: new ModelError("GNT_MODEL_REQUEST", message, { hint: "check the network and the base URL" }),
      isTransient: true,
    };
  }
  const message = `the request to \`${server.origin}\` could not be made: ${reason}`;
  return { error: new ModelError("GNT_MODEL_REQUEST", message), isTransient: false };
}

/** The error for a failure in the middle of a message; such a request is never sent again as it was. */
export function failureAfterStart(thrown: unknown, server: ServerContext): ModelError {
  if (thrown instanceof ModelError) return cleaned(thrown, thrown.code, server);
  const reason = reasonOf(thrown, server);
  return new ModelError("GNT_MODEL_STREAM", `the connection broke in the middle of the message (${reason})`);
}

function failureOfStream(thrown: ModelError, server: ServerContext): Failure {
  const type = fieldOf(thrown.cause, "type");
  const isRefused = thrown.code === "GNT_MODEL_STREAM" && typeof type === "string" && REFUSALS.has(type);
  const code = isRefused ? "GNT_MODEL_REQUEST" : thrown.code;
  return {
    error: cleaned(thrown, code, server),
    isTransient: code === "GNT_MODEL_STREAM" || code === "GNT_MODEL_IDLE",
  };
}

function cleaned(error: ModelError, code: ModelError["code"], server: ServerContext): ModelError {
  return new ModelError(code, clean(error.message, server.secrets), {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  });
}

function failureOfStatus(thrown: unknown, status: number, server: ServerContext): Failure {
  const type = fieldOf(thrown, "type");
  const kind = typeof type === "string" ? ` (${clean(type, server.secrets)})` : "";
  const said = serverMessage(thrown, status, server);
  const message = `the model server at \`${server.origin}\` answered ${status}${kind}${said && `: ${said}`}`;
  const hint = hintFor(status);
  const retryAfterMs = retryAfter(fieldOf(thrown, "headers"));
  return {
    error: new ModelError("GNT_MODEL_REQUEST", message, hint === undefined ? {} : { hint }),
    isTransient: TRANSIENT_STATUS.has(status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function hintFor(status: number): string | undefined {
  if (status === 401) return "check the API key";
  if (status === 403) return "check what the API key may use";
  if (status === 404) return "check the model name and the base URL";
  if (status >= 300 && status < 400) return "the server is at another address: set the base URL to it";
  if (status === 429 || status === 529) return "the server is busy or a limit is reached: try again later";
  return undefined;
}

/** The server's own words; where it sent no error object, the start of what it sent. */
function serverMessage(thrown: unknown, status: number, { secrets }: ServerContext): string {
  const own = fieldOf(thrown, "apiMessage");
  if (typeof own === "string") return clean(own, secrets);
  const text = thrown instanceof Error ? thrown.message : "";
  const rest = text.startsWith(`${status} `) ? text.slice(`${status} `.length) : text;
  return rest === "status code (no body)" ? "" : clean(rest, secrets);
}

/** Reads `retry-after-ms`, then `retry-after` in seconds or as a date. */
function retryAfter(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const seconds = headers.get("retry-after");
  const asked = [
    numberOf(headers.get("retry-after-ms")),
    numberOf(seconds) * 1000,
    Date.parse(seconds ?? "") - Date.now(),
  ].find((ms) => Number.isFinite(ms));
  return asked === undefined ? undefined : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS);
}

const numberOf = (text: string | null): number =>
  text === null || text.trim() === "" ? Number.NaN : Number(text);

/** A lost connection shows as a system code somewhere in the chain of causes, or as the SDK's connection errors. */
function isConnectionLoss(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return (
    thrown.name.startsWith("APIConnection") || thrown.message === "terminated" || codeOf(thrown) !== undefined
  );
}

function reasonOf(thrown: unknown, { secrets }: ServerContext): string {
  return codeOf(thrown) ?? clean(thrown instanceof Error ? thrown.message : String(thrown), secrets);
}

function codeOf(thrown: unknown): string | undefined {
  let link = thrown;
  for (let depth = 0; depth < 5 && link instanceof Error; depth++, link = link.cause) {
    const code = fieldOf(link, "code");
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** One printable line without secrets; also hides what only looks like an Anthropic key. */
function clean(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) safe = safe.replaceAll(secret, "[key]");
  safe = safe
    .replaceAll(/sk-ant-[\w-]+/g, "[key]")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe;
}
