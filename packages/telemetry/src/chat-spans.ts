import { type Context, type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";
import type { EventHandlers, StartSpan } from "./event-handlers.ts";
import { usageAttributes } from "./usage-attributes.ts";

/** What the spans of requests need of their session. */
export interface ChatSpansOptions {
  readonly start: StartSpan;
  readonly provider: string | undefined;
  /** Where a call is, while it is open. */
  readonly placeOf: (call: string) => Context | undefined;
}

/** Handlers, and an end to what is open. */
export type ChatSpans = EventHandlers & {
  end(): void;
  /** Ends what the tool of a call still waited for. */
  endOf(call: string): void;
};

/** Stands for the conversation, among the calls that ask the model something beside it. */
const CONVERSATION = "";

/**
 * One span for each request to the model, until its message ended in one way or another. What a tool asks the model is
 * inside its call and goes on beside the conversation.
 */
export function chatSpans({ start, provider, placeOf }: ChatSpansOptions): ChatSpans {
  const open = new Map<string, Span>();
  const spanOf = (who = CONVERSATION): Span | undefined => open.get(who);
  const end = (failure?: string, who = CONVERSATION): void => {
    const span = open.get(who);
    if (failure !== undefined)
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(A.errorType, failure);
    span?.end();
    open.delete(who);
  };
  return {
    "request.sent"({ model, call }) {
      // The attempt before it has failed.
      end(call === undefined ? undefined : "retried", call);
      const attributes = {
        [A.operation]: "chat",
        [A.requestModel]: model,
        ...(provider !== undefined && { [A.provider]: provider }),
      };
      const within = call === undefined ? undefined : placeOf(call);
      open.set(
        call ?? CONVERSATION,
        start(`chat ${model}`, attributes, { kind: SpanKind.CLIENT, ...(within && { within }) }),
      );
    },
    "answer.received"({ call, model, usage }) {
      spanOf(call)?.setAttributes({ [A.responseModel]: model, ...usageAttributes(usage) });
      end(undefined, call);
    },
    "request.retried": ({ attempt, delayMs, call }) =>
      void spanOf(call)?.addEvent("gauntlet.request.retried", { attempt, delay_ms: delayMs }),
    "message.started": ({ message, model }) =>
      void spanOf()?.setAttributes({ [A.responseId]: message, [A.responseModel]: model }),
    "message.completed"({ stopReason, usage }) {
      spanOf()?.setAttributes({ [A.finishReasons]: [stopReason], ...usageAttributes(usage) });
      end();
    },
    "summary.received"({ usage }) {
      spanOf()?.setAttributes(usageAttributes(usage));
      end();
    },
    "message.truncated": () => end("truncated"),
    "message.dropped": () => end("dropped"),
    "compaction.failed": () => end("no_summary"),
    endOf: (call) => end("unfinished", call),
    end() {
      for (const who of [...open.keys()]) end("unfinished", who);
    },
  };
}
