import { maskSecrets } from "@gauntlet/core";
import { type Context, type Span, SpanStatusCode } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";
import { decisionAttributes } from "./decision-attributes.ts";
import type { EventHandlers, StartSpan } from "./event-handlers.ts";

interface OpenCall {
  readonly span: Span;
  readonly gate: Span;
}

/** What the spans of calls need of their session. */
export interface CallSpansOptions {
  readonly start: StartSpan;
  /** Arguments, results and reasons too, secrets masked. */
  readonly content: boolean;
  /** The place inside a span of this session. */
  readonly inside: (span: Span) => Context;
  /** Told where a call is as long as it is open: what it starts belongs there. */
  readonly onOpen: (call: string, place: Context) => void;
  readonly onClose: (call: string) => void;
}

/** One span for each call, from its arrival to its result, and one inside it for its gate, until it was decided. */
export function callSpans(options: CallSpansOptions): EventHandlers & { end(): void } {
  const { start, content, inside, onOpen, onClose } = options;
  const open = new Map<string, OpenCall>();

  const begin = (call: string, tool: string): OpenCall => {
    const known = open.get(call);
    if (known) return known;
    const named = { [A.tool]: tool, [A.call]: call };
    const span = start(`execute_tool ${tool}`, {
      [A.operation]: "execute_tool",
      [A.toolType]: "function",
      ...named,
    });
    const place = inside(span);
    const begun = { span, gate: start(`gate ${tool}`, named, { within: place }) };
    open.set(call, begun);
    onOpen(call, place);
    return begun;
  };
  const close = (call: string, { span, gate }: OpenCall, failure: string | undefined): void => {
    if (gate.isRecording()) gate.end();
    if (failure !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(A.errorType, failure);
    span.end();
    open.delete(call);
    onClose(call);
  };

  return {
    "call.requested"({ call, tool, input }) {
      const { span } = begin(call, tool);
      if (content) span.setAttribute(A.arguments, shown(input));
    },
    "call.decided"({ call, tool, decision }) {
      begin(call, tool).gate.setAttributes(decisionAttributes(decision, content)).end();
    },
    "call.intent": ({ call, tool }) => void begin(call, tool).span.addEvent("gauntlet.call.intent"),
    "call.settled"({ call, tool, outcome, result }) {
      const settled = begin(call, tool);
      settled.span.setAttribute(A.outcome, outcome);
      if (content) settled.span.setAttribute(A.result, shown(result.content));
      close(call, settled, outcome === "failed" || outcome === "invalid" ? outcome : undefined);
    },
    end() {
      for (const [call, unsettled] of [...open]) close(call, unsettled, "unfinished");
    },
  };
}

function shown(value: unknown): string {
  const { value: masked } = maskSecrets(value);
  return typeof masked === "string" ? masked : (JSON.stringify(masked) ?? "");
}
