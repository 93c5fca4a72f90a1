import { ModelError } from "../errors.ts";
import { LESS_AT_ONCE, NOT_TAKEN, TOO_LARGE } from "./reported-error.ts";

/** What is known about the other side when a request fails. */
export interface ServerContext {
  /** Scheme and host only; an address can hold a password. */
  readonly origin: string;
  /** Values that must not appear in any text. */
  readonly secrets: readonly string[];
}

const TRANSIENT_STATUS = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
const MAX_SHOWN = 400;

/**
 * Judges a failure that came before the message started. No text of the result holds a secret, a control character
 * or the thrown object itself.
 */
export function failureBeforeStart(thrown: unknown, server: ServerContext): ModelError {
  if (thrown instanceof ModelError) return cleaned(thrown, server);
  const status = fieldOf(thrown, "status");
  if (typeof status === "number") return failureOfStatus(thrown, status, server);
  const reason = reasonOf(thrown, server);
  if (isConnectionLoss(thrown)) {
    const message = `the model server at \`${server.origin}\` could not be reached (${reason})`;
    const hint = "check the network and `ANTHROPIC_BASE_URL` (`model.baseURL`)";
    return new ModelError("GNT_MODEL_REQUEST", message, { hint, isTransient: true });
  }
  return new ModelError(
    "GNT_MODEL_REQUEST",
    `the request to \`${server.origin}\` could not be made: ${reason}`,
    { hint: "check `ANTHROPIC_BASE_URL` (`model.baseURL`) and what the request holds" },
  );
}

/** Judges a failure in the middle of a message. */
export function failureAfterStart(thrown: unknown, server: ServerContext): ModelError {
  if (thrown instanceof ModelError) return cleaned(thrown, server);
  const message = `the connection broke in the middle of the message (${reasonOf(thrown, server)})`;
  return new ModelError("GNT_MODEL_STREAM", message, { isTransient: true });
}

function cleaned(error: ModelError, { secrets }: ServerContext): ModelError {
  const { hint, isTransient, retryAfterMs } = error;
  return new ModelError(error.code, clean(error.message, secrets), {
    isTransient,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function failureOfStatus(thrown: unknown, status: number, server: ServerContext): ModelError {
  const type = fieldOf(thrown, "type");
  const kind = typeof type === "string" ? ` (${clean(type, server.secrets)})` : "";
  const said = serverMessage(thrown, status, server);
  const message = `the model server at \`${server.origin}\` answered ${status}${kind}${said && `: ${said}`}`;
  if (status === 413 || type === TOO_LARGE || /^prompt is too long\b/i.test(said))
    return new ModelError("GNT_MODEL_TOO_LARGE", message, { hint: LESS_AT_ONCE });
  const headers = fieldOf(thrown, "headers");
  const retryAfterMs = retryAfter(headers);
  return new ModelError("GNT_MODEL_REQUEST", message, {
    isTransient: shouldRetry(headers) ?? TRANSIENT_STATUS.has(status),
    hint: hintFor(status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** What the server itself says about trying again, when it says it. */
function shouldRetry(headers: unknown): boolean | undefined {
  const said = headers instanceof Headers ? headers.get("x-should-retry") : null;
  return said === "true" || said === "false" ? said === "true" : undefined;
}

function hintFor(status: number): string {
  if (status === 401) return "check `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`";
  if (status === 403) return "check what the API key may use";
  if (status === 404) return "check the model name and `ANTHROPIC_BASE_URL` (`model.baseURL`)";
  if (status >= 300 && status < 400)
    return "the server is at another address: set `ANTHROPIC_BASE_URL` (`model.baseURL`) to it";
  if (status === 429 || status === 529) return "the server is busy or a limit is reached: try again later";
  if (status >= 500) return "the server has a fault: try again later";
  return NOT_TAKEN;
}

/** The server's own words; where it sent no error object, the start of what it sent. */
function serverMessage(thrown: unknown, status: number, { secrets }: ServerContext): string {
  const own = fieldOf(thrown, "apiMessage");
  if (typeof own === "string") return clean(own, secrets);
  const text = thrown instanceof Error ? thrown.message : "";
  const rest = text.startsWith(`${status} `) ? text.slice(`${status} `.length) : text;
  return rest === "status code (no body)" ? "" : clean(rest, secrets);
}

/**
 * Reads `retry-after-ms`, then `retry-after` in seconds or as a date. A wait that is over or below nothing is none: the
 * server has a wrong clock or a fault, and asking it again at once would make its trouble worse.
 */
function retryAfter(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const said = headers.get("retry-after");
  const seconds = numberOf(said);
  return [
    numberOf(headers.get("retry-after-ms")),
    Number.isNaN(seconds) ? Date.parse(said ?? "") - Date.now() : seconds * 1000,
  ].find((ms) => ms > 0 && Number.isFinite(ms));
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
