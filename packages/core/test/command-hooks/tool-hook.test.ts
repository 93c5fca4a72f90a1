import { describe, expect, test } from "vitest";
import type { ToolHandler } from "../../src/contract/command-hook.ts";
import { callOne, createWorld, eventsOf, textOf, tool, type WorldOptions } from "../world.ts";
import { decides, hook, runsOf, saying, settings } from "./hooks.ts";

/** A tool of a server that answers with this text, and notes what it is asked. */
const checks = (answer: unknown, asked: unknown[] = []) =>
  tool("mcp__policy__check", {
    execute: (given) => {
      asked.push(given);
      return typeof answer === "string" ? answer : JSON.stringify(answer);
    },
  });
const handler: ToolHandler = { type: "mcp_tool", server: "policy", tool: "check" };

function world(answer: unknown, options: WorldOptions & { asked?: unknown[]; handler?: ToolHandler } = {}) {
  const { asked, handler: given = handler, ...others } = options;
  return createWorld({
    toolList: [tool("T"), checks(answer, asked)],
    commandHooks: settings([hook("PreToolUse", given, { matcher: "T" })]),
    ...others,
  });
}

describe("a hook that is a tool of a server", () => {
  test.each([
    ["allows", decides("allow"), "succeeded"],
    ["denies", decides("deny", { permissionDecisionReason: "no" }), "denied"],
    ["says something else", "fine", "succeeded"],
    ["answers with broken JSON", "{", "denied"],
  ])("that %s decides", async (_, answer, outcome) => {
    expect((await callOne(await world(answer), "T")).outcome).toBe(outcome);
  });

  test("gets members of the event where its input names them", async () => {
    const asked: unknown[] = [];
    const input = {
      path: "$" + "{tool_input.file_path}",
      all: ["<$" + "{tool_name}>", "$" + "{tool_input}", "$" + "{no.such}"],
    };
    await callOne(await world("ok", { asked, handler: { ...handler, input } }), "T", { file_path: "/a" });
    expect(asked).toEqual([{ path: "/a", all: ["<T>", '{"file_path":"/a"}', ""] }]);
  });

  test.each<[string, WorldOptions]>([
    ["is not there", { toolList: [tool("T")], permissions: { allow: ["T"] } }],
    ["is not allowed", { permissions: { allow: ["T"] } }],
    [
      "is denied",
      {
        permissions: { allow: ["T", "mcp__policy__check"], deny: ["mcp__policy__check(a:1)", "mcp__policy"] },
      },
    ],
    [
      "fails",
      {
        toolList: [
          tool("T"),
          tool("mcp__policy__check", { execute: () => Promise.reject(new Error("down")) }),
        ],
      },
    ],
  ])("whose tool %s has failed, and nobody is asked about it", async (_, options) => {
    const questions: string[] = [];
    const person = {
      name: "person",
      answer: async ({ tool: name }: { tool: string }) => {
        questions.push(name);
        return { behavior: "allow" } as const;
      },
    };
    const of = await world(decides("allow"), { answerers: [person], ...options });
    const settled = await callOne(of, "T");
    expect([settled.outcome, textOf(settled)]).toEqual([
      "denied",
      expect.stringContaining("failed: called `mcp__policy__check`"),
    ]);
    expect(questions).toEqual([]);
  });

  test("passes the whole pipeline: with a decision of its own, and before the other hooks", async () => {
    const of = await world("ok", {
      commandHooks: settings([
        hook("PreToolUse", handler, { matcher: "T" }),
        hook("PreToolUse", "echo not even that >&2; exit 2", { matcher: "mcp__policy__check" }),
      ]),
    });
    expect(textOf(await callOne(of, "T"))).toContain("not even that");
    await of.session.close();
    expect(eventsOf(await of.journal(), "call.decided").map(({ tool: name }) => name)).toEqual([
      "mcp__policy__check",
      "T",
    ]);
  });

  test("does not ask itself about its own calls", async () => {
    const asked: unknown[] = [];
    const of = await world("ok", { asked, commandHooks: settings([hook("PreToolUse", handler)]) });
    expect((await callOne(of, "T")).outcome).toBe("succeeded");
    expect(asked).toHaveLength(1);
  });

  test("can answer a question, and is not asked about the call it makes for that", async () => {
    const answer = {
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
    };
    const of = await world(answer, {
      permissions: { allow: ["mcp__policy__check"] },
      headless: true,
      commandHooks: settings([hook("PermissionRequest", handler)]),
    });
    expect((await callOne(of, "T")).outcome).toBe("succeeded");
  });

  test.each<[string, "PreToolUse" | "PermissionRequest", object]>([
    ["votes", "PreToolUse", decides("allow")],
    [
      "answers for the person",
      "PermissionRequest",
      { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } },
    ],
  ])("that %s asks nobody while it runs", async (_, event, answer) => {
    const asked: string[] = [];
    const replies: string[] = [];
    const of = await world("", {
      toolList: [
        tool("T"),
        tool("mcp__policy__check", {
          execute: async (__, { ask }) => {
            replies.push((await ask({ words: "may I?", preview: "", input: {} })).action);
            return JSON.stringify(answer);
          },
        }),
      ],
      permissions: { allow: ["mcp__policy__check"] },
      answerers: [
        {
          name: "person",
          answer: async ({ words }) => {
            asked.push(words);
            return { behavior: "allow" };
          },
        },
      ],
      commandHooks: settings([hook(event, handler, { matcher: "T" })]),
    });
    expect((await callOne(of, "T")).outcome).toBe("succeeded");
    expect([replies, asked]).toEqual([["decline"], []]);
  });

  test("can judge changed settings, by the rules there are", async () => {
    const rules = [{ behavior: "allow", text: "T", source: "user", anchor: "/" }] as const;
    let isChanged = true;
    const of = await world(
      { decision: "block", reason: "not now" },
      {
        permissions: { allow: ["mcp__policy__check"] },
        reloadSettings: async () => {
          const changes = [{ file: "/s.json", source: "user_settings" }] as const;
          const read = isChanged ? { rules, changes } : undefined;
          isChanged = false;
          return read;
        },
        commandHooks: settings([hook("ConfigChange", handler)]),
      },
    );
    expect((await callOne(of, "T")).outcome).toBe("denied");
    expect(await runsOf(of)).toMatchObject([{ event: "ConfigChange" }]);
  });

  test("runs at events that are about no call", async () => {
    const asked: unknown[] = [];
    const of = await world("ok", {
      asked,
      commandHooks: settings([hook("UserPromptSubmit", { ...handler, input: { prompt: "$" + "{prompt}" } })]),
    });
    await of.prompt("hello");
    expect(asked).toEqual([{ prompt: "hello" }]);
  });

  test("votes in an explanation too, where its call is all that is written down", async () => {
    const of = await world(decides("deny"));
    expect(await of.session.explain({ tool: "T", input: {} })).toMatchObject({
      decision: { behavior: "deny" },
    });
    await of.session.close();
    const events = (await of.journal()).map(({ event }) => event);
    expect(events.map((event) => ("tool" in event ? [event.type, event.tool] : event.type))).toEqual([
      "session.started",
      ["call.decided", "mcp__policy__check"],
      ["call.intent", "mcp__policy__check"],
      ["call.settled", "mcp__policy__check"],
    ]);
  });

  test("that takes too long has failed", async () => {
    const of = await world("ok", {
      toolList: [
        tool("T"),
        tool("mcp__policy__check", {
          execute: (_, { signal }) =>
            new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
        }),
      ],
      commandHooks: settings([hook("PreToolUse", { ...handler, timeout: 0.1 }, { matcher: "T" })]),
    });
    expect(textOf(await callOne(of, "T"))).toContain("timed out after 100 ms");
    expect(await runsOf(of)).toMatchObject([{ hook: "PreToolUse hook `mcp__policy__check`" }]);
  });
});

test("texts of hooks lose their secrets before anybody reads them", async () => {
  const key = `sk-ant-api03-${"aB3".repeat(31)}AA`;
  const of = await createWorld({
    toolList: [tool("T")],
    commandHooks: settings([
      hook("PreToolUse", saying(decides("allow", { additionalContext: `the key is ${key}` }))),
    ]),
  });
  const settled = await callOne(of, "T");
  await of.session.close();
  expect(textOf(settled) + JSON.stringify(await of.journal())).not.toContain(key);
});
