import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerCall } from "../src/govern/answer-call.ts";
import { CLAUDE_CODE } from "../src/govern/claude-code.ts";
import { type Asked, createGoverned } from "./governed.ts";

// Isolated: where configuration is looked for is said by the environment.

const FLAGS = { allow: [], ask: [], deny: [], addDir: [] };

afterEach(() => vi.unstubAllEnvs());

async function answered({ event = "PreToolUse", tool, input, cwd = ".", mode = "default" }: Asked) {
  const place = await createGoverned();
  for (const [name, value] of Object.entries(place.env)) vi.stubEnv(name, value);
  const call = CLAUDE_CODE.read({
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    cwd: join(place.cwd, cwd),
    permission_mode: mode,
  });
  const text = await answerCall(call, CLAUDE_CODE, { ...FLAGS, cwd: place.cwd });
  return text === "" ? undefined : JSON.parse(text).hookSpecificOutput;
}

async function decided(asked: Asked): Promise<{ behavior: string; why: string }> {
  const { hookEventName, permissionDecision, permissionDecisionReason } = await answered(asked);
  expect(hookEventName).toBe("PreToolUse");
  return { behavior: permissionDecision, why: permissionDecisionReason };
}

describe("a call of another agent", () => {
  test.each<[string, Asked, string]>([
    ["allow", { tool: "Read", input: { file_path: "a.txt" } }, "inside the working directories"],
    ["deny", { tool: "Read", input: { file_path: "secret/key.txt" } }, "gauntlet.config.json:1"],
    ["deny", { tool: "Read", input: { file_path: "../secret/key.txt" }, cwd: "sub" }, "secret/**"],
    ["deny", { tool: "Bash", input: { command: "cat secret/key.txt" } }, "secret/**"],
    ["deny", { tool: "Bash", input: { command: "cat ../secret/key.txt" }, cwd: "sub" }, "secret/**"],
    ["allow", { tool: "Grep", input: { pattern: "k", "-n": true }, cwd: "sub" }, "working directories"],
    ["ask", { tool: "Bash", input: { command: "make" }, cwd: "..", mode: "bypassPermissions" }, "outside of"],
    ["ask", { tool: "Bash", input: { command: "git push origin main" }, cwd: "sub" }, "git push *"],
    ["ask", { tool: "Bash", input: { command: "ls", dangerouslyDisableSandbox: true } }, "not known here"],
    ["ask", { tool: "Write", input: { file_path: "a.txt", content: "" } }, "nobody allows"],
    [
      "allow",
      { tool: "Write", input: { file_path: "a.txt", content: "" }, mode: "acceptEdits" },
      "acceptEdits",
    ],
    ["deny", { tool: "Write", input: { file_path: "a.txt", content: "" }, mode: "plan" }, "plan"],
    [
      "allow",
      { tool: "Edit", input: { file_path: "a.txt", old_string: "x", new_string: "y" }, mode: "acceptEdits" },
      "acceptEdits",
    ],
    [
      "ask",
      { tool: "MultiEdit", input: { file_path: ".git/config", edits: [] }, mode: "acceptEdits" },
      "protected",
    ],
    ["deny", { tool: "WebFetch", input: { url: "https://evil.example/x", prompt: "p" } }, "evil.example"],
    [
      "ask",
      { tool: "WebFetch", input: { url: "https://other.example/x", prompt: "p" } },
      "other.example:443",
    ],
    ["ask", { tool: "WebFetch", input: { url: "no address" } }, "unknown effects"],
    ["deny", { tool: "mcp__db__drop", input: { table: "t" } }, "mcp__db__drop"],
    ["ask", { tool: "mcp__db__list", input: {} }, "unknown effects"],
    ["ask", { tool: "ToolOfTomorrow", input: { a: 1 } }, "unknown effects"],
    ["allow", { tool: "TodoWrite", input: { todos: [] } }, "touches nothing"],
    [
      "deny",
      { tool: "Task", input: { description: "d", prompt: "p", subagent_type: "deployer" } },
      "deployer",
    ],
    ["ask", { tool: "ExitPlanMode", input: { plan: "do it" }, mode: "bypassPermissions" }, "for the person"],
    ["deny", { tool: "Bash", input: { command: 5 } }, "command"],
  ])("answers %s for %j", async (behavior, asked, why) => {
    const decision = await decided(asked);
    expect(decision.behavior).toBe(behavior);
    expect(decision.why).toContain(why);
  });
});

describe("a call another agent would ask its person about", () => {
  const request = (tool: string, input: object): Asked => ({ event: "PermissionRequest", tool, input });

  test.each<[string, Asked, object | undefined]>([
    ["allows", request("Read", { file_path: "a.txt" }), { behavior: "allow" }],
    [
      "denies",
      request("Bash", { command: "cat secret/key.txt" }),
      { behavior: "deny", message: expect.stringContaining("secret/**") },
    ],
    ["leaves the question to the person", request("Bash", { command: "git push x" }), undefined],
  ])("%s", async (_, asked, decision) => {
    expect(await answered(asked)).toEqual(decision && { hookEventName: "PermissionRequest", decision });
  });
});

test.each([
  ["a list", [], "`hook_event_name` is missing"],
  ["another event", { hook_event_name: "Stop" }, "`Stop`"],
  ["a question without a tool", { hook_event_name: "PreToolUse", tool_input: {} }, "`tool_name` is missing"],
  ["a question without an input", { hook_event_name: "PreToolUse", tool_name: "Read" }, "`tool_input`"],
  ["nothing", null, "not a JSON object"],
])("%s is no question", (_, question, why) => {
  expect(() => CLAUDE_CODE.read(question)).toThrow(why);
});
