import type { Outcome, RequestedCall } from "../contract/call.ts";
import type { ResultBlock, ResultContent } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import type { Runtime } from "./runtime.ts";

/** Tells people that a call has arrived. `tool` is undefined when none answers to the name. */
export function showRequest(call: RequestedCall, tool: Tool | undefined, runtime: Runtime): void {
  runtime.show({
    type: "call.requested",
    call: call.id,
    tool: tool?.name ?? call.name,
    input: call.input,
    // The input is one that nobody has checked yet.
    words: tool?.describeCall(call.input) ?? call.name,
  });
}

/** A call that is over, and the input it was decided with, when it came so far. */
export interface ShowableEnd {
  readonly call: RequestedCall;
  readonly tool: Tool | undefined;
  readonly input: unknown;
  readonly outcome: Outcome;
  readonly block: ResultBlock;
}

/** Tells people how a call ended, in its tool's words or else as the model reads it. */
export function showEnd(end: ShowableEnd, runtime: Runtime): void {
  const { call, tool, outcome } = end;
  runtime.show({
    type: "call.shown",
    call: call.id,
    tool: tool?.name ?? call.name,
    outcome: outcome.kind,
    text: personText(end),
  });
}

/** A result block as one text; what is no text is named by its type. */
export const textOfBlock = ({ content }: ResultBlock): string =>
  typeof content === "string" ? content : content.map(textOfPart).join("\n");

function textOfPart(part: ResultContent): string {
  if (part.type === "text") return part.text;
  return part.type === "tool_reference" ? `[tool: ${part.tool_name}]` : `[${part.type}]`;
}

function personText({ tool, input, outcome, block }: ShowableEnd): string {
  const text = textOfBlock(block);
  try {
    const output = outcome.kind === "succeeded" ? { output: outcome.output } : {};
    const shown: unknown = tool?.toPerson({ outcome: outcome.kind, input, ...output, text });
    return typeof shown === "string" ? shown : text;
  } catch {
    return text;
  }
}
