import { describe, expect, test } from "vitest";
import { hookName, matches, withoutDoubles } from "../../src/command-hooks/match-hook.ts";
import type { HookHandler } from "../../src/contract/command-hook.ts";
import { hook } from "./hooks.ts";

describe("a matcher", () => {
  test.each<[string | undefined, string, boolean]>([
    [undefined, "Bash", true],
    ["", "Bash", true],
    ["*", "Bash", true],
    ["Edit", "Edit", true],
    ["Edit", "NotebookEdit", false],
    ["edit", "Edit", false],
    ["Edit|Write", "Write", true],
    ["Edit, Write", "Write", true],
    ["Edit | Write", "Edit", true],
    ["Edit.*", "NotebookEdit", true],
    ["^Edit$", "NotebookEdit", false],
    ["mcp__memory", "mcp__memory__read", false],
    ["mcp__memory__.*", "mcp__memory__read", true],
    ["mcp__my-server__read", "mcp__my-server__read", true],
    ["Notebook(Edit|Read)", "NotebookRead", true],
  ])("%s covers %s: %s", (matcher, name, expected) => {
    expect(matches(matcher, [name])).toBe(expected);
  });

  test("covers a tool by any of its names", () => {
    expect(matches("Task", ["Agent", "Task"])).toBe(true);
  });
});

describe("what is set twice", () => {
  test("runs once, where it stands first, and blocks when one of its settings says so", () => {
    const first = hook("PreToolUse", "a.sh", { onFailure: "continue", source: "managed" });
    const again = hook("PreToolUse", "a.sh", { source: "project", matcher: "Bash" });
    expect(withoutDoubles([first, hook("PreToolUse", "b.sh"), again])).toEqual([
      { ...first, onFailure: "block" },
      hook("PreToolUse", "b.sh"),
    ]);
  });

  test("is not what only looks alike", () => {
    const direct = { type: "command", command: "a.sh", args: [] } as const;
    const hooks = [
      hook("Stop", "a.sh"),
      hook("Stop", direct),
      hook("Stop", { type: "http", url: "http://a.sh" }),
    ];
    expect(withoutDoubles(hooks)).toEqual(hooks);
  });

  test.each<[string, HookHandler, object]>([
    ["async", { type: "command", command: "a.sh" }, { async: true }],
    ["asyncRewake", { type: "command", command: "a.sh" }, { asyncRewake: true }],
    ["timeout", { type: "command", command: "a.sh" }, { timeout: 1 }],
    ["expectsJson", { type: "http", url: "http://a" }, { expectsJson: true }],
    ["allowedEnvVars", { type: "http", url: "http://a" }, { allowedEnvVars: ["TOKEN"] }],
    ["input", { type: "mcp_tool", server: "s", tool: "t" }, { input: { a: 1 } }],
  ])("is not what runs another way: %s", (_, handler, other) => {
    const hooks = [hook("Stop", handler), hook("Stop", { ...handler, ...other })];
    expect(withoutDoubles(hooks)).toEqual(hooks);
  });

  test.each<[object]>([[{ if: "Bash" }], [{ statusMessage: "looks" }], [{ once: true }]])(
    "is the same run with %j",
    (other) => {
      const hooks = [hook("Stop", "a.sh"), hook("Stop", { type: "command", command: "a.sh", ...other })];
      expect(withoutDoubles(hooks)).toEqual(hooks.slice(0, 1));
    },
  );
});

test("the name of a hook says when it runs and what it is, in one short line", () => {
  expect(hookName(hook("Stop", `one\n  two ${"x".repeat(200)}`))).toBe(
    `Stop hook \`one two ${"x".repeat(72)}…\``,
  );
  const url = "https://ada:secret@hooks.example/stop?key=secret";
  expect(hookName(hook("Stop", { type: "http", url }))).toBe("Stop hook `https://hooks.example/stop`");
  expect(hookName(hook("Stop", 'curl -H "Authorization: Bearer abcdef123456" x'))).not.toContain(
    "abcdef123456",
  );
  expect(hookName(hook("Stop", { type: "mcp_tool", server: "s", tool: "t" }))).toBe("Stop hook `mcp__s__t`");
});
