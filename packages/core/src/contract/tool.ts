import type { Static, TObject } from "typebox";
import type { Agent, AgentPlace, AgentSpec } from "./agent.ts";
import type { ModelAnswer, ModelInfo, ModelQuestion } from "./ask-model.ts";
import type { OutcomeKind } from "./call.ts";
import type { Behavior, Mode } from "./decision.ts";
import type { Effect, LocatedEffect } from "./effect.ts";
import type { DeclaredFacts, EffectKind } from "./manifest.ts";
import type { ResultBlock, ResultContent } from "./message.ts";
import type { Resource } from "./resource.ts";
import type { Slots } from "./slot.ts";

export type MaybePromise<T> = T | Promise<T>;

/** The settings of a pack, by name: what configuration says over the defaults of the pack's schema. */
export type PackOptions = Readonly<Record<string, unknown>>;

/** What a tool may know about a call before it runs: where it would happen. It must not change anything. */
export interface CallContext {
  /** Working directory, absolute: that of the session, or of the worktree it has moved to. */
  readonly cwd: string;
  readonly home: string;
  /** The permission mode of the session, or the narrower one of the subagent that calls, now. */
  mode(): Mode;
  /** Directories reads are allowed in by default: the working directory and those added to it. */
  readonly workingDirectories: readonly string[];
  /** The session's model; unset where it has none. */
  readonly model?: ModelInfo;
  /** The subagent that makes the call; unset for the session itself. */
  readonly agent?: AgentPlace;
  readonly slots: Slots;
  /** Variables the session wants set for programs that tools start, beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of the tool's own plugin; they fit the schema the plugin declares. */
  readonly options: PackOptions;
  /** What the session holds open for the tool's own plugin. */
  resource<R>(resource: Resource<R>): R;
  /** Absolute form of a path as a person types it: relative to `cwd`, `~` expanded. Touches no disk. */
  resolve(path: string): string;
  /**
   * True where a deny or ask rule keeps reads from `path`, or it is a secret of the runtime; tools that search or suggest
   * names must leave it out. What is true of a directory is true of everything in it.
   * @param realPath where `path` leads, from callers who have just followed it.
   * @param links how many names (`nlink`) what is there has, from callers who have just looked; 1 for a directory.
   */
  isReadDenied(path: string, realPath?: string, links?: number): boolean;
  /** False where `isReadDenied` holds for nothing below `directory`, so that a search need not ask for each file. */
  mayDenyReadsBelow(directory: string): boolean;
  /** Why a rule denies every call of a tool with this name; undefined when none does. For tools that lead to others. */
  deniedBy(tool: string): string | undefined;
}

/** What a tool may know when it is asked whether it can be used at all. */
export interface EnabledContext extends Pick<CallContext, "cwd" | "options" | "model"> {
  readonly profile: string;
}

/** What the description of a tool in one session may depend on. */
export interface DescribeContext extends CallContext {
  /** True where a rule denies a call of the tool with this input, whatever it would touch. */
  denies(input: unknown): boolean;
}

/** What a running call may use. */
export interface ExecuteContext extends CallContext {
  readonly callId: string;
  /** The input as the model gave it, before it was cleaned or rewritten. */
  readonly original: unknown;
  /** What the call was allowed to touch, as it was decided. */
  readonly effects: readonly LocatedEffect[];
  /** Aborted by a person, a time-out or the end of the session. */
  readonly signal: AbortSignal;
  /** Tells people how far the call is; never read by the model. */
  progress(text: string): void;
  /** Collects output of any size in bounded memory; what exceeds the limit goes to a file as it is produced. */
  openOutput(): OutputSink;
  /**
   * Asks the person something the call needs to know, through the same answerers as questions of permission; nobody to
   * answer declines. It is no permission: what the call may touch was decided before.
   */
  ask(request: PersonRequest): Promise<PersonReply>;
  /** Runs another tool through the whole pipeline, with its own decision and journal entries. */
  call(tool: string, input: unknown): Promise<CallResult>;
  /**
   * Changes the mode of the session: to a narrower one always, to a wider one only after the person has accepted what
   * this call asked (`ask`).
   * @throws in a subagent, and for a mode that is wider or forbidden.
   */
  changeMode(mode: Mode): void;
  /**
   * Moves the session into a copy of its place, such as another worktree of its repository: relative paths and commands
   * start there from the next call on, and what rules deny or ask for in the place, they deny or ask for there. Undefined
   * moves it back.
   * @param copy `of`: the root of the place, `at`: that of the copy, inside the working directories; both absolute.
   * @throws in a subagent, and for a copy that is no directory or lies elsewhere.
   */
  moveTo(copy: { readonly of: string; readonly at: string } | undefined): void;
  /**
   * Starts a subagent below this call: a conversation of its own with the session's model, through the same gates, and
   * never with more rights than the session has at that time. Close it; what is still open is closed with the session.
   * @throws GNT_MODEL_MISSING without a model, GNT_CONFIG_RULE for a rule that is none.
   */
  startAgent(spec: AgentSpec): Promise<Agent>;
  /**
   * Asks the session's model something of the tool's own, within the budgets of the prompt. Nothing it proposes is run.
   * What the server would not have seen otherwise needs an effect: a connection to `model.host`.
   * @throws GNT_MODEL_MISSING without a model; ModelError when no whole answer could be had.
   */
  askModel(question: ModelQuestion): Promise<ModelAnswer>;
}

