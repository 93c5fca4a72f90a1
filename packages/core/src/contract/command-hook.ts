import type { Source } from "./decision.ts";

/** The events command hooks can be set for, in the order a session passes them. */
export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "Notification",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "PreCompact",
  "PostCompact",
  "ConfigChange",
  "SessionEnd",
] as const;

/** When a command hook runs. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Events about one call of a tool; only they know `if`. */
export const CALL_EVENTS: readonly HookEvent[] = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
];

/** Events whose hooks guard: one that fails votes or answers deny, unless its owner says otherwise. */
export const GUARDING_EVENTS: readonly HookEvent[] = ["PreToolUse", "PermissionRequest"];

/** What every handler may say. */
export interface HookHandlerCommon {
  /** One rule, such as `Bash(git *)`: the hook runs only for calls the rule would bind. For events about a call. */
  readonly if?: string;
  /** Seconds; fractions are fine. */
  readonly timeout?: number;
  /** Shown while the hook runs. */
  readonly statusMessage?: string;
  /** What a failure of the hook means: `block` is what exit code 2 means, `continue` goes on without it. */
  readonly onFailure?: "block" | "continue";
  /** The hook has to answer with a JSON object; anything else is a failure. */
  readonly expectsJson?: boolean;
  /** Taken for compatibility; only hooks of skills can run once. */
  readonly once?: boolean;
}

/** Runs a program. Without `args` the command is a line for the shell, with them it is started directly. */
export interface CommandHandler extends HookHandlerCommon {
  readonly type: "command";
  readonly command: string;
  readonly args?: readonly string[];
  readonly shell?: "bash";
  /** Nobody waits for the hook, and what it answers counts for nothing. */
  readonly async?: boolean;
  /** Like `async`; with exit code 2 the model is told what the hook wrote to its standard error. */
  readonly asyncRewake?: boolean;
}

/** Sends the event to a server; its answer is read like the output of a program. */
export interface HttpHandler extends HookHandlerCommon {
  readonly type: "http";
  readonly url: string;
  /** `$NAME` and `${NAME}` in values stand for variables named in `allowedEnvVars`, and for nothing otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
}

/** Calls a tool of an MCP server; its text is read like the output of a program. */
export interface ToolHandler extends HookHandlerCommon {
  readonly type: "mcp_tool";
  readonly server: string;
  readonly tool: string;
  /** `${path.to.member}` in texts stands for a member of what a program would read from its standard input. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export type HookHandler = CommandHandler | HttpHandler | ToolHandler;

/** Hooks that share a matcher. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookHandler[];
}

/** Hooks by event, in Claude Code's shape. */
export type HookConfig = Readonly<Partial<Record<HookEvent, readonly HookGroup[]>>>;

/** One command hook, with the place it was set in. */
export interface CommandHook {
  readonly event: HookEvent;
  /** Undefined: every subject of the event. */
  readonly matcher?: string;
  readonly handler: HookHandler;
  readonly onFailure: "block" | "continue";
  readonly source: Source;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** The command hooks of a session and where their requests may go. */
export interface HookSettings {
  /** In configuration order: managed, user, project, local, command line. */
  readonly hooks: readonly CommandHook[];
  /** Lists of URL patterns; a URL has to match one of each. */
  readonly allowedUrls: readonly (readonly string[])[];
  /** Lists of environment variables that headers may hold; a name has to be in each. */
  readonly allowedEnvVars: readonly (readonly string[])[];
}

export const NO_HOOKS: HookSettings = Object.freeze({ hooks: [], allowedUrls: [], allowedEnvVars: [] });

/** Something that happens to a session rather than to one call. */
export type HookMoment =
  | { readonly event: "SessionStart"; readonly source: "startup" | "resume" | "fork" | "compact" }
  | { readonly event: "SessionEnd"; readonly reason: "other" }
  | { readonly event: "UserPromptSubmit"; readonly prompt: string }
  | { readonly event: "PostToolBatch"; readonly calls: readonly BatchedCall[] }
  | { readonly event: "Notification"; readonly kind: string; readonly message: string }
  | ({ readonly event: "Stop" } & StopFacts)
  | { readonly event: "SubagentStart" }
  | ({ readonly event: "SubagentStop" } & StopFacts)
  | { readonly event: "PreCompact"; readonly trigger: "manual" | "auto"; readonly instructions: string }
  | { readonly event: "PostCompact"; readonly trigger: "manual" | "auto"; readonly summary: string }
  | { readonly event: "ConfigChange"; readonly source: ChangedSettings; readonly file?: string };

interface StopFacts {
  /** The turn goes on because an earlier hook of this event wanted it. */
  readonly isContinued: boolean;
  readonly lastMessage: string;
}

/** Whose settings changed. */
export type ChangedSettings = "user_settings" | "project_settings" | "local_settings" | "policy_settings";

/** The subagent in whose session hooks run. */
export interface HookAgent {
  readonly id: string;
  readonly type: string;
  /** Absolute path of its journal. */
  readonly transcript: string;
}

/** A call of a message whose calls have all settled. */
export interface BatchedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** What the model reads. */
  readonly response: unknown;
}

/** What the hooks of a moment want. */
export interface MomentAnswer {
  /** Why the thing should not happen; for Stop and SubagentStop why work should go on. */
  readonly blocked?: string;
  /** Why everything should stop; wins over `blocked`. */
  readonly stop?: string;
  /** Texts for the model. */
  readonly context: readonly string[];
}
