import { ConfigError, inWords, MODES, type Mode } from "@gauntlet/core";
import type { AgentProtocol, HookCall, HookEvent, HookVerdict } from "./agent-protocol.ts";
import { CLAUDE_CODE_TOOLS } from "./claude-code-tools.ts";

const EVENTS: readonly HookEvent[] = ["PreToolUse", "PermissionRequest"];

/** Claude Code's command hooks: a question as JSON on standard input, an answer as JSON on standard output. */
export const CLAUDE_CODE: AgentProtocol = {
  name: "claude-code",
  tools: CLAUDE_CODE_TOOLS,
  projectVariable: "CLAUDE_PROJECT_DIR",
  read,
  answer: (event, verdict) =>
    event === "PreToolUse" ? preToolUseAnswer(verdict) : permissionRequestAnswer(verdict),
};

function read(question: unknown): HookCall {
  if (typeof question !== "object" || question === null) throw noQuestion("it is not a JSON object");
  const {
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    cwd,
    permission_mode: mode,
  } = question as Record<string, unknown>;
  if (!EVENTS.includes(event as HookEvent))
    throw noQuestion(`\`hook_event_name\` is ${event === undefined ? "missing" : `\`${inWords(event)}\``}`);
  if (typeof tool !== "string" || tool === "") throw noQuestion("`tool_name` is missing");
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw noQuestion("`tool_input` is not an object");
  if (cwd !== undefined && typeof cwd !== "string") throw noQuestion("`cwd` is not a text");
  return {
    event: event as HookEvent,
    tool,
    input: input as Record<string, unknown>,
    ...(cwd !== undefined && { cwd }),
    ...(MODES.includes(mode as Mode) && { mode: mode as Mode }),
  };
}

function noQuestion(why: string): ConfigError {
  return new ConfigError("GNT_CONFIG_INVALID", `what came on standard input asks about no call: ${why}`, {
    hint: `run \`gauntlet hook\` for the events ${EVENTS.join(" and ")}`,
  });
}

function preToolUseAnswer({ behavior, why, input }: HookVerdict): string {
  return hookOutput({
    hookEventName: "PreToolUse",
    permissionDecision: behavior,
    permissionDecisionReason: why,
    ...(input && behavior !== "deny" && { updatedInput: input }),
  });
}

/** An ask is no answer: the person is being asked already. */
function permissionRequestAnswer({ behavior, why, input }: HookVerdict): string {
  if (behavior === "ask") return "";
  const decision =
    behavior === "allow" ? { behavior, ...(input && { updatedInput: input }) } : { behavior, message: why };
  return hookOutput({ hookEventName: "PermissionRequest", decision });
}

const hookOutput = (hookSpecificOutput: object): string => `${JSON.stringify({ hookSpecificOutput })}\n`;
