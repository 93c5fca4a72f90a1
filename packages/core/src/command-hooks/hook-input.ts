import { isDeepStrictEqual } from "node:util";
import type { Outcome } from "../contract/call.ts";
import type { HookAgent, HookEvent, HookMoment } from "../contract/command-hook.ts";
import type { Mode } from "../contract/decision.ts";
import type { JsonObject } from "../json-object.ts";
import type { Question } from "../stages/runtime.ts";

/** What every event says first. */
export interface HookFacts {
  readonly session: string;
  /** Absolute path of the journal. */
  readonly transcript: string;
  readonly cwd: string;
  readonly mode: Mode;
  readonly agent?: HookAgent;
}

/**
 * What a hook reads from its standard input, as an object: the members all events have, then those of the event, named
 * as Claude Code names them.
 */
export function hookInput(event: HookEvent, facts: HookFacts, members: JsonObject): JsonObject {
  return {
    session_id: facts.session,
    transcript_path: facts.transcript,
    cwd: facts.cwd,
    permission_mode: facts.mode,
    hook_event_name: event,
    ...(facts.agent && { agent_id: facts.agent.id, agent_type: facts.agent.type }),
    ...members,
  };
}

/** Members of PreToolUse. What the model asked for stands beside a changed input. */
export function preToolUseMembers(call: {
  readonly id: string;
  readonly tool: { readonly name: string };
  readonly input: unknown;
  readonly original: unknown;
}): JsonObject {
  return {
    tool_name: call.tool.name,
    tool_input: call.input,
    tool_use_id: call.id,
    ...(isDeepStrictEqual(call.original, call.input) ? {} : { original_tool_input: call.original }),
  };
}

/** Members of PermissionRequest: the rules that would allow the call are the suggestions. */
export function permissionRequestMembers({ tool, input, proposals }: Question): JsonObject {
  const rules = proposals.map((text) => {
    const open = text.indexOf("(");
    return open < 0
      ? { toolName: text }
      : { toolName: text.slice(0, open), ruleContent: text.slice(open + 1, -1) };
  });
  const suggestion = { type: "addRules", rules, behavior: "allow", destination: "localSettings" };
  return {
    tool_name: tool,
    tool_input: input,
    ...(rules.length > 0 && { permission_suggestions: [suggestion] }),
  };
}

/** Members of PostToolUse, or of PostToolUseFailure for a call that did not succeed. */
export function postToolUseMembers(
  call: { readonly id: string; readonly tool: { readonly name: string }; readonly input: unknown },
  outcome: Outcome,
): JsonObject {
  const common = { tool_name: call.tool.name, tool_input: call.input };
  const duration = "durationMs" in outcome ? { duration_ms: outcome.durationMs } : {};
  if (outcome.kind === "succeeded")
    return { ...common, tool_response: outcome.output, tool_use_id: call.id, ...duration };
  const isInterrupt = outcome.kind === "cancelled";
  return { ...common, tool_use_id: call.id, error: outcome.message, is_interrupt: isInterrupt, ...duration };
}

/** Members of an event of the session, and what a matcher looks at. */
export function momentMembers(
  moment: HookMoment,
  agent: HookAgent | undefined,
): {
  readonly members: JsonObject;
  readonly subject?: string;
} {
  switch (moment.event) {
    case "SessionStart":
      return { members: { source: moment.source }, subject: moment.source };
    case "SessionEnd":
      return { members: { reason: moment.reason }, subject: moment.reason };
    case "UserPromptSubmit":
      return { members: { prompt: moment.prompt } };
    case "PostToolBatch":
      return {
        members: {
          tool_calls: moment.calls.map(({ id, tool, input, response }) => ({
            tool_name: tool,
            tool_input: input,
            tool_use_id: id,
            tool_response: response,
          })),
        },
      };
    case "Notification":
      return { members: { message: moment.message, notification_type: moment.kind }, subject: moment.kind };
    case "Stop":
      return { members: stopMembers(moment) };
    case "SubagentStart":
      return { members: {}, ...subjectOf(agent) };
    case "SubagentStop":
      return {
        members: { ...(agent && { agent_transcript_path: agent.transcript }), ...stopMembers(moment) },
        ...subjectOf(agent),
      };
    case "PreCompact":
      return {
        members: { trigger: moment.trigger, custom_instructions: moment.instructions },
        subject: moment.trigger,
      };
    case "PostCompact":
      return {
        members: { trigger: moment.trigger, compact_summary: moment.summary },
        subject: moment.trigger,
      };
    case "ConfigChange": {
      const { source, file } = moment;
      return { members: { source, ...(file !== undefined && { file_path: file }) }, subject: source };
    }
  }
}

const subjectOf = (agent: HookAgent | undefined): { readonly subject?: string } =>
  agent ? { subject: agent.type } : {};

const stopMembers = ({
  isContinued,
  lastMessage,
}: {
  readonly isContinued: boolean;
  readonly lastMessage: string;
}): JsonObject => ({ stop_hook_active: isContinued, last_assistant_message: lastMessage });
