import { describe, expect, test } from "vitest";
import {
  defineTool,
  type Effect,
  type GauntletOptions,
  type PersonAnswer,
  type PersonView,
  type Question,
  Type,
} from "../../src/index.ts";
import { hook, settings } from "../command-hooks/hooks.ts";
import { callOne, createWorld, eventsOf, textOf, tool, type WorldOptions } from "../world.ts";

const OWN = "@gauntlet/test";

/** A tool of a trusted plugin that says which path it was run with. */
function touch(ran: string[] = []) {
  return defineTool({
    name: "Touch",
    description: "Touches a path.",
    input: Type.Object({ path: Type.String({ minLength: 1 }) }),
    effects: ({ path }) => [{ kind: "write", path }],
    execute: ({ path }) => {
      ran.push(path);
      return `touched ${path}`;
    },
  });
}

/** A world whose person gives these answers, one a question, and the questions they were asked. */
async function asked(answers: readonly PersonAnswer[], options: WorldOptions = {}) {
  const questions: Question[] = [];
  const ran: string[] = [];
  const rest = [...answers];
  const world = await createWorld({
    toolList: [touch(ran)],
    permissions: {},
    trustEffects: [OWN, "test-pack"],
    answerers: [
      {
        name: "person",
        answer: async (question) => {
          questions.push(question);
          return rest.shift();
        },
      },
    ],
    ...options,
  });
  return { world, questions, ran };
}

const at = (path: string) => ({ path });

