/** Declaring tools, plugins and session state. */
export { type Static, type TObject, type TSchema, Type } from "typebox";
/** Calls, decisions and the events of a session. */
export type { Outcome, OutcomeKind } from "./contract/call.ts";
export type { Answer, Behavior, Decision, Mode, Source, Vote } from "./contract/decision.ts";
export { MODES } from "./contract/decision.ts";
/** Effects: what a call touches. */
export {
  changesWorld,
  deleteTree,
  describeEffect,
  type Effect,
  type LocatedEffect,
  readFile,
  readTree,
  writeFile,
} from "./contract/effect.ts";
export type { JournalEntry, PromptEvent, SessionEvent } from "./contract/event.ts";
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
  TapOptions,
  ValidateDraft,
} from "./contract/hook.ts";
export { HOOK_NAMES } from "./contract/hook.ts";
/** Blocks and messages in the shape of the Messages API. */
export type {
  AssistantBlock,
  ImageBlock,
  Message,
  ResultBlock,
  ResultContent,
  TextBlock,
  ToolUseBlock,
  Usage,
  UserBlock,
} from "./contract/message.ts";
export type { Plugin, PluginScope, PluginSpec } from "./contract/plugin.ts";
export { defineSlot, type Json, type Slot, type Slots } from "./contract/slot.ts";
export type {
  CallContext,
  CallResult,
  CapturedText,
  ExecuteContext,
  OutputSink,
  PersonView,
  Tool,
  ToolSpec,
  ToolVote,
} from "./contract/tool.ts";
export { CONTRACT_VERSION } from "./contract/version.ts";
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
  messageOf,
  PluginError,
  SessionError,
  ToolError,
} from "./errors.ts";
/** The model port. */
export type { ModelEvent, ModelPort, ModelRequest, StopReason, ToolDefinition } from "./model/port.ts";
export { definePlugin, isPlugin } from "./tool/define-plugin.ts";
export { defineTool, isTool } from "./tool/define-tool.ts";
export { TOOL_DEFAULTS } from "./tool/tool-defaults.ts";
