import type { Outcome } from "../contract/call.ts";
import type { ResultBlock } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import { limitContent } from "../results/limit-content.ts";
import { sealContent } from "../results/seal-content.ts";
import { TOOL_DEFAULTS } from "../tool/tool-defaults.ts";
import type { SeenOutcome } from "./post-tool-use.ts";
import type { Runtime } from "./runtime.ts";

/** A call whose result is to be mapped, under the name of its tool; `tool` is undefined when none answers to it. */
export interface MappableCall {
  readonly id: string;
  readonly name: string;
  readonly tool: Tool | undefined;
  readonly input: unknown;
}

/**
 * Turns an outcome into the block the model reads: the tool's mapping, the mapResult taps, then the seal (the call's
 * own id, the true error flag, no secrets, words for blank output, and the size limit with spill and preview).
 */
export async function mapResultStage(
  call: MappableCall,
  seen: SeenOutcome,
  runtime: Runtime,
): Promise<ResultBlock> {
  const { outcome } = seen;
  const first: ResultBlock = {
    type: "tool_result",
    tool_use_id: call.id,
    content: withNotes(contentOf(call, seen), seen.notes),
    ...(outcome.kind !== "succeeded" && { is_error: true }),
  };
  const draft = {
    call: { id: call.id, tool: call.name, input: call.input },
    outcome,
    block: first,
  };
  let withheldBy: string | undefined;
  const mapped = await runtime.hooks.run("mapResult", draft, {
    onFailure: ({ error, withhold }, value) => {
      if (withhold) withheldBy = error.origin.plugin;
      return value;
    },
  });
  const content = sealContent(mapped.block?.content) ?? first.content;
  return sealBlock(
    call,
    outcome,
    withheldBy === undefined ? content : messages.withheld(withheldBy),
    runtime,
  );
}

async function sealBlock(
  call: MappableCall,
  outcome: Outcome,
  content: ResultBlock["content"],
  runtime: Runtime,
): Promise<ResultBlock> {
  const isError = outcome.kind !== "succeeded";
  const known = runtime.redaction.content(call.id, sendable(content, isError));
  const worded = isBlank(known) ? messages.blank(call.name) : known;
  const limited = await limitContent(worded, {
    maxBytes: call.tool?.maxResultBytes ?? TOOL_DEFAULTS.maxResultBytes,
    previewBytes: runtime.limits.previewBytes,
    spill: (text) => runtime.spill(call.id, text),
  });
  return Object.freeze({
    type: "tool_result",
    tool_use_id: call.id,
    content: withNotes(limited, maskedNotes(runtime.redaction.count(call.id))),
    ...(isError && { is_error: true }),
  });
}

const maskedNotes = (count: number): readonly string[] => (count === 0 ? [] : [messages.masked(count)]);

/** The API refuses blank texts in a list, and anything but text in an error. */
function sendable(content: ResultBlock["content"], isError: boolean): ResultBlock["content"] {
  if (typeof content === "string") return content;
  return content.filter((part) => (part.type === "text" ? part.text.trim() !== "" : !isError));
}

function contentOf(call: MappableCall, { outcome, replacement }: SeenOutcome): ResultBlock["content"] {
  if (replacement !== undefined) return replacement;
  if (outcome.kind !== "succeeded") return outcome.message;
  try {
    const content = sealContent(call.tool?.toModel(outcome.output, call.input) ?? "");
    if (content !== undefined) return content;
    return messages.unshowable(call.name, "the tool gave neither a text nor parts that can be sent");
  } catch (thrown) {
    return messages.unshowable(call.name, messageOf(thrown));
  }
}

function withNotes(content: ResultBlock["content"], notes: readonly string[]): ResultBlock["content"] {
  if (notes.length === 0) return content;
  if (typeof content === "string") return [content, ...notes].filter((text) => text !== "").join("\n\n");
  return [...content, ...notes.map((text) => ({ type: "text" as const, text }))];
}

/** Of parts, none is blank by now. */
const isBlank = (content: ResultBlock["content"]): boolean =>
  typeof content === "string" ? content.trim() === "" : content.length === 0;
