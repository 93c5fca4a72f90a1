/** Declaring tools, plugins and session state. */
export { type Static, type TObject, type TSchema, Type } from "typebox";
/** Putting plugins together, and how they are. */
export type { PluginBoot } from "./apply-plugins.ts";
/** Packs: what they say of themselves, and pins. */
export { addPlugin, OWN_FILE } from "./config/add-plugin.ts";
export type { GauntletConfig } from "./config/config.ts";
/** Configuration: files, trust, plugins by name. */
export { defineConfig } from "./config/define-config.ts";
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from "./config/load-config.ts";
export { type LoadedPack, loadPack } from "./config/load-pack.ts";
export type { PluginLoad } from "./config/load-plugin.ts";
export { type LoadedPolicies, loadPolicies } from "./config/load-policies.ts";
export { loadSettingsAlone, type SettingsAlone } from "./config/load-settings-alone.ts";
export { parseManifest, readManifest } from "./config/manifest-file.ts";
export type { ConfiguredServer } from "./config/merge-servers.ts";
export { LOCK_FILE, type PackPin, pinDifference, pinOf, readPackLock, savePin } from "./config/pack-lock.ts";
export { parseText } from "./config/parse-text.ts";
export { stateDirectory, userConfigDirectory } from "./config/paths.ts";
export { type ProjectFile, projectFilesIn } from "./config/project-files.ts";
export { saveRule } from "./config/remember-rule.ts";
export { saveServerLock } from "./config/server-lock.ts";
export { createTrustStore, type TrustStatus } from "./config/trust.ts";
export { type TrustInventory, takeInventory } from "./config/trust-inventory.ts";
export { createSettingsReload } from "./config/watch-settings.ts";
/** Subagents. */
export type { Agent, AgentAnswer, AgentPlace, AgentSpec } from "./contract/agent.ts";
/** Calls, decisions and the events of a session. */
export type { ModelAnswer, ModelInfo, ModelQuestion, ServerTool } from "./contract/ask-model.ts";
export type { Outcome, OutcomeKind } from "./contract/call.ts";
/** Command hooks: how they are set, and which of them are. */
export {
  type CommandHook,
  GUARDING_EVENTS,
  HOOK_EVENTS,
  type HookConfig,
  type HookEvent,
  type HookHandler,
  type HookSettings,
} from "./contract/command-hook.ts";
export type { Answer, Behavior, Decision, Mode, Source, Vote } from "./contract/decision.ts";
export { BEHAVIORS, MODES } from "./contract/decision.ts";
/** The model port. */
export type { ToolDefinition } from "./contract/definition.ts";
/** Effects: what a call touches. */
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
export type { JournalEntry, PromptEvent, SessionEvent } from "./contract/event.ts";
export type { DiagnoseScope, Finding } from "./contract/finding.ts";
export type {
  Hook,
  HookName,
  Hooks,
  MapResultDraft,
  PermissionBallot,
  PoolDraft,
  PoolEntry,
  PostToolUseDraft,
  PreToolUseDraft,
  SchedulePlan,
  TapFunction,
  TapOptions,
  TapStage,
  ValidateDraft,
} from "./contract/hook.ts";
export { HOOK_NAMES } from "./contract/hook.ts";
export { MANIFEST_FILE, type PackManifest } from "./contract/manifest.ts";
/** Blocks and messages in the shape of the Messages API. */
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
export { readJsonStrictly } from "./contract/strict-json.ts";
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
export { visibleText } from "./contract/visible-text.ts";
export type { PluginFinding } from "./diagnose-plugins.ts";
/** Errors for people. */
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
  ToolError,
} from "./errors.ts";
export type { Explanation } from "./explain.ts";
/** The runtime: one Gauntlet, its sessions, and who answers when a call asks. */
export { DEFAULT_MODEL, Gauntlet, type GauntletOptions } from "./gauntlet.ts";
export { createAnthropicModel } from "./model/anthropic.ts";
export {
  type ModelEvent,
  type ModelFeatures,
  type ModelPort,
  type ModelRequest,
  PLAIN_FEATURES,
  type StopReason,
} from "./model/port.ts";
export { costOf, type Price, type PriceTable } from "./model/prices.ts";
export type { SettledCall } from "./pipeline.ts";
/** Judging decisions and rules. */
export { combine } from "./policy/combine.ts";
/** Policies: rules as a package, with reasons and examples, and what they decide. */
export { definePolicy, isPolicy, type Policy, type PolicySpec } from "./policy/define-policy.ts";
export { HOST_NAME } from "./policy/host-name.ts";
export { type KnownTool, type LintFinding, type LintKind, lintRules } from "./policy/lint-rules.ts";
export { matchDomain } from "./policy/match-domain.ts";
export { matchGlob } from "./policy/match-glob.ts";
export type { RuleSource } from "./policy/policy.ts";
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
export { proposeRules } from "./policy/propose-rules.ts";
export { protectedName } from "./policy/protected-names.ts";
export { type CannedReply, type TestSwitches, testSwitches } from "./policy/test-switches.ts";
export {
  type Judgement,
  type PolicyReplayOptions,
  type Rejudged,
  replayPolicy,
} from "./policy-replay.ts";
/** Tools of a session. */
export type { Deferral, DeferralPolicy } from "./pool/deferral.ts";
/** Schemas of others: JSON Schema of any draft. */
export { compileForeignSchema } from "./pool/foreign-schema.ts";
export type { StrictChoice } from "./pool/strict-tools.ts";
export type { ToolPool } from "./pool/tool-pool.ts";
/** Programs: what packs that start some find them and end their groups with. */
export { findProgram } from "./process/find-program.ts";
export { endGroup, endGroupWithHost, isGone, isGroupAlive, signalGroup } from "./process/process-group.ts";
export { bootId, isRunning, processesIn, processStat } from "./process/process-stat.ts";
/** Secrets: what is taken for one, and output looked at as bytes. */
export { maskSecrets } from "./secrets/mask-secrets.ts";
export type { RedactionOptions } from "./secrets/redaction-options.ts";
export { hasControlBytes } from "./secrets/scan-bytes.ts";
export type { SecretForm } from "./secrets/secret-forms.ts";
export { shownAddress } from "./secrets/shown-address.ts";
/** Sessions on disk: reading, finding, searching and deleting them. */
export { deleteSession, type Pruned, type PrunedSession, pruneSessions } from "./session/delete-session.ts";
export { type FoundDecision, findDecisions, SHORTEST_DECISION_ID } from "./session/find-decision.ts";
export { findSession, SHORTEST_SESSION_ID } from "./session/find-session.ts";
export { listSessions, type SessionSummary, summarizeSession } from "./session/list-sessions.ts";
export { type JournalRead, readJournal } from "./session/read-journal.ts";
export { readLines } from "./session/read-lines.ts";
export { type SessionHit, searchSessions } from "./session/search-sessions.ts";
export { journalsOf, type SessionFiles } from "./session/session-store.ts";
export type { CallRequest, PromptBlock, Session } from "./session.ts";
export type { SessionOptions } from "./session-home.ts";
export type { ReloadedSettings, SettingsChange } from "./settings-source.ts";
export { DEFAULT_LIMITS, type Limits } from "./stages/limits.ts";
export type { Answerer, PersonAnswer, Question, RememberedRule } from "./stages/runtime.ts";
export { definePlugin, isPlugin } from "./tool/define-plugin.ts";
export { defineTool, isTool } from "./tool/define-tool.ts";
export type { ResourceSetUp } from "./tool/open-resources.ts";
export { manifestHash, manifestOf, manifestText } from "./tool/pack-manifest.ts";
export type { GivenPackOptions } from "./tool/pack-options.ts";
export { TOOL_DEFAULTS } from "./tool/tool-defaults.ts";
export { type SearchableTool, searchTools, type ToolMatch } from "./tool-search/search-tools.ts";
export { SIGNATURE_BYTES, signedMediaType } from "./transcript/media-signature.ts";
export { type ForeignMessage, type Repaired, repairMessages } from "./transcript/repair.ts";
export { assertValidRequest } from "./transcript/valid-request.ts";
export type { TurnSummary } from "./turn.ts";