/** What a running call asks the person. */
export interface PersonRequest {
  /** The question in one line. */
  readonly words: string;
  /** What is shown below it. */
  readonly preview: string;
  /** A proposal of the answer, as it may be changed. */
  readonly input: unknown;
  /** Questions with options; the answers come back as `answers` beside the proposal, by key. */
  readonly questions?: readonly PersonQuestion[];
}

/** One question to a person, who may also answer in words of their own. */
export interface PersonQuestion {
  readonly key: string;
  readonly words: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  /** Several options may hold; their labels come back joined by commas. */
  readonly isMultiple: boolean;
}

/** What the person said. An accepted answer is the proposal, or what they put in its place. */
export type PersonReply =
  | { readonly action: "accept"; readonly input: unknown }
  /** With a word of theirs, if they said one. */
  | { readonly action: "decline" | "cancel"; readonly message?: string };

/** What a tool gets back from `ctx.call`. */
export interface CallResult {
  readonly outcome: OutcomeKind;
  readonly text: string;
  /** What a model would read, images and documents included. */
  readonly content: ResultBlock["content"];
}

/** Bounded collector of output. `write` may be called until `close`. */
export interface OutputSink {
  write(chunk: Uint8Array | string): void;
  /** Everything written so far, settled on disk if it was large. */
  close(): Promise<CapturedText>;
}

/** Output of any size: whole when it was small, else head, tail and the file that holds all of it. */
export interface CapturedText {
  readonly bytes: number;
  /** The whole text, or the preview with its note when `path` is set. */
  readonly text: string;
  readonly path?: string;
}

/** A tool's own opinion on permission. */
export interface ToolVote {
  readonly behavior: Behavior;
  readonly why: string;
  /** With an allow: the input the call runs with instead. It is validated and voted on like any other. */
  readonly updatedInput?: unknown;
}

/** A person's view of one call, whatever became of it; `asked` while a person decides whether it may run. */
export interface PersonView {
  readonly outcome: OutcomeKind | "asked";
  readonly input: unknown;
  readonly output?: unknown;
  readonly text: string;
}

/** A flag: a constant, or a function of the input. */
export type Flag<I> = boolean | ((input: I) => boolean);

/**
 * What a tool author writes, in the order a call passes it. Only `name`, `description`, `input` and `execute` are
 * required; everything else has a conservative default in `TOOL_DEFAULTS`.
 */
export interface ToolSpec<S extends TObject, O> {
  /** `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly name: string;
  /** Old or foreign names that still resolve to this tool. */
  readonly aliases?: readonly string[];
  /** What the model reads: when to use it, when not, which neighbour is better. */
  readonly description: string;
  /** The description in one session, when it depends on it; asked when the pool is built. Default: `description`. */
  readonly describeFor?: (ctx: DescribeContext) => string;
  /**
   * Object schema, made with `Type` or raw JSON Schema. A string property with `format: "path"` holds a file path; it
   * is made absolute before hooks, rules and the tool see it.
   */
  readonly input: S;
  /**
   * Schema of the output, made with `Type` or raw JSON Schema. An output that does not fit makes the call `failed`, with
   * a text that says that the act was done. Default: anything.
   */
  readonly output?: object;
  /** Words to be found by where the description lacks them; not sent to models. */
  readonly searchHint?: string;
  /** Asks the model server to hold the model to the schema, where it can. The checks here run all the same. Default false. */
  readonly strict?: boolean;

