import { isDeepStrictEqual } from "node:util";
import {
  definePlugin,
  defineSlot,
  defineTool,
  type ExecuteContext,
  type Json,
  type Plugin,
  type ResultContent,
  type Tool,
} from "@gauntlet/core";
import { contentText } from "../content-text.ts";
import type { RecordedCall } from "./recorded-calls.ts";

/** What stands for the output of a tool that is not run. */
class Recorded {
  readonly content: string | readonly ResultContent[];

  constructor(content: string | readonly ResultContent[]) {
    this.content = content;
  }
}

/**
 * A plugin whose tools are judged as ever, and then give what they gave then instead of being run. Their look at the
 * present state is recorded too: files are not what they were.
 */
export function withRecordedTools(plugin: Plugin, calls: ReadonlyMap<string, RecordedCall>): Plugin {
  return definePlugin({
    ...{ name: plugin.name, slots: plugin.slots ?? [], resources: plugin.resources ?? [] },
    ...(plugin.options && { options: plugin.options }),
    tools: plugin.tools.map((tool) => recordedTool(tool, calls)),
    apply: (scope) => plugin.apply(scope),
  });
}

function recordedTool(tool: Tool, calls: ReadonlyMap<string, RecordedCall>): Tool {
  const { shouldDefer, alwaysLoad, needsPerson, honorsReadDenies, onInterrupt } = tool.flags;
  return defineTool({
    ...{ name: tool.name, aliases: tool.aliases, description: tool.description, input: tool.input },
    ...{ shouldDefer, alwaysLoad, needsPerson, honorsReadDenies, onInterrupt },
    ...{ timeoutMs: tool.timeoutMs, maxResultBytes: tool.maxResultBytes },
    isReadOnly: (input) => tool.flags.isReadOnly(input),
    isConcurrencySafe: (input) => tool.flags.isConcurrencySafe(input) as boolean,
    isEnabled: (ctx) => tool.isEnabled(ctx),
    effects: (input, ctx) => tool.effects(input, ctx),
    validateInput: (input) => recordedObjection(tool.name, input, calls),
    checkPermission: (input, ctx) => tool.checkPermission(input, ctx),
    describeCall: (input) => tool.describeCall(input),
    execute: (_, ctx) => recordedOutput(ctx, calls.get(ctx.callId)),
    toModel: (output, input) => (output instanceof Recorded ? output.content : tool.toModel(output, input)),
  });
}

/** What the tool objected to then, when it was the same call of it. */
function recordedObjection(
  tool: string,
  input: unknown,
  calls: ReadonlyMap<string, RecordedCall>,
): string | undefined {
  for (const { decided, settled } of calls.values()) {
    if (settled?.outcome !== "invalid" || settled.tool !== tool || !decided) continue;
    if (isDeepStrictEqual(decided.input, input)) return textOf(settled.result.content);
  }
  return undefined;
}

/** @throws what the tool threw then. */
function recordedOutput(ctx: ExecuteContext, call: RecordedCall | undefined): Recorded {
  if (!call?.settled || !call.hasBegun)
    throw new Error("The recording has no result of this call, so it was not run.");
  for (const change of call.slots) {
    const slot = defineSlot<Json>(change.slot);
    try {
      if (change.type === "slot.set") ctx.slots.set(slot, change.key, change.value);
      else ctx.slots.delete(slot, change.key);
    } catch {
      // It belongs to the plugin of another call that ran at the same time.
    }
  }
  const { outcome, result } = call.settled;
  if (outcome === "succeeded") return new Recorded(result.content);
  throw new Error(textOf(result.content));
}

const textOf = (content: Recorded["content"]): string =>
  typeof content === "string" ? content : contentText(content);
