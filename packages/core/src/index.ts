// The runtime: one Gauntlet, its sessions, and who answers when a call asks.

export type { PluginBoot } from "./apply-plugins.ts";
export type { PluginFinding } from "./diagnose-plugins.ts";
export type { Explanation } from "./explain.ts";
export { DEFAULT_MODEL, Gauntlet, type GauntletOptions } from "./gauntlet.ts";
export type { CallRequest, Session } from "./session.ts";
export type { SessionOptions } from "./session-home.ts";
export type { ReloadedSettings, SettingsChange } from "./settings-source.ts";
export { DEFAULT_LIMITS, type Limits } from "./stages/limits.ts";
export type { Answerer, PersonAnswer, Question, RememberedRule } from "./stages/runtime.ts";
export type { ResourceSetUp } from "./tool/open-resources.ts";
export type { PromptBlock } from "./turn/prompt-blocks.ts";
export type { TurnSummary } from "./turn.ts";

// Tools: how they are declared, and what they are given when they run.

export { type Static, type TObject, type TSchema, Type } from "typebox";
export type {
  CallContext,
  CallResult,
  CapturedText,
  DescribeContext,
  EnabledContext,
  ExecuteContext,
  OutputSink,
  PersonQuestion,
  PersonReply,
  PersonRequest,
  PersonView,
  Tool,
  ToolSpec,
  ToolVote,
} from "./contract/tool.ts";
export { CONTRACT_VERSION } from "./contract/version.ts";
export { defineTool, isTool } from "./tool/define-tool.ts";
export { TOOL_DEFAULTS } from "./tool/tool-defaults.ts";

// Plugins: tools and taps in one, what they hold open, and what they keep of a session.

export type { DiagnoseScope, Finding } from "./contract/finding.ts";
export type { Plugin, PluginScope, PluginSpec } from "./contract/plugin.ts";
export type { LogEntry, PluginLog } from "./contract/plugin-log.ts";
export {
  defineResource,
  type RedactedStream,
  type Resource,
  type ResourceScope,
} from "./contract/resource.ts";
export type { SessionScope, TapScope } from "./contract/session-scope.ts";
export type { OfferedTool, SessionTools } from "./contract/session-tools.ts";
export { defineSlot, type Json, type Slot, type Slots } from "./contract/slot.ts";
export { definePlugin, isPlugin } from "./tool/define-plugin.ts";
export { completeOptions, type GivenPackOptions } from "./tool/pack-options.ts";

// The seven hooks: where plugins have their say.

export {
  HOOK_NAMES,
  type Hook,
  type HookName,
  type Hooks,
  type MapResultDraft,
  type PermissionBallot,
  type PoolDraft,
  type PoolEntry,
  type PostToolUseDraft,
  type PreToolUseDraft,
  type SchedulePlan,
  type TapFunction,
  type TapOptions,
  type TapStage,
  type ValidateDraft,
} from "./contract/hook.ts";

// Command hooks: how they are set, and which of them are.

export {
  type CommandHook,
  GUARDING_EVENTS,
  HOOK_EVENTS,
  type HookConfig,
  type HookEvent,
  type HookHandler,
  type HookSettings,
} from "./contract/command-hook.ts";

// Calls, decisions, and the events of a session.

export type { Outcome, OutcomeKind } from "./contract/call.ts";
export {
  type Answer,
  BEHAVIORS,
  type Behavior,
  type Decision,
  MODES,
  type Mode,
  type Source,
  type Vote,
} from "./contract/decision.ts";
export type { JournalEntry, SessionEvent } from "./contract/event.ts";
export type { PromptEvent } from "./contract/prompt-event.ts";
export type { SettledCall } from "./contract/settled-call.ts";

// Effects: what a call touches.

export {
  changesWorld,
  deleteTree,
  describeEffect,
  type Effect,
  type ExecEffect,
  type LocatedEffect,
  readFile,
  readTree,
  writeFile,
} from "./contract/effect.ts";

// Subagents, and questions of tools to the model.

export type { Agent, AgentAnswer, AgentPlace, AgentSpec } from "./contract/agent.ts";
export type { ModelAnswer, ModelInfo, ModelQuestion, ServerTool } from "./contract/ask-model.ts";

// Blocks and messages in the shape of the Messages API, and what makes them valid.

export type {
  AssistantBlock,
  ImageBlock,
  Message,
  ResultBlock,
  ResultContent,
  TextBlock,
  ToolReferenceBlock,
  ToolUseBlock,
  Usage,
  UserBlock,
} from "./contract/message.ts";
export { SIGNATURE_BYTES, signedMediaType } from "./transcript/media-signature.ts";
export { type ForeignMessage, type Repaired, repairMessages } from "./transcript/repair.ts";
export { assertValidRequest } from "./transcript/valid-request.ts";

// The model: its port, the one for the Messages API, and what it costs.

export type { ToolDefinition } from "./contract/definition.ts";
export { type AnthropicOptions, createAnthropicModel } from "./model/anthropic.ts";
export {
  type ModelEvent,
  type ModelFeatures,
  type ModelPort,
  type ModelRequest,
  PLAIN_FEATURES,
  type StopReason,
} from "./model/port.ts";
export { costOf, type Price, type PriceTable } from "./model/prices.ts";

// The pool: which tools the model sees, which are deferred, and how they are found.

export type { Deferral, DeferralPolicy } from "./pool/deferral.ts";
export type { StrictChoice } from "./pool/strict-tools.ts";
export type { ToolPool } from "./pool/tool-pool.ts";

// Policies: rules as a package, with reasons and examples, and what they decide.

