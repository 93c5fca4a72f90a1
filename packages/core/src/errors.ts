/**
 * Every error code with what it means. `docs/reference/errors.md` lists the same codes; a test ties both together.
 */
export const ERROR_CODES = {
  GNT_TOOL_DECLARATION: "a tool declaration is malformed",
  GNT_TOOL_DUPLICATE: "two tools claim one name or alias",
  GNT_PLUGIN_DECLARATION: "a plugin declaration is malformed",
  GNT_PLUGIN_LOAD: "a plugin could not be loaded",
  GNT_PLUGIN_NAME: "a plugin claims a name that is taken",
  GNT_PLUGIN_APPLY: "a plugin threw while it was applied",
  GNT_PLUGIN_RESOURCE: "a resource of a plugin could not be opened or closed",
  GNT_PLUGIN_CONTRACT: "a plugin was built for another contract version",
  GNT_PLUGIN_MANIFEST: "a pack is not what its manifest says, or the manifest cannot be read",
  GNT_PLUGIN_PIN: "a pack is not the one that was pinned",
  GNT_HOOK_TAP: "a tap was registered the wrong way, or gave what it may not",
  GNT_HOOK_THREW: "a tap threw",
  GNT_HOOK_TIMEOUT: "a tap did not answer in time",
  GNT_CONFIG_INVALID: "a configuration value is not what it must be",
  GNT_CONFIG_READ: "a configuration file could not be read",
  GNT_CONFIG_UNKNOWN_KEY: "a configuration file has a key nobody reads",
  GNT_CONFIG_RULE: "a permission rule cannot be parsed",
  GNT_POLICY_DECLARATION: "a policy declaration is malformed",
  GNT_POLICY_LOAD: "a policy named by `extends` could not be loaded",
  GNT_POLICY_EXAMPLE: "a rule of a policy does not do what its example says",
  GNT_MODEL_MISSING: "no model is configured",
  GNT_MODEL_REQUEST: "the model server refused a request",
  GNT_MODEL_TOO_LARGE: "a request is larger than the model server takes",
  GNT_MODEL_STREAM: "the model stream broke off",
  GNT_MODEL_IDLE: "the model stream fell silent",
  GNT_SESSION_NOT_FOUND: "the session to continue does not exist",
  GNT_SESSION_AMBIGUOUS: "several sessions begin with the id that was given",
  GNT_SESSION_DELETE: "a session cannot be deleted",
  GNT_SESSION_JOURNAL: "a journal cannot be read or written",
  GNT_SESSION_PROMPT: "a prompt cannot be sent",
  GNT_SESSION_QUOTA: "a session used up its disk quota",
  GNT_SESSION_BUSY: "a session runs one prompt at a time",
  GNT_SESSION_CLOSED: "a session is used after it was closed",
  GNT_MCP_CONFIG: "an MCP server is configured in a way that cannot be used",
  GNT_MCP_LOGIN: "the login at an MCP server failed",
  GNT_MCP_PIN: "the pin of an MCP server cannot be read",
  GNT_INVARIANT: "the runtime broke one of its own promises",
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERROR_CODES;

const marker = Symbol.for("gauntlet.error");

/** Optional parts of an error: what to do next, and what caused it. */
export interface ErrorDetail {
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * An error for people. The message is one lowercase sentence (what was found, where); the hint says what to do.
 * Refused or failed tool calls are never errors: they are outcomes, data for the model.
 */
export class GauntletError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause }: ErrorDetail = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
    Object.defineProperty(this, marker, { value: true });
  }
}

export class ConfigError extends GauntletError {}
export class PluginError extends GauntletError {}
export class ToolError extends GauntletError {}
export class SessionError extends GauntletError {}

/** What a failed request to a model means for the next try. */
export interface ModelErrorDetail extends ErrorDetail {
  /** The same request may succeed later. Default false. */
  readonly isTransient?: boolean;
  /** Milliseconds the server asked to wait before the next try, however many. */
  readonly retryAfterMs?: number;
}

/** A request to a model that failed. A model port makes one attempt and throws this; the loop decides what follows. */
export class ModelError extends GauntletError {
  readonly isTransient: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, detail: ModelErrorDetail = {}) {
    super(code, message, detail);
    this.isTransient = detail.isTransient ?? false;
    this.retryAfterMs = detail.retryAfterMs;
  }
}

/** What people can do about a fault of the runtime. */
export const REPORT_HINT =
  "this is a bug of gauntlet: please report it; `GAUNTLET_DEBUG=1` shows where it happened";

const MODEL_HINT =
  "set `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`, or `ANTHROPIC_BASE_URL` for a server that needs none; a program of your own passes `model` to `new Gauntlet`";

/**
 * The error of what cannot be done without a model.
 * @param so what that is, as the end of a sentence.
 */
export const noModel = (so: string): ModelError =>
  new ModelError("GNT_MODEL_MISSING", `no model is configured, so ${so}`, { hint: MODEL_HINT });

/** Thrown when the runtime itself is wrong. Within a call the pipeline makes it an outcome that says so. */
export class InvariantError extends GauntletError {
  constructor(message: string, detail: ErrorDetail = {}) {
    super("GNT_INVARIANT", message, { hint: REPORT_HINT, ...detail });
  }
}

/** Where a tap comes from; stamped by the core, never by the plugin. */
export interface TapOrigin {
  readonly hook: string;
  readonly tap: string;
  readonly plugin: string;
  readonly source: string;
}

/** A tap that threw or stayed silent, with its origin. */
export class HookError extends GauntletError {
  readonly origin: TapOrigin;
  /** What happened, without the place. */
  readonly why: string;
  /** All of it as the end of a sentence, for readers who know plugins and no taps. */
  readonly asReason: string;

  constructor(code: "GNT_HOOK_THREW" | "GNT_HOOK_TIMEOUT", origin: TapOrigin, cause: unknown) {
    const what = code === "GNT_HOOK_THREW" ? `threw: ${messageOf(cause)}` : messageOf(cause);
    super(code, `tap \`${origin.tap}\` of plugin \`${origin.plugin}\` on \`${origin.hook}\` ${what}`, {
      cause,
    });
    this.origin = origin;
    this.why = messageOf(cause);
    this.asReason = `the plugin \`${origin.plugin}\` failed while it looked at this call: ${this.why}`;
  }
}

/** Tells whether a value is one of our errors, also when it comes from another copy of this package. */
export function isGauntletError(value: unknown): value is GauntletError {
  return typeof value === "object" && value !== null && Object.hasOwn(value, marker);
}

/** What was thrown with what to do about it, for who reads one text: a tool that throws tells the model. */
export function fullMessageOf(thrown: unknown): string {
  const message = messageOf(thrown);
  return isGauntletError(thrown) && thrown.hint !== undefined ? `${message}; ${thrown.hint}` : message;
}

/**
 * Why the system refused something whose path the caller names: `no such file or directory (ENOENT)`. Of anything else
 * that was thrown, its message.
 */
export function systemReason(thrown: unknown): string {
  const message = messageOf(thrown);
  const [, code, reason] = /^(E[A-Z0-9]+): ([^,]+), [a-z]+(?: '.*')?$/s.exec(message) ?? [];
  const isOfSystem = code !== undefined && code === (thrown as NodeJS.ErrnoException).code;
  return isOfSystem ? `${reason} (${code})` : message;
}

/** The text of whatever was thrown; never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    const message = (thrown as { readonly message?: unknown } | null | undefined)?.message;
    return typeof message === "string" ? message : String(thrown);
  } catch {
    return "something without a text was thrown";
  }
}
