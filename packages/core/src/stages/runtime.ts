import type { AgentPlace } from "../contract/agent.ts";
import type { Behavior, Decision, Mode, PolicyRevision } from "../contract/decision.ts";
import type { SessionEvent } from "../contract/event.ts";
import type { PromptEvent } from "../contract/prompt-event.ts";
import type { CallContext, CallResult, OutputSink, PersonQuestion, Tool } from "../contract/tool.ts";
import type { HookRuns } from "../hooks.ts";
import type { Mirror } from "../policy/mirror-pattern.ts";
import type { PolicyContext, RuleSource } from "../policy/policy.ts";
import type { RuleSet } from "../policy/rules.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import type { Redaction } from "../results/redaction.ts";
import type { CallTable } from "../schedule/call-table.ts";
import type { CommandHooks } from "./command-hooks.ts";
import type { Limits } from "./limits.ts";

/** What an answerer is asked: everything a person needs to see. */
export interface Question {
  readonly call: string;
  readonly tool: string;
  /** The subagent that makes the call; unset for the session itself. */
  readonly agent?: string;
  readonly input: unknown;
  /** The call in words. */
  readonly words: string;
  /** The call as its tool shows it before it runs: a diff for an edit; else the input as JSON. */
  readonly preview: string;
  readonly decision: Decision;
  /** What a running call asks, with options; answered by an allow whose `input` has `answers` by key. */
  readonly questions?: readonly PersonQuestion[];
  /** The narrowest rules that would allow this call; empty when none can. */
  readonly proposals: readonly string[];
}

/** A rule to keep beyond this call. `local` and `user` are written to settings files. */
export interface RememberedRule {
  readonly behavior: Behavior;
  readonly rule: string;
  readonly scope: "session" | "local" | "user";
  /** Only for the session: the rule holds this long. Default: as long as the session. */
  readonly minutes?: number;
}

/** Someone who may answer an ask in the person's place. Undefined passes the question on; throwing denies. */
export interface Answerer {
  readonly name: string;
  answer(question: Question, signal: AbortSignal): Promise<PersonAnswer | undefined>;
}

/**
 * What a person can say. `allow` may come with a rule to remember, or with another input, which is checked and voted on
 * again. `stop` denies and ends the turn. `mode` changes the session's mode, and the call is voted on again.
 */
export type PersonAnswer =
  | {
      readonly behavior: "allow";
      readonly remember?: { readonly rules: readonly string[] } & Pick<RememberedRule, "scope" | "minutes">;
      readonly input?: unknown;
    }
  | { readonly behavior: "mode"; readonly mode: Mode }
  | { readonly behavior: "deny"; readonly message?: string }
  | { readonly behavior: "stop"; readonly message?: string };

/** What the stages share: one session's state and its doors to the outside. Made once per session. */
export interface Runtime {
  readonly hooks: HookRuns;
  readonly table: CallTable;
  readonly limits: Limits;
  readonly headless: boolean;
  /** Nobody in a headless session. */
  readonly answerers: readonly Answerer[];
  /** Set in the runtime of a subagent. */
  readonly agent?: AgentPlace;
  readonly commandHooks: CommandHooks;
  /** The runtime behind the gates of a call; missing where there are none. */
  readonly ungated?: Runtime;
  /** Aborted when what is under way is not wanted any more. */
  readonly signal: AbortSignal;
  /** Runs a tool for a command hook, through the whole pipeline; nobody is asked about it. */
  readonly callTool: (tool: string, input: unknown, signal: AbortSignal) => Promise<CallResult>;
  /** The tools there are now: built with the first look, longer or shorter when what the session was offered changed. */
  pool(): Promise<ToolPool>;
  /** The pool once whoever can bring a tool of this name has tried; the present one when nobody can. */
  poolWith(name: string): Promise<ToolPool>;
  /** See `PoolKeeper.lateNames`. */
  lateNames(): string | undefined;
  /** Writes the pool to the journal when it is not the one that was written last. */
  recordPool(): Promise<void>;
  /** Policies in force, for every decision to name. */
  policies(): readonly PolicyRevision[];
  mode(): Mode;
  /** @throws ConfigError for a mode that is forbidden here. */
  setMode(mode: Mode, by: string): void;
  /** Moves the session into a copy of its place, or back with undefined. @throws in a subagent. */
  moveTo(mirror: Mirror | undefined): void;
  rules(): RuleSet;
  /** Rules that are not those of the session, as they would bind here. @throws GNT_CONFIG_RULE. */
  compileRules(rules: readonly RuleSource[]): RuleSet;
  /** Adds rules to the session, and to settings files when their scope says so. @throws ConfigError, and for files. */
  remember(rules: readonly RememberedRule[]): Promise<void>;
  /**
   * Reads settings again when they changed. Never rejects: see `settingsProblem`.
   * @param callTool what hooks that judge the change call tools with, while the call at a gate waits for them.
   */
  refreshSettings(callTool?: Runtime["callTool"]): Promise<void>;
  /** Why changed settings could not be read; while there is one, every call is denied. */
  settingsProblem(): string | undefined;
  /** What a tool may know; its options are those of its plugin. */
  callContext(tool: Tool): CallContext;
  /** Hooks and contexts for a call that is only decided: what plugins write into slots is kept nowhere. */
  trial(): Pick<Runtime, "hooks" | "callContext">;
  policyContext(): PolicyContext;
  /**
   * Checks that the journal still takes what happens, so that nothing is done that could not be told afterwards.
   * @throws GNT_SESSION_JOURNAL once something could not be written, GNT_SESSION_QUOTA when the disk quota is used up.
   */
  ensureJournal(): void;
  /** Writes an event to the journal; order is kept. */
  record(event: SessionEvent): void;
  /** Resolves when the journal is known to take what is recorded: at once, but for the first call of a process. */
  journalProven(): Promise<void>;
  /** Resolves when everything recorded so far is on disk: known after the end of the machine. */
  flush(): Promise<void>;
  /** Adds a text to what the model reads next. */
  tell(text: string): void;
  /** Texts plugins have for the model, each given once; who takes them sends them. */
  takeTold(): readonly string[];
  /** Tells whoever listens; not journalled. */
  show(event: PromptEvent): void;
  /** A collector for output of one call. */
  openOutput(callId: string, limitBytes: number): OutputSink;
  /** Replaces secrets in results, and counts them. */
  readonly redaction: Redaction;
  /** Stores a result text and gives the path. */
  spill(callId: string, text: string): Promise<string>;
  newId(): string;
  now(): Date;
  /** Runs something alone among all questions of the session. */
  questionTurn<T>(work: () => Promise<T>): Promise<T>;
}
