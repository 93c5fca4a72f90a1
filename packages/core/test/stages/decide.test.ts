import { describe, expect, test } from "vitest";
import { type Answerer, type Effect, type Tool, Type, type Vote } from "../../src/index.ts";
import { lateServer } from "../deferral.ts";
import { callOne, createWorld, tapping, tool, type WorldOptions } from "../world.ts";

const thrower = (message: string) => () => {
  throw new Error(message);
};
const person: Answerer = { name: "person", answer: async () => ({ behavior: "deny" }) };
const yes: Answerer = { name: "person", answer: async () => ({ behavior: "allow" }) };

describe("an ask that nobody answered yet", () => {
  test.each<[string, WorldOptions, string]>([
    ["is open while somebody can be asked", { answerers: [person] }, "ask"],
    ["is a deny where nobody is there", {}, "deny"],
    ["is a deny in a headless session, whoever is there", { headless: true, answerers: [person] }, "deny"],
  ])("%s", async (_, options, effective) => {
    const world = await createWorld({ toolList: [tool("Act")], permissions: {}, ...options });
    expect(await world.session.explain({ tool: "Act", input: {} })).toMatchObject({
      decision: { behavior: "ask", effective },
    });
  });
});

describe("a deny names who voted it", () => {
  test.each<[string, Parameters<typeof tool>[1], WorldOptions, Vote]>([
    [
      "the tool itself",
      { checkPermission: () => ({ behavior: "deny", why: "not now" }) },
      {},
      { behavior: "deny", source: "tool", voter: "Act", why: "not now" },
    ],
    [
      "a tool that cannot say it",
      { checkPermission: thrower("boom") },
      {},
      { behavior: "deny", source: "tool", voter: "Act", why: "Act failed to check permission: boom" },
    ],
    [
      "a tool that cannot say what it would touch",
      { effects: thrower("boom") },
      {},
      { behavior: "deny", source: "tool", voter: "Act", why: "Act could not say what it would touch: boom" },
    ],
    [
      "a tap that throws",
      {},
      { plugins: [tapping(({ permission }) => permission.tap("look", thrower("boom")))] },
      {
        behavior: "deny",
        source: "plugin",
        voter: "tapper: look",
        why: "the plugin `tapper` failed while it looked at this call: boom",
      },
    ],
    [
      "settings that cannot be read",
      {},
      { reloadSettings: thrower("line 3 is broken") },
      {
        behavior: "deny",
        source: "builtin",
        voter: "settings",
        why: "the settings changed and cannot be read: line 3 is broken",
      },
    ],
  ])("%s", async (_, over, options, vote) => {
    const { decision } = await callOne(
      await createWorld({ toolList: [tool("Act", over)], ...options }),
      "Act",
    );
    expect(decision?.because).toEqual([vote]);
  });
});

test("a decision says whether only the whole name of the tool counted", async () => {
  const late = lateServer("late");
  const world = await createWorld({ plugins: [late.plugin], permissions: { allow: ["mcp__late"] } });
  late.offer(["any"]);
  late.offer(["named"], { byNameOnly: true });
  const decisions = [await callOne(world, "mcp__late__any"), await callOne(world, "mcp__late__named")];
  expect(decisions.map(({ decision }) => [decision?.behavior, decision?.byNameOnly])).toEqual([
    ["allow", undefined],
    ["ask", true],
  ]);
  expect(decisions[0]?.decision).not.toHaveProperty("byNameOnly");
});

test("a tool that leaves the pool while its call is at the gates counts as nobody's", async () => {
  const late = lateServer("late", ["t"]);
  const withhold = tapping(({ preToolUse }) =>
    preToolUse.tap("withhold", () => late.withhold("mcp__late__t", "its server is gone")),
  );
  const world = await createWorld({
    plugins: [late.plugin, withhold],
    permissions: { allow: ["mcp__late__t"] },
    trustEffects: ["mcp:*"],
  });
  const { decision } = await callOne(world, "mcp__late__t");
  expect(decision?.plugin).toBe("unknown");
});

test("an allow of the tool counts for the input it names, and another opinion names none", async () => {
  const ran: unknown[] = [];
  const act = (behavior: "allow" | "ask"): Tool =>
    tool("Act", {
      checkPermission: () => ({ behavior, why: "so", updatedInput: { n: 2 } }) as never,
      execute: (input) => void ran.push(input),
    });
  for (const behavior of ["allow", "ask"] as const)
    await callOne(await createWorld({ toolList: [act(behavior)], answerers: [yes] }), "Act", { n: 1 });
  expect(ran).toEqual([{ n: 2 }, { n: 1 }]);
});

