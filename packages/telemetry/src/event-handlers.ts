import type { PromptEvent } from "@gauntlet/core";
import type { Attributes, Context, Span, SpanKind } from "@opentelemetry/api";

/** What is done on events, by their type. */
export type EventHandlers = {
  readonly [T in PromptEvent["type"]]?: (event: Extract<PromptEvent, { type: T }>) => void;
};

/** Starts a span of the session; without a place, inside the prompt that runs. */
export type StartSpan = (
  name: string,
  attributes: Attributes,
  place?: { readonly kind?: SpanKind; readonly within?: Context },
) => Span;