export { definePolicy, isPolicy, type Policy, type PolicySpec } from "./policy/define-policy.ts";
export {
  allow,
  ask,
  deny,
  type PolicyRule,
  type RuleExamples,
  type RuleOptions,
  type TrialCall,
} from "./policy/policy-rule.ts";
export {
  createPolicyTrial,
  type ExampleTrial,
  type PolicyTrial,
  type TrialOptions,
  type TrialResult,
  tryExamples,
} from "./policy/policy-trial.ts";

// Rules and decisions: combining votes, checking rules, and judging the past by others.

export { combine } from "./policy/combine.ts";
export { type KnownTool, type LintFinding, type LintKind, lintRules } from "./policy/lint-rules.ts";
export { matchDomain } from "./policy/match-domain.ts";
export { matchGlob } from "./policy/match-glob.ts";
export { pathEnvOf } from "./policy/path-env.ts";
export type { RuleSource } from "./policy/policy.ts";
export { proposeRules } from "./policy/propose-rules.ts";
export { protectedName } from "./policy/protected-names.ts";
export { type CannedReply, type TestSwitches, testSwitches } from "./policy/test-switches.ts";
export { type Judgement, type PolicyReplayOptions, type Rejudged, replayPolicy } from "./policy-replay.ts";

// Configuration: files, trust, plugins by name.

export type { GauntletConfig } from "./config/config.ts";
export { defineConfig } from "./config/define-config.ts";
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from "./config/load-config.ts";
export type { PluginLoad } from "./config/load-plugin.ts";
export { type LoadedPolicies, loadPolicies } from "./config/load-policies.ts";
export { loadSettingsAlone, type SettingsAlone } from "./config/load-settings-alone.ts";
export type { ConfiguredServer } from "./config/merge-servers.ts";
export { parseText } from "./config/parse-text.ts";
export { stateDirectory, userConfigDirectory } from "./config/paths.ts";
export { type ProjectFile, projectFilesIn } from "./config/project-files.ts";
export { saveRule } from "./config/remember-rule.ts";
export { createTrustStore, type TrustStatus } from "./config/trust.ts";
export { type TrustInventory, takeInventory } from "./config/trust-inventory.ts";
export { createSettingsReload } from "./config/watch-settings.ts";

// Packs: what they say of themselves, and pins.

export { addPlugin, OWN_FILE } from "./config/add-plugin.ts";
export { type LoadedPack, loadPack } from "./config/load-pack.ts";
export { parseManifest, readManifest } from "./config/manifest-file.ts";
export { LOCK_FILE, type PackPin, pinDifference, pinOf, readPackLock, savePin } from "./config/pack-lock.ts";
export { saveServerLock } from "./config/server-lock.ts";
export { MANIFEST_FILE, type PackManifest } from "./contract/manifest.ts";
export { manifestHash, manifestOf, manifestText } from "./tool/pack-manifest.ts";

// Sessions on disk: reading, finding, searching and deleting them.

export { deleteSession, type Pruned, type PrunedSession, pruneSessions } from "./session/delete-session.ts";
export { type FoundDecision, findDecisions, SHORTEST_DECISION_ID } from "./session/find-decision.ts";
export { findSession, SHORTEST_SESSION_ID } from "./session/find-session.ts";
export { listSessions, type SessionSummary, summarizeSession } from "./session/list-sessions.ts";
export { type JournalRead, readJournal } from "./session/read-journal.ts";
export { readLines } from "./session/read-lines.ts";
export { type SessionHit, searchSessions } from "./session/search-sessions.ts";
export { journalsOf, type SessionFiles } from "./session/session-store.ts";

// Secrets: what is taken for one, and output looked at as bytes.

export { maskSecrets } from "./secrets/mask-secrets.ts";
export type { RedactionOptions } from "./secrets/redaction-options.ts";
export { hasControlBytes } from "./secrets/scan-bytes.ts";
export type { SecretForm } from "./secrets/secret-forms.ts";
export { shownAddress } from "./secrets/shown-address.ts";

// Paths: whether one lies in another, and where it leads.

export { isBelow, isInside } from "./policy/path-inside.ts";
export { realPathOrSelf } from "./policy/real-path.ts";

// Hosts and addresses: how they are written, and which addresses are public or this machine's.

export { addressOfHost, addressRange, isLoopbackName } from "./address-range.ts";
export { HOST_NAME } from "./contract/host-name.ts";

// Programs: what packs that start some find them and end their groups with.

export { findProgram } from "./process/find-program.ts";
export { endGroup, endGroupWithHost, isGone, isGroupAlive, signalGroup } from "./process/process-group.ts";
export { bootId, isProcessAlive, isRunning, processesIn, processStat } from "./process/process-stat.ts";

// Time: the longest a timer can be set for.

export { MAX_TIMER_MS } from "./in-time.ts";

// Texts from outside: JSON and schemas of others, and text that is safe to show.

export { readJsonStrictly } from "./contract/strict-json.ts";
export { visibleText } from "./contract/visible-text.ts";
export { inWords } from "./in-words.ts";
export { isJsonObject } from "./json-object.ts";
export { compileForeignSchema } from "./pool/foreign-schema.ts";
export { nearestName } from "./tool/nearest-name.ts";

// Errors for people.

export {
  ConfigError,
  ERROR_CODES,
  type ErrorCode,
  GauntletError,
  HookError,
  InvariantError,
  isGauntletError,
  ModelError,
  type ModelErrorDetail,
  messageOf,
  PluginError,
  REPORT_HINT,
  SessionError,
  systemReason,
  ToolError,
} from "./errors.ts";
