import type { AgentSpec } from "./contract/agent.ts";
import type { ModelQuestion } from "./contract/ask-model.ts";
import type { PromptEvent } from "./contract/prompt-event.ts";
import type { SettledCall } from "./contract/settled-call.ts";
import { noModel, SessionError } from "./errors.ts";
import { type Explanation, explainCall } from "./explain.ts";
import { createPending } from "./pending.ts";
import type { Pipeline } from "./pipeline.ts";
import type { ToolPool } from "./pool/tool-pool.ts";
import { closedSession } from "./session/closed-session.ts";
import { createQueue } from "./session/event-queue.ts";
import { sessionBounds } from "./session-bounds.ts";
import { silentRuntime } from "./stages/gate-runtime.ts";
import type { ModelAsker, PromptWatch } from "./stages/prompt-watch.ts";
import type { RememberedRule, Runtime } from "./stages/runtime.ts";
import type { ResourceSetUp } from "./tool/open-resources.ts";
import type { Transcript } from "./transcript/transcript.ts";
import { askModel } from "./turn/ask-model.ts";
import { compact } from "./turn/compact.ts";
import { type PromptBlock, promptBlocks } from "./turn/prompt-blocks.ts";
import type { TurnRoom } from "./turn/room.ts";
import { runTurns, type TurnSummary } from "./turn.ts";

/** A use of a tool that does not come from a model. */
export interface CallRequest {
  readonly tool: string;
  readonly input: unknown;
  /** Why the input could not be read, when it could not. */
  readonly problem?: string;
}

