import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { callOne, eventsOf, scratchDirectory, textOf, tool, type WorldOptions } from "../world.ts";
import { hook, hookWorld, runsOf, saying } from "./hooks.ts";

const answers = (decision: object) =>
  saying({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
const yes = answers({ behavior: "allow" });

async function world(lines: readonly (string | ReturnType<typeof hook>)[], options: WorldOptions = {}) {
  const ran: unknown[] = [];
  const act = tool("Act", {
    input: Type.Object({ n: Type.Number() }),
    execute: (given) => {
      ran.push(given);
      return "ran";
    },
  });
  const hooks = lines.map((line) => (typeof line === "string" ? hook("PermissionRequest", line) : line));
  const of = await hookWorld(hooks, { toolList: [act], permissions: {}, ...options });
  return { of, ran, call: (n = 1) => callOne(of, "Act", { n }) };
}

describe("a PermissionRequest hook", () => {
  test.each([{ headless: true }, { headless: false }])(
    "answers in the person's place, %j",
    async (options) => {
      const { call, of } = await world([yes], options);
      const settled = await call();
      expect(settled.outcome).toBe("succeeded");
      expect(settled.decision).toMatchObject({
        behavior: "ask",
        effective: "allow",
        answer: { by: expect.stringContaining("PermissionRequest hook"), behavior: "allow" },
      });
      expect(await runsOf(of)).toMatchObject([{ event: "PermissionRequest", call: settled.id }]);
    },
  );

  test("reads the question: the call, and the rules that would answer it for good", async () => {
    const file = join(await scratchDirectory(), "seen");
    const { call, of } = await world([`cat > ${file}; ${yes}`]);
    await call(4);
    expect(await readFile(file, "utf8")).toBe(
      JSON.stringify({
        session_id: of.session.id,
        transcript_path: join(of.session.directory, "journal.jsonl"),
        cwd: of.cwd,
        permission_mode: "default",
        hook_event_name: "PermissionRequest",
        tool_name: "Act",
        tool_input: { n: 4 },
        permission_suggestions: [
          { type: "addRules", rules: [{ toolName: "Act" }], behavior: "allow", destination: "localSettings" },
        ],
      }),
    );
  });

  test("refuses with a word for the model", async () => {
    const { call } = await world([answers({ behavior: "deny", message: "not on Fridays" })]);
    const settled = await call();
    expect([settled.outcome, textOf(settled)]).toEqual([
      "denied",
      expect.stringMatching(/the PermissionRequest hook .* refused this call and says: not on Fridays$/),
    ]);
  });

  test("can end the turn with its refusal", async () => {
    const { call } = await world([answers({ behavior: "deny", interrupt: true })]);
    expect(await call()).toMatchObject({
      outcome: "denied",
      stop: true,
      endTurn: expect.stringContaining("stopped by"),
    });
  });

  test.each([
    ["crashes", "kill -9 $$"],
    ["exits with another code", "exit 1"],
    ["is missing", "/nonexistent/hook"],
    ["answers with garbage", "echo '{'"],
    ["answers with a behavior nobody knows", answers({ behavior: "maybe" })],
    ["objects with exit code 2", "exit 2"],
    [
      "wants rules remembered where nobody can",
      answers({ behavior: "allow", updatedPermissions: [{ type: "x" }] }),
    ],
  ])("that %s refuses, whoever else allows", async (_, line) => {
    const { call, ran } = await world([yes, line]);
    expect((await call()).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });

  test("that says nothing, or fails and may, leaves the question to the person", async () => {
    const lenient = hook("PermissionRequest", "exit 1", { onFailure: "continue" });
    const person = { name: "person", answer: async () => ({ behavior: "allow" }) as const };
    const { call } = await world(["true", lenient], { answerers: [person] });
    expect((await call()).decision?.answer).toMatchObject({ by: "person" });
  });

  test("that says nothing where nobody is there leaves the call denied", async () => {
    const { call } = await world(["true"], { headless: true });
    const settled = await call();
    expect([settled.outcome, settled.decision?.effective]).toEqual(["denied", "deny"]);
    expect(textOf(settled)).toContain("there is nobody to ask");
  });

  test.each<[string, WorldOptions]>([
    ["a deny rule", { permissions: { deny: ["Act(n:1)"] } }],
    ["the mode dontAsk", { mode: "dontAsk" }],
    ["a PreToolUse hook", {}],
  ])("cannot lift the deny of %s", async (who, options) => {
    const more = who === "a PreToolUse hook" ? [hook("PreToolUse", "exit 2")] : [];
    const { call, of } = await world([yes, ...more], options);
    expect((await call()).outcome).toBe("denied");
    expect((await runsOf(of)).filter(({ event }) => event === "PermissionRequest")).toEqual([]);
  });

  test("lifts the ask of a rule, as a person would", async () => {
    const { call } = await world([yes], { permissions: { ask: ["Act"] } });
    expect((await call()).outcome).toBe("succeeded");
  });

  test("can change the input, which is validated and voted on again", async () => {
    const to = (updatedInput: object) => answers({ behavior: "allow", updatedInput });
    const changed = await world([to({ n: 2 })]);
    await changed.call();
    expect(changed.ran).toEqual([{ n: 2 }]);
    expect((await (await world([to({ n: "x" })])).call()).outcome).toBe("invalid");
    const rules = { permissions: { deny: ["Act(n:2)"] } };
    expect((await (await world([to({ n: 2 })], rules)).call()).outcome).toBe("denied");
  });

  test("can have rules remembered, which then answer the next question", async () => {
    const rules = [{ toolName: "Act", ruleContent: "n:9" }];
    const update = {
      type: "addRules",
      rules: [{ toolName: "Act" }],
      behavior: "allow",
      destination: "session",
    };
    const ask = { type: "addRules", rules, behavior: "deny", destination: "session" };
    const { call, of } = await world([answers({ behavior: "allow", updatedPermissions: [update, ask] })]);
    await call(1);
    await call(2);
    expect((await call(9)).outcome).toBe("denied");
    expect(await runsOf(of)).toHaveLength(1);
    await of.session.close();
    expect(eventsOf(await of.journal(), "rule.remembered")).toMatchObject([
      { behavior: "allow", rule: "Act", scope: "session" },
      { behavior: "deny", rule: "Act(n:9)", scope: "session" },
    ]);
  });

  test.each(["projectSettings", "constructor", { toString: 1 }])(
    "is refused where its rules belong to no scope there is: %j",
    async (destination) => {
      const update = { type: "addRules", rules: [{ toolName: "Act" }], behavior: "allow", destination };
      const { call, ran } = await world([answers({ behavior: "allow", updatedPermissions: [update] })]);
      const settled = await call(1);
      expect([settled.outcome, textOf(settled), ran]).toEqual([
        "denied",
        expect.stringContaining("in a way that is not known here"),
        [],
      ]);
    },
  );

  test.each<[string, readonly object[], WorldOptions]>([
    ["one of them is none", [{ toolName: "Act" }, { toolName: "Act", ruleContent: "(" }], {}],
    ["only the organization's count", [{ toolName: "Act" }], { managedRulesOnly: true }],
  ])("takes its yes back when its rules cannot be remembered: %s", async (_, rules, options) => {
    const update = { type: "addRules", rules, behavior: "allow", destination: "session" };
    const { call, of, ran } = await world(
      [answers({ behavior: "allow", updatedPermissions: [update] })],
      options,
    );
    const settled = await call(1);
    expect([settled.outcome, textOf(settled), ran]).toEqual([
      "denied",
      expect.stringContaining("could not be remembered"),
      [],
    ]);
    await of.session.close();
    expect(eventsOf(await of.journal(), "rule.remembered")).toEqual([]);
    expect(eventsOf(await of.journal(), "call.decided")).toMatchObject([{ decision: { effective: "deny" } }]);
  });

  test("does not run in an explanation, which says that somebody will be asked", async () => {
    const { of } = await world([yes], { headless: true });
    expect(await of.session.explain({ tool: "Act", input: { n: 1 } })).toMatchObject({
      decision: { behavior: "ask", effective: "ask" },
    });
    expect(await of.session.call([{ tool: "Act", input: { n: 1 } }])).toMatchObject([
      { outcome: "succeeded" },
    ]);
    expect(await runsOf(of)).toHaveLength(1);
  });
});

test("a Notification hook is told of a question, and nobody waits for it", async () => {
  const hooks = [
    hook("Notification", "sleep 60", { matcher: "permission_prompt" }),
    hook("Notification", "exit 2", { matcher: "idle_prompt" }),
  ];
  const { call, of } = await world(hooks, {
    answerers: [{ name: "person", answer: async () => ({ behavior: "allow" }) }],
  });
  expect((await call()).outcome).toBe("succeeded");
  expect(await runsOf(of)).toMatchObject([
    {
      event: "Notification",
      hook: "Notification hook `sleep 60`",
      failure: expect.stringContaining("was stopped"),
    },
  ]);
});