describe("allow and remember", () => {
  test("runs the call, shows the rule beforehand, and does not ask again for the same", async () => {
    const { world, questions, ran } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/a)"], scope: "session" } },
    ]);
    await callOne(world, "Touch", at("/tmp/a"));
    await callOne(world, "Touch", at("/tmp/a"));
    expect(ran).toEqual(["/tmp/a", "/tmp/a"]);
    expect(questions.map(({ proposals }) => proposals)).toEqual([["Edit(//tmp/a)"]]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "rule.remembered")).toMatchObject([
      { behavior: "allow", rule: "Edit(//tmp/a)", scope: "session" },
    ]);
  });

  test("asks again for anything the rule does not name", async () => {
    const { world, questions } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/a)"], scope: "session" } },
    ]);
    await callOne(world, "Touch", at("/tmp/a"));
    await callOne(world, "Touch", at("/tmp/ab"));
    expect(questions).toHaveLength(2);
  });

  test("answers calls that wait behind it as well", async () => {
    const { world, questions, ran } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/**)"], scope: "session" } },
    ]);
    await world.session.call(
      ["/tmp/a", "/tmp/b", "/tmp/c"].map((path) => ({ tool: "Touch", input: at(path) })),
    );
    expect(questions).toHaveLength(1);
    expect(ran.sort()).toEqual(["/tmp/a", "/tmp/b", "/tmp/c"]);
  });

  test("is handed to the host for scopes that are files, before anything runs", async () => {
    const saved: unknown[] = [];
    const remember = { rules: ["Edit(//tmp/a)"], scope: "local" } as const;
    const { world, ran } = await asked([{ behavior: "allow", remember }], {
      saveRule: async (rule) => {
        expect(ran).toEqual([]);
        saved.push(rule);
      },
    });
    await callOne(world, "Touch", at("/tmp/a"));
    expect(saved).toEqual([{ behavior: "allow", rule: "Edit(//tmp/a)", scope: "local" }]);
    expect(ran).toEqual(["/tmp/a"]);
  });

  test.each<[string, readonly string[], WorldOptions, string]>([
    ["cannot be parsed", ["Edit(//tmp/a)", "Edit("], {}, "session"],
    ["cannot be parsed and all are for a file", ["Edit(//tmp/a)", "Edit("], {}, "local"],
  ])("remembers no rule when one of several %s", async (_, rules, options, scope) => {
    const saved: unknown[] = [];
    const remember = { rules, scope } as { rules: readonly string[]; scope: "session" | "local" };
    const { world, questions } = await asked([{ behavior: "allow", remember }, { behavior: "deny" }], {
      saveRule: async (rule) => void saved.push(rule),
      ...options,
    });
    await callOne(world, "Touch", at("/tmp/a"));
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect([questions.length, saved]).toEqual([2, []]);
  });

  test.each([
    ["cannot be parsed", "Edit(", "session", {}],
    ["has no file to go to", "Edit(//tmp/a)", "local", {}],
    [
      "may not be said where only the organization counts",
      "Edit(//tmp/a)",
      "session",
      { managedRulesOnly: true },
    ],
  ] as const)("denies when the rule %s", async (_, rule, scope, options) => {
    const { world, ran } = await asked([{ behavior: "allow", remember: { rules: [rule], scope } }], options);
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, textOf(settled)]).toEqual([
      "denied",
      expect.stringContaining(
        "the person's answer could not be carried out: the rule could not be remembered",
      ),
    ]);
    expect(settled.decision).toMatchObject({
      effective: "deny",
      answer: { by: "person", behavior: "allow" },
    });
    expect(ran).toEqual([]);
  });

  test("for a while ends when that while is over", async () => {
    const { world, questions } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/a)"], scope: "session", minutes: 0.002 } },
      { behavior: "deny" },
    ]);
    await callOne(world, "Touch", at("/tmp/a"));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(questions).toHaveLength(2);
    await world.session.close();
    expect(eventsOf(await world.journal(), "rule.remembered")).toMatchObject([{ until: expect.any(String) }]);
  });

  test.each([
    [0, "session"],
    [-1, "session"],
    [Number.NaN, "session"],
    [1e300, "session"],
    [5, "local"],
  ] as const)("for %d minutes in the scope %s is refused", async (minutes, scope) => {
    const { world, ran } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/a)"], scope, minutes } },
    ]);
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });

  test("survives the end of the process with the session", async () => {
    const { world, questions, ran } = await asked([
      { behavior: "allow", remember: { rules: ["Edit(//tmp/a)"], scope: "session" } },
    ]);
    await callOne(world, "Touch", at("/tmp/a"));
    await world.session.close();
    const again = await world.gauntlet.session({ resume: world.session.id });
    await again.call([{ tool: "Touch", input: at("/tmp/a") }]);
    await again.close();
    expect([questions.length, ran.length]).toEqual([1, 2]);
  });
});

describe("allow with another input", () => {
  test("runs the call with that input", async () => {
    const { world, ran } = await asked([{ behavior: "allow", input: at("/tmp/other") }]);
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, ran]).toEqual(["succeeded", ["/tmp/other"]]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "call.rewritten")).toMatchObject([
      { by: "person", input: at("/tmp/other") },
    ]);
  });

  test("is refused when the input does not fit", async () => {
    const { world, ran } = await asked([{ behavior: "allow", input: { path: 5 } }]);
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, ran]).toEqual(["invalid", []]);
    expect(textOf(settled)).toContain("The person allowed this call with another input");
    expect(settled.decision).toMatchObject({
      effective: "deny",
      answer: { by: "person", behavior: "allow" },
    });
  });

  test("is put to the vote again: a deny rule wins over the person", async () => {
    const { world, ran } = await asked([{ behavior: "allow", input: at("/tmp/closed") }], {
      permissions: { deny: ["Edit(//tmp/closed)"] },
    });
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, settled.decision?.behavior, ran]).toEqual(["denied", "deny", []]);
    expect(settled.decision).toMatchObject({
      effective: "deny",
      answer: { by: "person", behavior: "allow" },
    });
    expect(textOf(settled)).not.toContain("The person refused");
  });
});

describe("a change of mode while a question is open", () => {
  test("decides the call again, and the later ones", async () => {
    const { world, questions, ran } = await asked([{ behavior: "mode", mode: "bypassPermissions" }]);
    await callOne(world, "Touch", at("/tmp/a"));
    await callOne(world, "Touch", at("/tmp/b"));
    expect([questions.length, ran]).toEqual([1, ["/tmp/a", "/tmp/b"]]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "mode.changed")).toMatchObject([
      { mode: "bypassPermissions", by: "person" },
    ]);
  });

  test("to plan denies", async () => {
    const { world, ran } = await asked([{ behavior: "mode", mode: "plan" }]);
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });

  test("to one that still asks leads to another question, but not for ever", async () => {
    const { world, questions } = await asked(
      Array.from({ length: 50 }, () => ({ behavior: "mode", mode: "default" }) as const),
    );
    const { outcome, decision } = await callOne(world, "Touch", at("/tmp/a"));
    expect([outcome, decision?.behavior, decision?.effective]).toEqual(["denied", "ask", "deny"]);
    expect(questions).toHaveLength(10);
  });

  test("to one that is forbidden denies and changes nothing", async () => {
    const { world, ran } = await asked([{ behavior: "mode", mode: "bypassPermissions" }], {
      forbidBypass: true,
    });
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, settled.decision?.mode]).toEqual(["denied", "default"]);
    expect(textOf(settled)).toContain("could not be carried out: the mode `bypassPermissions` is forbidden");
    expect(ran).toEqual([]);
  });
});

describe("a tool that allows its call with another input", () => {
  const rewriting = (ran: string[]) =>
    defineTool({
      name: "Rewrites",
      description: "Makes its own input safe.",
      input: Type.Object({ path: Type.String() }),
      effects: ({ path }) => [{ kind: "write", path }],
      checkPermission: () => ({ behavior: "allow", why: "made safe", updatedInput: { path: "/tmp/safe" } }),
      execute: ({ path }) => void ran.push(path),
    });

  test("is run with that input", async () => {
    const ran: string[] = [];
    const world = await createWorld({ toolList: [rewriting(ran)], permissions: {} });
    expect((await callOne(world, "Rewrites", at("/tmp/a"))).outcome).toBe("succeeded");
    expect(ran).toEqual(["/tmp/safe"]);
  });

  test("is voted on with that input", async () => {
    const ran: string[] = [];
    const world = await createWorld({
      toolList: [rewriting(ran)],
      permissions: { deny: ["Edit(//tmp/safe)"] },
    });
    expect((await callOne(world, "Rewrites", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });
});

describe("settings that change while the session runs", () => {
  const rule = (text: string) => ({ behavior: "deny", text, source: "project", anchor: "/" }) as const;

  test("count from the next call on", async () => {
    let next: readonly ReturnType<typeof rule>[] | undefined;
    const { world, ran } = await asked([{ behavior: "allow" }, { behavior: "allow" }], {
      reloadSettings: async () => next && { rules: next },
    });
    await callOne(world, "Touch", at("/tmp/a"));
    next = [rule("Edit(//tmp/a)")];
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual(["/tmp/a"]);
  });

  test.each<[string, PersonAnswer]>([
    ["a yes", { behavior: "allow" }],
    ["a yes to another input", { behavior: "allow", input: at("/tmp/a") }],
    ["a mode that allows", { behavior: "mode", mode: "bypassPermissions" }],
  ])("win over %s that comes after them", async (_, said) => {
    let next: readonly ReturnType<typeof rule>[] | undefined;
    const { world, ran } = await asked([], {
      answerers: [
        {
          name: "person",
          answer: async () => {
            next = [rule("Edit(//tmp/a)")];
            return said;
          },
        },
      ],
      reloadSettings: async () => next && { rules: next },
    });
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });

  test("settle questions that wait behind another", async () => {
    let next: readonly ReturnType<typeof rule>[] | undefined;
    const words: string[] = [];
    const { world } = await asked([], {
      answerers: [
        {
          name: "person",
          answer: async (question) => {
            words.push((question.input as { path: string }).path);
            next = [rule("Edit(//tmp/b)")];
            return { behavior: "deny" };
          },
        },
      ],
      reloadSettings: async () => next && { rules: next },
    });
    await world.session.call(["/tmp/a", "/tmp/b"].map((path) => ({ tool: "Touch", input: at(path) })));
    expect(words).toEqual(["/tmp/a"]);
  });

  test.each([
    ["cannot be read", async () => Promise.reject(new Error("settings.json line 3 is broken"))],
    ["hold a broken rule", async () => ({ rules: [rule("Edit(")] })],
  ])("deny every call while they %s, and say so", async (_, broken) => {
    type Reload = NonNullable<GauntletOptions["reloadSettings"]>;
    let reload: Reload = async () => undefined;
    const { world } = await asked([{ behavior: "allow" }, { behavior: "allow" }], {
      reloadSettings: () => reload(),
    });
    reload = broken;
    const settled = await callOne(world, "Touch", at("/tmp/a"));
    expect([settled.outcome, textOf(settled)]).toEqual(["denied", expect.stringContaining("cannot be read")]);
    reload = async () => ({ rules: [] });
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("succeeded");
  });

  test("do not take away what the host says itself", async () => {
    const { world, ran } = await asked([{ behavior: "allow" }], {
      permissions: { deny: ["Edit(//tmp/a)"] },
      reloadSettings: async () => ({ rules: [] }),
    });
    expect((await callOne(world, "Touch", at("/tmp/a"))).outcome).toBe("denied");
    expect(ran).toEqual([]);
  });
});

describe("a question", () => {
  const previews = async (toPerson?: (view: PersonView) => string) => {
    const act = tool("Act", { ...(toPerson && { toPerson }) });
    const { world, questions } = await asked([{ behavior: "deny" }], { toolList: [act] });
    const settled = await callOne(world, "Act", { n: 1 });
    return { settled, question: questions[0] };
  };

  test("holds what a person needs to see", async () => {
    const { settled, question } = await previews();
    expect(question).toStrictEqual({
      call: settled.id,
      tool: "Act",
      input: { n: 1 },
      words: 'Act {"n":1}',
      decision: expect.objectContaining({ behavior: "ask", effective: "ask" }),
      preview: '{\n  "n": 1\n}',
      proposals: ["Act"],
    });
  });

  test("shows the call as its tool shows it", async () => {
    const views: PersonView[] = [];
    const { question } = await previews((view) => `view ${views.push(view)}`);
    expect(question?.preview).toBe("view 1");
    expect(views[0]).toStrictEqual({ outcome: "asked", input: { n: 1 }, text: '{\n  "n": 1\n}' });
  });

  test("shows its input when the tool cannot show it", async () => {
    const { question } = await previews(() => {
      throw new Error("no words");
    });
    expect(question?.preview).toBe('{\n  "n": 1\n}');
  });
});

describe("a yes holds only for what the person saw", () => {
  const effect = (host: string): Effect => ({ kind: "connect", host });
  test.each<[string, readonly Effect[], readonly Effect[], string | undefined]>([
    ["the same", [effect("a.test")], [effect("a.test")], undefined],
    ["another effect", [effect("a.test")], [effect("b.test")], "connect a.test"],
    ["a path that is another", [{ kind: "write", path: "/tmp/a" }], [effect("b.test")], "/tmp/a"],
    ["one more", [effect("a.test")], [effect("a.test"), effect("b.test")], "connect b.test"],
    ["one less", [effect("a.test"), effect("b.test")], [effect("a.test")], "connect b.test"],
    ["none any more", [effect("a.test")], [], "connect a.test"],
  ])("%s", async (_, before, after, changed) => {
    let effects = before;
    const act = tool("Act", { effects: () => effects });
    const { world } = await asked([], {
      toolList: [act],
      trustEffects: [],
      answerers: [
        {
          name: "person",
          answer: async () => {
            effects = after;
            return { behavior: "allow" };
          },
        },
      ],
    });
    const settled = await callOne(world, "Act");
    expect(settled.outcome).toBe(changed === undefined ? "succeeded" : "denied");
    if (changed === undefined) return;
    expect(textOf(settled)).toContain(`\`${changed}\``);
    expect(settled.decision).toMatchObject({
      effective: "deny",
      answer: { by: "person", behavior: "allow" },
    });
  });
});

describe("hooks and questions", () => {
  /** A call of a world where a hook for this event is a tool that answers with `answer`; the events hooks ran for. */
  async function hooked(
    event: "PermissionRequest" | "Notification",
    answer: unknown,
    options: WorldOptions = {},
  ) {
    const look = tool("mcp__s__look", { execute: () => JSON.stringify(answer) });
    const handler = { type: "mcp_tool", server: "s", tool: "look" } as const;
    const world = await createWorld({
      toolList: [tool("Act"), look],
      permissions: { allow: [look.name] },
      commandHooks: settings([hook(event, handler)]),
      ...options,
    });
    const settled = await callOne(world, "Act");
    await world.session.close();
    return { settled, ran: eventsOf(await world.journal(), "hook.ran").map((run) => run.event) };
  }
  const decides = (decision: object) => ({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
  });

  test("a hook that refuses is named, with its word", async () => {
    const { settled } = await hooked("PermissionRequest", decides({ behavior: "deny", message: "not now" }));
    expect(settled).toMatchObject({
      outcome: "denied",
      decision: {
        ...{ behavior: "ask", effective: "deny" },
        answer: {
          by: expect.stringContaining("PermissionRequest hook"),
          behavior: "deny",
          message: "not now",
        },
      },
    });
    expect(textOf(settled)).toMatch(/the PermissionRequest hook .* refused this call and says: not now$/);
    expect(settled).not.toHaveProperty("stop");
    expect(settled).not.toHaveProperty("endTurn");
  });

  test("a hook can end the turn", async () => {
    const { settled } = await hooked("PermissionRequest", decides({ behavior: "deny", interrupt: true }));
    expect(settled).toMatchObject({
      ...{ outcome: "denied", stop: true },
      endTurn: expect.stringMatching(/^stopped by the PermissionRequest hook/),
    });
  });

  test("a hook that answers keeps the person from being asked", async () => {
    let questions = 0;
    const person = {
      name: "person",
      answer: async () => {
        questions += 1;
        return { behavior: "deny" } as const;
      },
    };
    const { settled } = await hooked("PermissionRequest", decides({ behavior: "allow" }), {
      answerers: [person],
    });
    expect([settled.outcome, questions]).toEqual(["succeeded", 0]);
  });

  test("hooks are told of a question when somebody is there to answer it", async () => {
    const person = { name: "person", answer: async () => ({ behavior: "allow" }) as const };
    expect((await hooked("Notification", {}, { answerers: [person] })).ran).toEqual(["Notification"]);
    expect((await hooked("Notification", {}, { answerers: [] })).ran).toEqual([]);
  });
});
