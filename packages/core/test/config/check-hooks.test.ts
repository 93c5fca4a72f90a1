import { describe, expect, test } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import { isGauntletError } from "../../src/errors.ts";

const command = { type: "command", command: "./guard.sh" };
const set = (handler: unknown, event = "PreToolUse") => ({ hooks: { [event]: [{ hooks: [handler] }] } });

function refusal(value: unknown): string {
  try {
    checkConfig(value, { file: "settings.json" });
  } catch (thrown) {
    if (isGauntletError(thrown)) return `${thrown.message} (${thrown.hint ?? ""})`;
    throw thrown;
  }
  return "accepted";
}

describe("hooks in settings", () => {
  test.each([
    ["a command", set(command)],
    [
      "arguments",
      set({ ...command, args: ["--fast"], timeout: 0.5, onFailure: "continue", expectsJson: true }),
    ],
    ["a condition", set({ ...command, if: "Bash(git *)" })],
    [
      "a server",
      set({ type: "http", url: "http://127.0.0.1/x", headers: { A: "$B" }, allowedEnvVars: ["B"] }),
    ],
    [
      "a tool",
      set({ type: "mcp_tool", server: "s", tool: "t", input: { path: "$" + "{tool_input.file_path}" } }),
    ],
    ["an event that never happens", set("anything", "WorktreeCreate")],
    ["every matcher of names", { hooks: { PreToolUse: [{ matcher: "Edit | Write, Bash", hooks: [] }] } }],
    ["the matcher for all", { hooks: { PreToolUse: [{ matcher: "*", hooks: [] }] } }],
    ["a pattern", { hooks: { PreToolUse: [{ matcher: "mcp__.*", hooks: [command] }] } }],
    ["a pattern with brackets", { hooks: { PreToolUse: [{ matcher: "Bash(Output)?", hooks: [command] }] } }],
    ["a pattern with a group", { hooks: { PreToolUse: [{ matcher: "mcp__(?:a|b)", hooks: [command] }] } }],
    ["brackets in what is no tool", { hooks: { SessionStart: [{ matcher: "x(a b)", hooks: [command] }] } }],
  ])("take %s", (_, value) => {
    expect(refusal(value)).toBe("accepted");
  });

  test.each([
    ["an event nobody knows", set(command, "PreTooluse"), "did you mean `PreToolUse`?"],
    [
      "a handler without its program",
      set({ type: "command" }),
      "hooks[0].command` in `settings.json` is `undefined`",
    ],
    ["a slip of the pen", set({ ...command, comand: "x" }), "did you mean `command`?"],
    ["a member of another handler", set({ ...command, url: "http://x" }), "is a key nobody reads"],
    [
      "a pattern that is none",
      { hooks: { Stop: [{ matcher: "(", hooks: [] }] } },
      "neither a list of names nor a pattern",
    ],
    [
      "a rule in place of a matcher",
      { hooks: { PreToolUse: [{ matcher: "Bash(git:*)", hooks: [command] }] } },
      "is the rule `Bash(git:*)`, and no tool has such a name, so the hook would never run",
    ],
    [
      "a rule about a path in place of a matcher",
      { hooks: { PostToolUse: [{ matcher: " Edit(./src/a) ", hooks: [command] }] } },
      "no tool has such a name",
    ],
    ["a time-out of nothing", set({ ...command, timeout: 0 }), "a number of seconds above 0"],
    ["a broken condition", set({ ...command, if: "Bash(" }), "rule `Bash(` in `settings.json`"],
    [
      "a condition where there is no call",
      set({ ...command, if: "Bash" }, "Stop"),
      "the hook would never run",
    ],
    [
      "handlers that ask a model",
      set({ type: "prompt", prompt: "ok?" }),
      "nothing starts while a guard would be left out",
    ],
    ["a type that every object has", set({ type: "constructor" }), "one of `command`, `http`, `mcp_tool`"],
    ["another shell", set({ ...command, shell: "powershell" }), "not `bash`"],
    [
      "a server at the start",
      set({ type: "http", url: "http://x" }, "SessionStart"),
      "`command` or `mcp_tool`",
    ],
    ["groups that are no list", { hooks: { Stop: {} } }, "is an object, not a list"],
  ])("refuse %s", (_, value, text) => {
    expect(refusal(value)).toContain(text);
  });
});
