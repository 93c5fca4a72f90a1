import type { HookConfig } from "../contract/command-hook.ts";
import type { Mode } from "../contract/decision.ts";
import type { Plugin } from "../contract/plugin.ts";
import type { PriceTable } from "../model/prices.ts";
import type { Deferral } from "../pool/deferral.ts";
import type { StrictChoice } from "../pool/strict-tools.ts";
import type { RedactionOptions } from "../secrets/redaction-options.ts";
import type { Limits } from "../stages/limits.ts";
import type { GivenPackOptions } from "../tool/pack-options.ts";

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
  /** When tools that may be deferred are kept out of requests until a search finds them. */
  readonly deferral?: Partial<Deferral>;
  /** Which tools are sent as strict, where the model takes it. */
  readonly strict?: StrictChoice;
  readonly model?: ModelConfig;
  /** Environment variables for the processes that tools start. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of plugins, by plugin name; each plugin says which it takes. */
  readonly packs?: GivenPackOptions;
  /** Patterns of plugin names whose tools' effect claims are believed. */
  readonly trustEffects?: readonly string[];
  /** Bounds of a session and budgets of each of its prompts. */
  readonly limits?: Partial<Limits>;
  /** How long sessions are kept, and how large. Of managed and the person's settings and the command line alone. */
  readonly sessions?: SessionConfig;
  /** Which secrets are replaced in results. Of managed and the person's settings and the command line alone. */
  readonly redaction?: RedactionOptions;
  /** Command hooks by event. Those of all places run. */
  readonly hooks?: HookConfig;
  /**
   * Claude Code's settings are read too: in the person's settings those of the person, in a project's configuration
   * those of its directory. Elsewhere it does not count.
   */
  readonly claudeSettings?: boolean;
  /** No command hooks run. In managed settings: none at all; elsewhere those of managed settings still do. */
  readonly disableAllHooks?: boolean;
  /** The only addresses hooks may send to, `*` for any text. Several places can only narrow the set. */
  readonly allowedHttpHookUrls?: readonly string[];
  /** The only environment variables headers of hooks may hold. Several places can only narrow the set. */
  readonly httpHookAllowedEnvVars?: readonly string[];
  /** MCP servers by name. What an entry may say is up to the MCP client. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Policies to build on: package names, or files relative to the configuration. Their rules count as its own. */
  readonly extends?: readonly string[];
  /** Only rules of managed settings count. In managed settings alone. */
  readonly allowManagedPermissionRulesOnly?: boolean;
  /** Names of policies without which nothing starts. In managed settings alone. */
  readonly requiredExtends?: readonly string[];
  /** Only hooks of managed settings run. In managed settings alone. */
  readonly allowManagedHooksOnly?: boolean;
  /** Names of the only MCP servers that may start. In managed settings alone. */
  readonly allowedMcpServers?: readonly string[];
  /** Known from Claude Code's settings; approves nothing, which is said: trust in the directory does. */
  readonly enableAllProjectMcpServers?: boolean;
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
  /** Size of the model's window in tokens; 0: the conversation is not compacted ahead. */
  readonly contextTokens?: number;
  /** `http` or `https` address of the server. */
  readonly baseURL?: string;
  /** Silence of the stream after which it counts as broken. */
  readonly idleTimeoutMs?: number;
  /** Prices by model family, in US dollars for a million tokens; they win over the published ones. */
  readonly prices?: PriceTable;
  /** The server takes tool references. Default: known for models of the public API, else not. */
  readonly toolReferences?: boolean;
  /** The server takes strict tools. Default likewise. */
  readonly strictTools?: boolean;
}

/** What is kept of sessions; whole numbers, 0: no limit. */
export interface SessionConfig {
  /** Days after which a session that was not written is deleted. */
  readonly retentionDays?: number;
  /** Most bytes one session may take on disk. */
  readonly maxBytes?: number;
}
