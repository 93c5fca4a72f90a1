import { describe, expect, test } from "vitest";
import type { PermissionBallot, Question, Tool } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool } from "../world.ts";
import { decided, person, says } from "./persons.ts";

const asks = { permissions: {} };

describe("the decision", () => {
  test("is journalled with the votes that determined it, and the rule's place", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      permissions: {},
      rules: [
        {
          behavior: "deny",
          text: "Act(how:bad)",
          source: "managed",
          file: "/etc/p.json",
          line: 3,
          anchor: "/",
          why: "not bad",
        },
        { behavior: "allow", text: "Act", source: "user", anchor: "/" },
      ],
    });
    await callOne(world, "Act", { how: "bad" });
    const [decision] = await decided(world);
    expect(decision).toMatchObject({ behavior: "deny", effective: "deny", effects: [{ kind: "unknown" }] });
    expect(decision?.because).toMatchObject([
      {
        behavior: "deny",
        source: "managed",
        rule: "Act(how:bad)",
        file: "/etc/p.json",
        line: 3,
        why: "not bad",
      },
    ]);
    expect(decision?.votes).toHaveLength(2);
  });

  test("names the effects nobody allowed", async () => {
    const two = tool("Two", {
      effects: () => [
        { kind: "state", slot: "s", access: "read" },
        { kind: "connect", host: "example.com" },
      ],
    });
    const world = await createWorld({ toolList: [two], permissions: {}, trustEffects: ["test-pack"] });
    const { decision } = await callOne(world, "Two");
    expect(decision).toMatchObject({ behavior: "ask", because: [], uncovered: [1] });
  });

  test("cannot be changed by those who see it", async () => {
    let question: Question | undefined;
    const ballots: PermissionBallot[] = [];
    const world = await createWorld({
      toolList: [tool("Act", { effects: () => [{ kind: "connect", host: "example.com" }] })],
      ...asks,
      answerers: [
        person(async (asked) => {
          question = asked;
          return { behavior: "deny" };
        }),
      ],
      plugins: [tapping(({ permission }) => permission.tap("see", (ballot) => void ballots.push(ballot)))],
    });
    await callOne(world, "Act");
    const [ballot] = ballots;
    const shared = [
      question?.decision,
      question?.decision.votes,
      question?.decision.effects,
      question?.input,
      ballot?.call,
      ballot?.call.votes,
      ballot?.effects,
      ballot?.effects[0],
    ];
    expect(shared.map((thing) => thing !== undefined && Object.isFrozen(thing))).toEqual(
      shared.map(() => true),
    );
  });

  test("is deny when a tap votes on an effect it cannot name", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      ...asks,
      plugins: [
        tapping(({ permission }) =>
          permission.tap("lost", ({ vote }) => vote("allow", "lost index", { effect: undefined } as never)),
        ),
      ],
    });
    const { decision } = await callOne(world, "Act");
    expect([decision?.behavior, decision?.because[0]?.voter]).toEqual(["deny", "tapper: lost"]);
  });

  test("is deny when a tap that may vote throws, whatever is allowed", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [
        tapping(({ permission }) =>
          permission.tap("broken", ({ vote }) => {
            vote("allow", "fine");
            throw new Error("boom");
          }),
        ),
      ],
    });
    const { outcome, decision } = await callOne(world, "Act");
    expect(outcome).toBe("denied");
    expect(decision?.because).toMatchObject([
      { behavior: "deny", voter: "tapper: broken", why: expect.stringContaining("boom") },
    ]);
  });

  test("is a deny for one reason when a tool that declares its effects cannot say them", async () => {
    const broken = tool("Act", {
      effectKinds: ["read"],
      effects: () => {
        throw new Error("boom");
      },
    });
    const { outcome, decision } = await callOne(await createWorld({ toolList: [broken] }), "Act");
    expect(outcome).toBe("denied");
    expect(decision?.because.map(({ why }) => why)).toEqual(["Act could not say what it would touch: boom"]);
  });

  test.each<[string, Partial<Tool> & object, string]>([
    [
      "effects throw",
      {
        effects: () => {
          throw new Error("boom");
        },
      },
      "Act could not say what it would touch: boom",
    ],
    ["effects are no list", { effects: () => ({}) as never }, "Act could not say what it would touch"],
    [
      "effects hold a relative path",
      { effects: () => [{ kind: "read", path: "a" }] },
      "not an absolute path",
    ],
    [
      "own check throws",
      {
        checkPermission: () => {
          throw new Error("boom");
        },
      },
      "Act failed to check permission: boom",
    ],
    [
      "own vote is none",
      { checkPermission: () => ({ behavior: "yes", why: "x" }) as never },
      "cannot be read",
    ],
  ])("is deny when the tool's %s", async (_, over, why) => {
    const world = await createWorld({ toolList: [tool("Act", over as object)] });
    const { outcome, decision } = await callOne(world, "Act");
    expect(outcome).toBe("denied");
    expect(decision?.because.map((vote) => vote.why).join()).toContain(why);
  });
});