/** One conversation: its own journal, slots and table of running calls. */
export interface Session {
  readonly id: string;
  /** Where its journal and spilled results are. */
  readonly directory: string;
  /** What its plugins hold open, and how long it took to set each up, in the order they were. */
  readonly setUp: readonly ResourceSetUp[];
  /** What people should be told about the rules: those that can never match, or probably mean something else. */
  readonly warnings: readonly string[];
  /**
   * Sends a prompt and runs tools until the model is done. Yields events as they happen; leaving the loop early
   * aborts the prompt. One prompt runs at a time.
   * @throws ModelError when the model cannot be reached; SessionError when a prompt is already running, for content
   * that cannot be sent, once the journal cannot be written, and when the session is closed.
   */
  prompt(
    content: string | readonly PromptBlock[],
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<PromptEvent, TurnSummary>;
  /**
   * Runs calls through the whole pipeline without a model, as uses of one message; results in call order.
   * @throws GNT_SESSION_CLOSED. What goes wrong with a call is its outcome.
   */
  call(
    calls: readonly CallRequest[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly SettledCall[]>;
  /**
   * Remembers a rule as a person's "allow and remember" does.
   * @throws ConfigError, and then nothing has changed; GNT_SESSION_CLOSED.
   */
  remember(rule: RememberedRule): Promise<void>;
  /**
   * Makes the conversation shorter now: old, large results are cleared; if that is not enough, a summary by the model,
   * when there is one, takes the place of everything but the last messages.
   * @returns whether it is shorter.
   * @throws GNT_SESSION_BUSY while a prompt runs, GNT_SESSION_CLOSED.
   */
  compact(options?: { readonly signal?: AbortSignal }): Promise<boolean>;
  /**
   * Decides about a call without running it. Calls that hooks make for that run, and are journalled.
   * @throws GNT_SESSION_CLOSED.
   */
  explain(call: CallRequest): Promise<Explanation>;
  /**
   * A conversation of a subagent that was started by nobody: for a host that wants to call, explain or prompt as one.
   * Closed with this session, if not before.
   * @throws GNT_CONFIG_RULE for a rule that is none, GNT_CONFIG_INVALID for a `maxTurns` that is no limit,
   * GNT_SESSION_CLOSED.
   */
  agent(spec: AgentSpec): Promise<Session>;
  /** The tools the model sees. @throws GNT_SESSION_CLOSED. */
  tools(): Promise<ToolPool>;
  /**
   * Aborts what runs, waits for it and for the journal, and gives the session free; it can be resumed, not used
   * further.
   * @throws GNT_SESSION_JOURNAL when something that happened could not be written, GNT_PLUGIN_RESOURCE when a plugin
   * could not close what it held open.
   */
  close(): Promise<void>;
}

/** What a session is made of; `Gauntlet` puts it together. */
export interface SessionParts {
  readonly id: string;
  readonly directory: string;
  readonly setUp: readonly ResourceSetUp[];
  readonly runtime: Runtime;
  readonly pipeline: Pipeline;
  /** How the session came to be, for hooks of its start; `agent`: it is that of a subagent. */
  readonly begins: "startup" | "resume" | "fork" | "agent";
  /** Warnings beside those of the rules themselves. */
  readonly warnings: readonly string[];
  /** Undefined when no model is configured. */
  readonly room: Omit<TurnRoom, "runtime" | "pipeline"> | undefined;
  readonly transcript: Transcript;
  readonly subscribe: (listener: (event: PromptEvent) => void) => () => void;
  readonly openAgent: (spec: AgentSpec) => Promise<Session>;
  /** Starts a subagent below a call that no prompt watches. */
  readonly startAgent: NonNullable<PromptWatch["startAgent"]>;
  /** Closes what the session held open, then the journal. */
  readonly close: () => Promise<void>;
}

export function createSession(parts: SessionParts): Session {
  const { runtime, pipeline } = parts;
  const { room } = parts;
  const unwatched = pipeline.forPrompt({
    startAgent: parts.startAgent,
    ...(room && {
      askModel: (question: ModelQuestion, by: ModelAsker) => askModel(question, { ...room, runtime }, by),
    }),
  });
  let prompting = false;
  let closing: Promise<void> | undefined;
  const stop = new AbortController();
  /** `close` waits for it. */
  const { track, settled } = createPending();
  const bounds = sessionBounds(parts, stop.signal);
  const refuseClosed = (): void => {
    if (closing) throw closedSession(`the session \`${parts.id}\``);
  };

  const refuseBusy = (): void => {
    if (!prompting) return;
    throw new SessionError("GNT_SESSION_BUSY", "a prompt is already running in this session", {
      hint: "wait for it, or abort it",
    });
  };

  const untilStopped = (signal?: AbortSignal): AbortSignal =>
    signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;

  async function* prompt(
    content: string | readonly PromptBlock[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<PromptEvent, TurnSummary> {
    refuseClosed();
    if (!parts.room) {
      throw noModel("no prompt can be sent");
    }
    const blocks = promptBlocks(content);
    refuseBusy();
    prompting = true;
    const leave = new AbortController();
    const events = createQueue<PromptEvent>();
    const unsubscribe = parts.subscribe(events.push);
    const room = { ...parts.room, runtime, pipeline };
    const until = AbortSignal.any([untilStopped(signal), leave.signal]);
    const turns = track(
      bounds
        .begin(until)
        .then(runtime.recordPool)
        .then(() => runTurns(blocks, room, until))
        .finally(events.end),
    );
    turns.catch(() => undefined);
    try {
      yield* events.read();
      const summary = await turns;
      await runtime.flush();
      return summary;
    } finally {
      leave.abort(new Error("the prompt was left"));
      await turns.catch(() => undefined);
      unsubscribe();
      await runtime.flush().catch(() => undefined);
      prompting = false;
    }
  }

  return {
    id: parts.id,
    directory: parts.directory,
    setUp: parts.setUp,
    warnings: [...runtime.rules().warnings, ...parts.warnings],
    prompt,
    async call(calls, { signal } = {}) {
      refuseClosed();
      const until = untilStopped(signal);
      const run = (call: CallRequest): Promise<SettledCall> => unwatched.run(requested(call, runtime), until);
      return track(bounds.begin(until).then(() => Promise.all(calls.map(run))));
    },
    async remember(rule) {
      refuseClosed();
      await runtime.remember([rule]);
    },
    async compact({ signal } = {}) {
      refuseClosed();
      refuseBusy();
      prompting = true;
      const { transcript } = parts;
      const place = room ? { ...room, runtime, pipeline } : { runtime, transcript };
      const until = untilStopped(signal);
      try {
        return await track(
          bounds.begin(until).then(async () => {
            const isShorter = await compact(place, "it was asked for", { signal: until, trigger: "manual" });
            await runtime.flush();
            return isShorter;
          }),
        );
      } finally {
        prompting = false;
      }
    },
    async explain(call) {
      refuseClosed();
      return explainCall(requested(call, runtime), silentRuntime(runtime));
    },
    async agent(spec) {
      refuseClosed();
      return parts.openAgent(spec);
    },
    async tools() {
      refuseClosed();
      return runtime.pool();
    },
    close() {
      closing ??= (async () => {
        stop.abort(new Error("the session was closed"));
        await settled();
        try {
          await bounds.end();
        } finally {
          await parts.close();
        }
      })();
      return closing;
    },
  };
}

const requested = ({ tool, input, problem }: CallRequest, runtime: Runtime) =>
  ({
    state: "requested",
    id: `call_${runtime.newId()}`,
    name: tool,
    input,
    ...(problem !== undefined && { problem }),
  }) as const;
