/** Cassettes: what a recorded model says, turn by turn. */

/** Proves a tool: what its author forgot, every case through the whole pipeline, and what the tool claims. */
export type { CallPair } from "./call-pairs.ts";
export {
  type Cassette,
  type CassetteBlock,
  type CassetteError,
  type CassetteTurn,
  fillCassette,
  parseCassette,
} from "./cassette.ts";
/** Journals as what they are played again from. */
export { type CutOptions, cutCassette } from "./cut-cassette.ts";
/** Proves the taps of a plugin: what authors forget, and every case through the whole pipeline. */
export type { PlayedCall, RoomRules } from "./hook-room.ts";
export { type HookCase, type HookTesterOptions, hookTester } from "./hook-tester.ts";
/** A loopback server that speaks the Messages API and refuses what the API would refuse. */
export {
  type MessagesServer,
  type MessagesServerOptions,
  type ServedRequest,
  startMessagesServer,
} from "./messages-server.ts";
/** Proves a policy: reasons, examples, and every case by its rules and the voters of the runtime. */
export { type PolicyCase, type PolicyTesterOptions, policyTester } from "./policy-tester.ts";
export {
  type RecordedPrompt,
  type RecordedSession,
  type RecordedTurn,
  recordedSession,
} from "./recorded-session.ts";
/** A model in this process that says what it was told to. */
export {
  type ScriptedModel,
  type ScriptedToolUse,
  type ScriptedTurn,
  scriptedModel,
} from "./scripted-model.ts";
export type { CaseOptions, ToolCase } from "./tool-case.ts";
export type { RoomCall } from "./tool-room.ts";
export { type ToolTesterOptions, toolTester } from "./tool-tester.ts";
export type { ToolTrace } from "./tool-trace.ts";