test("a denied input is not made another one by its tool", async () => {
  const ran: unknown[] = [];
  const act = tool("Act", {
    checkPermission: () => ({ behavior: "allow", why: "made safe", updatedInput: { how: "good" } }),
    execute: (input) => `${ran.push(input)}`,
  });
  const world = await createWorld({
    toolList: [act],
    permissions: { allow: ["Act"], deny: ["Act(how:bad)"] },
  });
  expect((await callOne(world, "Act", { how: "bad" })).outcome).toBe("denied");
  expect((await callOne(world, "Act", { how: "odd" })).outcome).toBe("succeeded");
  expect(ran).toEqual([{ how: "good" }]);
});

describe("the tool's check of the present state", () => {
  const counting = (answers: readonly (string | undefined)[] = []) => {
    const looked: number[] = [];
    const act = tool("Act", { validateInput: () => answers[looked.push(1) - 1] });
    return { looked, act };
  };

  test("is not made for a denied call, which touches no disk", async () => {
    const { looked, act } = counting();
    const world = await createWorld({ toolList: [act], permissions: { deny: ["Act(x:*)"] } });
    expect((await callOne(world, "Act", { x: "1" })).outcome).toBe("denied");
    expect(looked).toEqual([]);
  });

  test("objects after the vote: the call is invalid and the decision stands", async () => {
    const world = await createWorld({ toolList: [counting(["the file is gone"]).act] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled), settled.decision?.effective]).toEqual([
      "invalid",
      "the file is gone",
      "allow",
    ]);
  });

  test("is made before a person is asked, and once more after the yes", async () => {
    const { looked, act } = counting();
    const world = await createWorld({
      toolList: [act],
      ...asks,
      answerers: [
        person(async () => {
          expect(looked).toHaveLength(1);
          return { behavior: "allow" };
        }),
      ],
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
    expect(looked).toHaveLength(2);
  });

  test("stops a call whose state changed while the person thought", async () => {
    const world = await createWorld({
      toolList: [counting([undefined, "changed meanwhile"]).act],
      ...asks,
      answerers: [says({ behavior: "allow" })],
    });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual(["invalid", "changed meanwhile"]);
  });

  test("is made again for a call that needs no answer any more when its turn to ask comes", async () => {
    let allowed = false;
    let gone = false;
    const waits = tool("Waits", {
      validateInput: () => (gone ? "gone" : undefined),
      isConcurrencySafe: true,
    });
    const first = tool("First", { isConcurrencySafe: true });
    const world = await createWorld({
      toolList: [first, waits],
      ...asks,
      plugins: [
        tapping(({ permission }) =>
          permission.tap("later", ({ call, vote }) => {
            if (call.tool.name === "Waits" && allowed) vote("allow", "now");
          }),
        ),
      ],
      answerers: [
        person(async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          allowed = gone = true;
          return { behavior: "allow" };
        }),
      ],
    });
    const settled = await world.session.call([
      { tool: "First", input: {} },
      { tool: "Waits", input: {} },
    ]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(["succeeded", "invalid"]);
  });
});

test("the log of decisions masks what looks like a secret and says where; the call itself is not touched", async () => {
  const seen: string[] = [];
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const command = `curl -H "Authorization: Bearer ${secret}" https://example.com`;
  const run = tool("Run", {
    effects: () => [{ kind: "exec", text: command }],
    execute: () => {
      seen.push(command);
    },
  });
  const world = await createWorld({ toolList: [run] });
  const settled = await callOne(world, "Run");
  expect(settled.decision?.effects).toMatchObject([{ text: command }]);
  expect(seen).toEqual([command]);
  await world.session.close();
  const [decided] = eventsOf(await world.journal(), "call.decided");
  expect(JSON.stringify(decided)).not.toContain(secret);
  expect(decided?.masked).toEqual(["/effects/0/text"]);
});

test("a decision is journalled with the input of a call that will not run, and without what does not apply", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    permissions: { allow: ["Act"], deny: ["Act(n:2)"] },
  });
  const [ran, refused] = [await callOne(world, "Act", { n: "1" }), await callOne(world, "Act", { n: "2" })];
  await world.session.close();
  expect(eventsOf(await world.journal(), "call.decided")).toStrictEqual([
    { type: "call.decided", call: ran.id, tool: "Act", decision: expect.anything() },
    { type: "call.decided", call: refused.id, tool: "Act", decision: expect.anything(), input: { n: "2" } },
  ]);
});

test("a refusal gives each reason once", async () => {
  const votes = ["one", "two"].map((name) =>
    tapping(({ permission }) => permission.tap(name, ({ vote }) => vote("deny", "not today")), name),
  );
  const world = await createWorld({ toolList: [tool("Act")], plugins: votes });
  expect(textOf(await callOne(world, "Act")).split("not today")).toHaveLength(2);
});
