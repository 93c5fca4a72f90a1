import type { Mode } from "../contract/decision.ts";
import type { Plugin } from "../contract/plugin.ts";

/**
 * One configuration, from whatever place. Everything is optional; unknown keys are refused.
 * The keys `permissions`, `hooks`, `env` and `mcpServers` have Claude Code's shapes.
 */
export interface GauntletConfig {
  readonly permissions?: PermissionConfig;
  /** Package names, files relative to the configuration (`./deploy.ts`), or plugins themselves. */
  readonly plugins?: readonly (string | Plugin)[];
  /** Names of the built-in tools to offer. Several places can only narrow the set. Default: all. */
  readonly tools?: readonly string[];
  /** Named selection of tools. */
  readonly profile?: string;
  readonly model?: ModelConfig;
  /** Environment variables for the processes that tools start. */
  readonly env?: Readonly<Record<string, string>>;
  /** Patterns of plugin names whose tools' effect claims are believed. */
  readonly trustEffects?: readonly string[];
  readonly limits?: LimitConfig;
  /** How long sessions are kept, and how large. Of managed and the person's settings and the command line alone. */
  readonly sessions?: SessionConfig;
  /** Command hooks. Checked to be an object; this version does not run them, so any hook stops the start. */
  readonly hooks?: Readonly<Record<string, unknown>>;
  /** MCP servers by name. Accepted and checked to be an object; this version does not start them and says so. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Policies to build on: package names, or files relative to the configuration. Their rules count as its own. */
  readonly extends?: readonly string[];
  /** Only rules of managed settings count. In managed settings alone. */
  readonly allowManagedPermissionRulesOnly?: boolean;
  /** Names of policies without which nothing starts. In managed settings alone. */
  readonly requiredExtends?: readonly string[];
  /** Only hooks of managed settings run. In managed settings alone; accepted and kept, as no hooks run yet. */
  readonly allowManagedHooksOnly?: boolean;
  /** Names of the only MCP servers that may start. In managed settings alone; accepted and kept. */
  readonly allowedMcpServers?: readonly string[];
}

/** Rules and modes. */
export interface PermissionConfig {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly defaultMode?: Mode;
  /** Working directories beside the current one; relative to the place's anchor, `~/` is the home directory. */
  readonly additionalDirectories?: readonly string[];
  /** Forbids the mode `bypassPermissions` in every place. */
  readonly disableBypassPermissionsMode?: "disable";
}

/** Which model is asked, and how. */
export interface ModelConfig {
  readonly name?: string;
  /** Most tokens of one answer. */
  readonly maxTokens?: number;
  /** `http` or `https` address of the server. */
  readonly baseURL?: string;
  /** Silence of the stream after which it counts as broken. */
  readonly idleTimeoutMs?: number;
}

/** Bounds of a session; whole numbers. */
export interface LimitConfig {
  /** Calls that execute at the same time. */
  readonly maxConcurrency?: number;
  /** Model messages per prompt; 0: no limit. */
  readonly maxTurns?: number;
  /** Most bytes of results in one message. */
  readonly messageResultBytes?: number;
  /** Bytes of a spilled result that the model still sees. */
  readonly previewBytes?: number;
}

/** What is kept of sessions; whole numbers, 0: no limit. */
export interface SessionConfig {
  /** Days after which a session that was not written is deleted. */
  readonly retentionDays?: number;
  /** Most bytes one session may take on disk. */
  readonly maxBytes?: number;
}
