import type { PromptEvent } from "@gauntlet/core";
import { type Context, context, type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";
import { callSpans } from "./call-spans.ts";
import { chatSpans } from "./chat-spans.ts";
import type { EventHandlers, StartSpan } from "./event-handlers.ts";
import { usageAttributes } from "./usage-attributes.ts";

/** What becomes spans, and how. */
export interface SpanOptions {
  readonly tracer: Tracer;
  /** Id of the session. */
  readonly session: string;
  readonly content: boolean;
  /** Who serves the model, by its name in the conventions. */
  readonly provider: string | undefined;
  /** Where calls are that are open, of all sessions: the prompts of a subagent are inside the call that started it. */
  readonly openCalls: Map<string, Context>;
}

/** Turns the events of one session into spans. */
export interface SessionSpans {
  hear(event: PromptEvent): void;
  /** Ends what is open as unfinished. */
  end(): void;
}

const keyOf = (session: string, call: string): string => `${session} ${call}`;

/** `invoke_agent` for a prompt, inside it `chat` for each message, `execute_tool` for each call, inside that `gate`. */
export function createSessionSpans(options: SpanOptions): SessionSpans {
  const { tracer, session, content, provider, openCalls } = options;
  let outside = context.active();
  let turn: Span | undefined;
  const inside = (span: Span): Context => trace.setSpan(outside, span);
  const start: StartSpan = (name, attributes, { kind, within = turn ? inside(turn) : outside } = {}) =>
    tracer.startSpan(
      name,
      { ...(kind !== undefined && { kind }), attributes: { [A.conversation]: session, ...attributes } },
      within,
    );
  const endTurn = (failure?: string): void => {
    if (failure !== undefined)
      turn?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(A.errorType, failure);
    turn?.end();
    turn = undefined;
  };
  const chats = chatSpans({
    start,
    provider,
    placeOf: (call) => openCalls.get(keyOf(session, call)),
  });
  const calls = callSpans({
    start,
    content,
    inside,
    onOpen: (call, place) => void openCalls.set(keyOf(session, call), place),
    onClose(call) {
      chats.endOf(call);
      openCalls.delete(keyOf(session, call));
    },
  });
  const turns: EventHandlers = {
    "session.started"({ agentOf }) {
      const place = agentOf?.call && openCalls.get(keyOf(agentOf.session, agentOf.call));
      if (place) outside = place;
    },
    "prompt.submitted"() {
      turn = start("invoke_agent gauntlet", { [A.operation]: "invoke_agent", [A.agent]: "gauntlet" });
    },
    "turn.ended"({ reason, turns: messages, usage, costUsd }) {
      chats.end();
      turn?.setAttributes({
        [A.end]: reason,
        [A.messages]: messages,
        ...usageAttributes(usage),
        ...(costUsd !== undefined && { [A.cost]: costUsd }),
      });
      endTurn(reason === "failed" ? reason : undefined);
    },
  };
  const handlers: EventHandlers = { ...turns, ...chats, ...calls };
  return {
    hear(event) {
      // Each handler takes the event of its own type.
      const handle = handlers[event.type] as ((event: PromptEvent) => void) | undefined;
      handle?.(event);
    },
    end() {
      chats.end();
      calls.end();
      endTurn("unfinished");
    },
  };
}