describe("a call that a hook makes another one", () => {
  const input = Type.Object({ command: Type.String(), quiet: Type.Optional(Type.Boolean()) });
  const shell = (ran: unknown[]): Tool =>
    tool("Bash", {
      input,
      effects: ({ command }) => [
        { kind: "exec", argv: (command as string).split(" "), text: command as string },
      ],
      execute: (given) => void ran.push(given),
    });
  const wraps = tapping(({ preToolUse }) =>
    preToolUse.tap("wrap", (draft) => {
      const { command } = draft.input as { command: string };
      if (draft.mayRewrite) draft.rewrite({ command: `proxy ${command}` });
    }),
  );
  const decided = async (
    rules: { readonly allow?: string[]; readonly ask?: string[]; readonly deny?: string[] },
    given: object,
    over: WorldOptions = {},
  ) => {
    const ran: unknown[] = [];
    const permissions = { allow: ["Bash(proxy *)"], ...rules };
    const world = await createWorld({
      toolList: [shell(ran)],
      plugins: [wraps],
      permissions,
      trustEffects: ["*"],
      ...over,
    });
    return { ran, ...(await callOne(world, "Bash", given)) };
  };

  test.each<[string, Parameters<typeof decided>[0], object, string]>([
    [
      "is denied by a rule about what it was",
      { deny: ["Bash(git push *)"] },
      { command: "git push -f" },
      "deny",
    ],
    ["asks by a rule about what it was", { ask: ["Bash(git push *)"] }, { command: "git push -f" }, "ask"],
    ["is denied by a rule about what it became", { deny: ["Bash(proxy *)"] }, { command: "ls" }, "deny"],
    [
      "is denied by a rule about a member it had",
      { deny: ["Bash(quiet:true)"] },
      { command: "ls", quiet: true },
      "deny",
    ],
    ["is not allowed by a rule about what it was", { allow: ["Bash(ls)"] }, { command: "ls" }, "ask"],
    ["is allowed where no rule is about either", { deny: ["Bash(rm *)"] }, { command: "ls" }, "allow"],
  ])("%s", async (_, rules, given, behavior) => {
    const { ran, decision } = await decided(rules, given);
    expect(decision?.behavior).toBe(behavior);
    expect(ran.length).toBe(behavior === "allow" ? 1 : 0);
  });

  test("is denied in the mode that allows everything, and the reason says what it is about", async () => {
    const { decision, ran } = await decided(
      { allow: [], deny: ["Bash(git push *)"] },
      { command: "git push" },
      { mode: "bypassPermissions" },
    );
    expect([ran, decision?.because]).toMatchObject([
      [],
      [
        {
          voter: "rules on the original input",
          rule: "Bash(git push *)",
          why: expect.stringMatching(/denies .* \(asked for before the input was changed\)$/),
        },
      ],
    ]);
  });

  test("keeps to the answer of a person who was asked about what it was", async () => {
    const { ran } = await decided(
      { ask: ["Bash(git push *)"] },
      { command: "git push" },
      { answerers: [yes] },
    );
    expect(ran).toEqual([{ command: "proxy git push" }]);
  });
});

describe("what a tool declares of itself", () => {
  const connects = (...hosts: readonly string[]): Effect[] =>
    hosts.map((host) => ({ kind: "connect", host }));
  const state: Effect = { kind: "state", slot: "s", access: "read" };

  test.each<[string, Pick<Tool["declared"] & object, "effectKinds" | "hosts">, Effect[], string]>([
    ["nothing", {}, [state, ...connects("a.test")], "allow"],
    ["kinds of effects it keeps to", { effectKinds: ["state"] }, [state], "allow"],
    ["no effects and has one", { effectKinds: [] }, [state], "deny"],
    ["kinds of effects and has another", { effectKinds: ["state"] }, [state, ...connects("a.test")], "deny"],
    ["hosts it keeps to", { hosts: ["A.test", "b.test"] }, connects("a.TEST", "B.test"), "allow"],
    ["hosts and connects to another", { hosts: ["a.test"] }, connects("a.test", "b.test"), "deny"],
    ["hosts and connects below one", { hosts: ["a.test"] }, connects("b.a.test"), "deny"],
    ["hosts, which say nothing of other effects", { hosts: [] }, [state], "allow"],
    ["all hosts below one", { hosts: ["*.A.test"] }, connects("b.a.TEST", "c.b.a.test"), "allow"],
    ["all hosts below one and connects to it", { hosts: ["*.a.test"] }, connects("a.test"), "deny"],
    [
      "hosts in another spelling of theirs",
      { hosts: ["bücher.test"] },
      connects("xn--bcher-kva.test."),
      "allow",
    ],
    ["all hosts below one and connects to none", { hosts: ["*.a.test"] }, connects(".a.test"), "deny"],
    ["all hosts below one and connects beside it", { hosts: ["*.a.test"] }, connects("ba.test"), "deny"],
  ])("holds for each of its calls: %s", async (_, declares, effects, behavior) => {
    const act = tool("Act", { ...declares, effects: () => effects });
    const world = await createWorld({ toolList: [act] });
    expect((await callOne(world, "Act")).decision?.effective).toBe(behavior);
  });

  test("is what a refused call is measured by", async () => {
    const act = tool("Act", { effectKinds: ["state"], effects: () => connects("a.test") });
    const world = await createWorld({ toolList: [act] });
    expect((await callOne(world, "Act")).decision?.because).toEqual([
      {
        behavior: "deny",
        source: "builtin",
        voter: "declared-effects",
        why: "Act would connect a.test, which it does not declare among what its calls may do",
      },
    ]);
  });
});

describe("a tool that needs a person", () => {
  const needs = tool("Act", { needsPerson: true });
  test.each<[string, Partial<Parameters<typeof createWorld>[0]>, string]>([
    ["is allowed where somebody is there", { answerers: [yes] }, "allow"],
    ["is denied headless", { headless: true, answerers: [yes] }, "deny"],
    ["is denied where a host answers nothing", { answerers: [] }, "deny"],
    ["is denied where nothing is asked", { mode: "dontAsk", answerers: [yes] }, "deny"],
  ])("%s", async (_, options, behavior) => {
    const world = await createWorld({ toolList: [needs], ...options });
    const { decision } = await callOne(world, "Act");
    expect(decision?.effective).toBe(behavior);
    const vote = {
      behavior: "deny",
      source: "builtin",
      voter: "needs-person",
      why: "Act needs a person and nobody is there",
    };
    expect(decision?.votes.filter(({ voter }) => voter === "needs-person")).toEqual(
      behavior === "deny" ? [vote] : [],
    );
  });
});