  /** Changes nothing outside the session. Not a permission. Default false. */
  readonly isReadOnly?: Flag<Static<S>>;
  /** May overlap its neighbours. Only looked at when the call declares no effects; an explicit `false` runs alone. */
  readonly isConcurrencySafe?: Flag<Static<S>>;
  /** Its definition stays out of requests until the model has found it by a search. Default false. */
  readonly shouldDefer?: boolean;
  /** Its definition is in every request, whatever else is deferred. Wins over `shouldDefer`. */
  readonly alwaysLoad?: boolean;
  /** Anything but true hides the tool for this session; a text says why, for people. */
  readonly isEnabled?: (ctx: EnabledContext) => boolean | string;
  /** The interaction with a person is what the tool does, so it needs one. */
  readonly needsPerson?: boolean;
  /** The tool leaves out what `ctx.isReadDenied` names, so read rules inside a tree need not stop the whole call. */
  readonly honorsReadDenies?: boolean;
  /** What an abort does to a running call: signal it, or let it finish. Default `cancel`. */
  readonly onInterrupt?: "cancel" | "finish";
  /** Milliseconds a call may take, at most about 24 days; then it is signalled and has failed. Default 600,000. */
  readonly timeoutMs?: number;
  /** Result text above this many bytes is spilled to a file and previewed. Default 50,000. */
  readonly maxResultBytes?: number;

  /** The kinds of effects a call may have. A call that declares another kind, or none at all, is denied. Default: any. */
  readonly effectKinds?: readonly EffectKind[];
  /**
   * The hosts a call may connect to, written as in `WebFetch(domain:…)`: `api.example`, or `*.example` for those below.
   * Any other is denied. Default: any.
   */
  readonly hosts?: readonly string[];
  /** What this call touches. Undefined: unknown. Empty: nothing. Must not touch the world. */
  readonly effects?: (input: Static<S>, ctx: CallContext) => MaybePromise<readonly Effect[] | undefined>;
  /** Objects to the present state of the world just before the call runs; the text is read by the model. */
  readonly validateInput?: (input: Static<S>, ctx: CallContext) => MaybePromise<string | undefined>;
  /** Votes on the call, or passes. */
  readonly checkPermission?: (input: Static<S>, ctx: CallContext) => MaybePromise<ToolVote | undefined>;
  /** What the call does, in words for people: `read src/a.ts`. */
  readonly describeCall?: (input: Static<S>) => string;
  /** The act. Throwing means `failed`; the message is read by the model. */
  readonly execute: (input: Static<S>, ctx: ExecuteContext) => MaybePromise<O>;
  /** Output as the model reads it. Default: text as it is, anything else as JSON. */
  readonly toModel?: (output: O, input: Static<S>) => string | readonly ResultContent[];
  /** Output (or refusal, or progress) as a person reads it. Default: the model's text. */
  readonly toPerson?: (view: PersonView) => string;
}

/**
 * A checked, frozen tool: `ToolSpec` with every default filled in. Methods instead of function members keep it
 * assignable to `Tool` without type parameters, the form the runtime handles.
 */
export interface Tool<I = unknown, O = unknown> {
  readonly contract: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly input: TObject;
  /** Missing where any output will do. */
  readonly output?: object;
  readonly searchHint?: string;
  /** Missing in tools that another copy of this package made before there was any. */
  readonly declared?: DeclaredFacts;
  readonly flags: ToolFlags<I>;
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
  /** Missing: the description is the same in every session. */
  describeFor?(ctx: DescribeContext): string;
  isEnabled(ctx: EnabledContext): boolean | string;
  effects(input: I, ctx: CallContext): MaybePromise<readonly Effect[] | undefined>;
  validateInput(input: I, ctx: CallContext): MaybePromise<string | undefined>;
  checkPermission(input: I, ctx: CallContext): MaybePromise<ToolVote | undefined>;
  describeCall(input: I): string;
  execute(input: I, ctx: ExecuteContext): MaybePromise<O>;
  toModel(output: O, input: I): string | readonly ResultContent[];
  toPerson(view: PersonView): string;
}

/** Flags of a defined tool. `isConcurrencySafe` is undefined when the author said nothing. */
export interface ToolFlags<I = unknown> {
  /** Missing in tools that another copy of this package made before there was one. */
  readonly strict?: boolean;
  isReadOnly(input: I): boolean;
  isConcurrencySafe(input: I): boolean | undefined;
  readonly shouldDefer: boolean;
  readonly alwaysLoad: boolean;
  readonly needsPerson: boolean;
  readonly honorsReadDenies: boolean;
  readonly onInterrupt: "cancel" | "finish";
}
