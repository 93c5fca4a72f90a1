import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";
import type { EventHandlers, StartSpan } from "./event-handlers.ts";
import { usageAttributes } from "./usage-attributes.ts";

/** One span for each request to the model, until its message ended in one way or another. */
export function chatSpans(start: StartSpan, provider: string | undefined): EventHandlers & { end(): void } {
  let span: Span | undefined;
  const end = (failure?: string): void => {
    if (failure !== undefined)
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(A.errorType, failure);
    span?.end();
    span = undefined;
  };
  return {
    "request.sent"({ model }) {
      end();
      const attributes = {
        [A.operation]: "chat",
        [A.requestModel]: model,
        ...(provider !== undefined && { [A.provider]: provider }),
      };
      span = start(`chat ${model}`, attributes, { kind: SpanKind.CLIENT });
    },
    "request.retried": ({ attempt, delayMs }) =>
      void span?.addEvent("gauntlet.request.retried", { attempt, delay_ms: delayMs }),
    "message.started": ({ message, model }) =>
      void span?.setAttributes({ [A.responseId]: message, [A.responseModel]: model }),
    "message.completed"({ stopReason, usage }) {
      span?.setAttributes({ [A.finishReasons]: [stopReason], ...usageAttributes(usage) });
      end();
    },
    "summary.received"({ usage }) {
      span?.setAttributes(usageAttributes(usage));
      end();
    },
    "message.truncated": () => end("truncated"),
    "message.dropped": () => end("dropped"),
    "compaction.failed": () => end("no_summary"),
    end: () => end("unfinished"),
  };
}
