import { describe, expect, test } from "vitest";
import { type Hooks, Type } from "../../src/index.ts";
import { hook, settings } from "../command-hooks/hooks.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool, type WorldOptions } from "../world.ts";

const input = Type.Object({ path: Type.String({ format: "path" }), n: Type.Optional(Type.Number()) });

function echo(ran: unknown[] = []) {
  return tool("Echo", {
    input,
    execute: (given) => {
      ran.push(given);
      return JSON.stringify(given);
    },
  });
}

type Tap = Parameters<Hooks["preToolUse"]["tap"]>[1];
const taps = (...all: Tap[]): WorldOptions => ({
  plugins: [
    tapping(({ preToolUse }) => {
      for (const [i, fn] of all.entries()) preToolUse.tap(`tap${i}`, fn);
    }),
  ],
});
const once = (fn: Tap): Tap => {
  let done = false;
  return (draft, scope) => {
    if (done) return;
    done = true;
    return fn(draft, scope);
  };
};

describe("a rewrite", () => {
  test("is what the tool gets; the original stays visible, and the journal names the tap", async () => {
    const originals: unknown[] = [];
    const ran: unknown[] = [];
    const world = await createWorld({
      toolList: [echo(ran)],
      ...taps(
        (draft) => draft.rewrite({ path: "/b" }),
        ({ original }) => void originals.push(original),
      ),
    });
    await callOne(world, "Echo", { path: "/a" });
    expect(ran).toEqual([{ path: "/b" }]);
    expect(originals).toEqual([{ path: "/a" }, { path: "/a" }]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "call.rewritten")).toMatchObject([
      { by: "tap0", input: { path: "/b" } },
    ]);
  });

  test("is seen by the taps after it", async () => {
    const seen: unknown[] = [];
    const world = await createWorld({
      toolList: [echo()],
      ...taps(
        once((draft) => draft.rewrite({ path: "/b" })),
        once((draft) => void seen.push(draft.input)),
      ),
    });
    await callOne(world, "Echo", { path: "/a" });
    expect(seen).toEqual([{ path: "/b" }]);
  });

  test("passes validation again", async () => {
    const world = await createWorld({ toolList: [echo()], ...taps((draft) => draft.rewrite({ path: 5 })) });
    const settled = await callOne(world, "Echo", { path: "/a" });
    expect([settled.outcome, textOf(settled)]).toEqual([
      "invalid",
      "The input for `Echo` is not valid: `path` must be string. Correct it and send the call again.",
    ]);
  });

  test("tells taps when no further one may be made, so that one that wraps its input can stand still", async () => {
    const world = await createWorld({
      toolList: [echo()],
      ...taps((draft) => {
        if (draft.mayRewrite) draft.rewrite({ path: `${(draft.input as { path: string }).path}/wrapped` });
      }),
    });
    const settled = await callOne(world, "Echo", { path: "/a" });
    expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", expect.stringContaining("/a/wrapped")]);
  });

  test("is cleaned, and a tap that says the same again is not a second rewrite", async () => {
    const ran: unknown[] = [];
    const world = await createWorld({
      toolList: [echo(ran)],
      ...taps((draft) => draft.rewrite({ path: "b" })),
    });
    const settled = await callOne(world, "Echo", { path: "/a" });
    expect(settled.outcome).toBe("succeeded");
    expect(ran).toEqual([{ path: `${world.cwd}/b` }]);
  });

  test("of a rewritten input is denied", async () => {
    let n = 0;
    const world = await createWorld({
      toolList: [echo()],
      ...taps((draft) => draft.rewrite({ path: "/a", n: n++ })),
    });
    const { outcome, decision } = await callOne(world, "Echo", { path: "/a" });
    expect(outcome).toBe("denied");
    expect(decision?.because).toMatchObject([
      { voter: "tapper: tap0", why: "the plugin `tapper` rewrote an input that was rewritten before" },
    ]);
  });

  test.each<[string, unknown]>([
    ["that cannot be copied", { path: () => 1 }],
    ["that is no object", "text"],
    ["that is null", null],
  ])("%s does not run", async (_, rewritten) => {
    const ran: unknown[] = [];
    const world = await createWorld({ toolList: [echo(ran)], ...taps((draft) => draft.rewrite(rewritten)) });
    const { outcome } = await callOne(world, "Echo", { path: "/a" });
    expect(["denied", "invalid"]).toContain(outcome);
    expect(ran).toEqual([]);
  });
});

describe("a vote", () => {
  const noRules = { permissions: {}, headless: true };

  test("for another input does not allow the rewritten one", async () => {
    const world = await createWorld({
      toolList: [echo()],
      ...noRules,
      ...taps(
        once((draft) => draft.vote("allow", "fine")),
        once((draft) => draft.rewrite({ path: "/etc/passwd" })),
      ),
    });
    expect((await callOne(world, "Echo", { path: "/a" })).outcome).toBe("denied");
  });

  test("for an input in between does not allow the one that was put back", async () => {
    const world = await createWorld({
      toolList: [echo()],
      ...noRules,
      ...taps(
        once((draft) => draft.rewrite({ path: "/harmless" })),
        once((draft) => draft.vote("allow", "harmless")),
        once((draft) => draft.rewrite({ path: "/a" })),
      ),
    });
    expect((await callOne(world, "Echo", { path: "/a" })).outcome).toBe("denied");
  });

  test("for the rewritten input, given in the second pass, allows it", async () => {
    const world = await createWorld({
      toolList: [echo()],
      ...noRules,
      ...taps(
        once((draft) => draft.rewrite({ path: "/b" })),
        (draft) => draft.vote("allow", "fine"),
      ),
    });
    expect((await callOne(world, "Echo", { path: "/a" })).outcome).toBe("succeeded");
  });

  test.each(["deny", "ask"] as const)("to %s stays when the input is rewritten", async (behavior) => {
    const world = await createWorld({
      toolList: [echo()],
      headless: true,
      ...taps(
        once((draft) => draft.vote(behavior, "not so fast")),
        once((draft) => draft.rewrite({ path: "/b" })),
      ),
    });
    const { outcome, decision } = await callOne(world, "Echo", { path: "/a" });
    expect([outcome, decision?.behavior]).toEqual(["denied", behavior]);
  });

  test("that is no behavior denies", async () => {
    const world = await createWorld({
      toolList: [echo()],
      ...taps((draft) => draft.vote("yes" as never, "x")),
    });
    expect((await callOne(world, "Echo", { path: "/a" })).decision?.because).toMatchObject([
      { behavior: "deny", why: "the plugin `tapper` voted `yes`, not one of `allow`, `ask`, `deny`" },
    ]);
  });
});

test("taps see the call as it is, and nothing they hold of it can be changed", async () => {
  const calls: object[] = [];
  const world = await createWorld({ toolList: [echo()], ...taps(({ call }) => void calls.push(call)) });
  const { id } = await callOne(world, "Echo", { path: "/a" });
  expect(calls).toMatchObject([{ state: "valid", id, input: { path: "/a" }, changes: [] }]);
  expect(Object.isFrozen(calls[0])).toBe(true);
});

test("a rewrite to what is there already is none", async () => {
  const world = await createWorld({ toolList: [echo()], ...taps((draft) => draft.rewrite({ path: "/a" })) });
  await callOne(world, "Echo", { path: "/a" });
  await world.session.close();
  expect(eventsOf(await world.journal(), "call.rewritten")).toEqual([]);
});

test("a rewritten input is a copy of its own, which its tap can not change afterwards", async () => {
  const ran: unknown[] = [];
  const next = { path: "/b" };
  const world = await createWorld({
    toolList: [echo(ran)],
    ...taps(
      once((draft) => draft.rewrite(next)),
      once(({ input: seen }) => {
        next.path = "/c";
        expect([seen, Object.isFrozen(seen)]).toEqual([{ path: "/b" }, true]);
      }),
    ),
  });
  expect((await callOne(world, "Echo", { path: "/a" })).outcome).toBe("succeeded");
  expect(ran).toEqual([{ path: "/b" }]);
});

test("rewrites of several taps are one, and each is named", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    ...taps(
      once((draft) => draft.rewrite({ n: 2 })),
      once((draft) => draft.rewrite({ n: 3 })),
    ),
  });
  await callOne(world, "Act", { n: 1 });
  await world.session.close();
  expect(eventsOf(await world.journal(), "call.rewritten")).toMatchObject([
    { by: "tap0, tap1", input: { n: 3 } },
  ]);
});

test("a tap that throws votes deny in its own name", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    ...taps(() => {
      throw new Error("boom");
    }),
  });
  expect((await callOne(world, "Act")).decision?.because).toEqual([
    {
      ...{ behavior: "deny", source: "plugin", voter: "tapper: tap0" },
      why: expect.stringContaining("boom"),
    },
  ]);
});

describe("a PreToolUse hook", () => {
  /** A call of `Act` about which a hook of this session is asked, by a tool that answers with `answer`. */
  async function hooked(answer: (input: { n: number }) => object, options: WorldOptions = {}) {
    const asked: unknown[] = [];
    const look = tool("mcp__s__look", {
      execute: (given) => {
        asked.push(given);
        return JSON.stringify(answer({ n: Number((given as { n: string }).n) }));
      },
    });
    const given = { n: "$" + "{tool_input.n}" };
    const handler = { type: "mcp_tool", server: "s", tool: "look", input: given } as const;
    const ran: unknown[] = [];
    const act = tool("Act", { execute: (input) => void ran.push(input) });
    const world = await createWorld({
      toolList: [act, look],
      commandHooks: settings([hook("PreToolUse", handler, { matcher: "Act" })]),
      ...options,
    });
    const settled = await callOne(world, "Act", { n: 1 });
    await world.session.close();
    return { settled, asked, ran, rewritten: eventsOf(await world.journal(), "call.rewritten") };
  }
  const says = (more: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...more } });

  test("gives the call another input, is asked about that once more, and is named", async () => {
    const { asked, ran, rewritten } = await hooked(({ n }) =>
      n === 1 ? says({ updatedInput: { n: 2 } }) : {},
    );
    expect([asked, ran]).toEqual([[{ n: "1" }, { n: "2" }], [{ n: 2 }]]);
    expect(rewritten).toMatchObject([{ by: expect.stringContaining("PreToolUse hook"), input: { n: 2 } }]);
  });

  test("is followed by taps, which see what it made of the input", async () => {
    const seen: unknown[] = [];
    const look = taps(({ input: now, call, mayRewrite }) => {
      if (call.tool.name === "Act") seen.push([now, mayRewrite]);
    });
    await hooked(({ n }) => (n === 1 ? says({ updatedInput: { n: 2 } }) : {}), look);
    expect(seen).toEqual([
      [{ n: 2 }, true],
      [{ n: 2 }, false],
    ]);
  });

  test("can end the turn, also where another input is what it was asked about first", async () => {
    const ends = { continue: false, stopReason: "enough" };
    expect((await hooked(() => ends)).settled.endTurn).toBe("enough");
    const rewrite = taps((draft) => {
      if (draft.call.tool.name === "Act" && draft.mayRewrite) draft.rewrite({ n: 2 });
    });
    expect((await hooked(({ n }) => (n === 1 ? ends : {}), rewrite)).settled.endTurn).toBe("enough");
    expect((await hooked(({ n }) => (n === 2 ? ends : {}), rewrite)).settled.endTurn).toBe("enough");
    expect((await hooked(() => ({}))).settled).not.toHaveProperty("endTurn");
  });
});

test("context added before and after a rewrite is all there", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    ...taps(
      once((draft) => {
        draft.addContext("before");
        draft.rewrite({ n: 2 });
      }),
      ({ mayRewrite, addContext }) => (mayRewrite ? undefined : addContext("after")),
    ),
  });
  expect(textOf(await callOne(world, "Act", { n: 1 }))).toBe("Act ran\n\nbefore\n\nafter");
});

test("context reaches the model beside the result, once", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    ...taps(
      (draft) => draft.addContext("mind the gap"),
      (draft) => draft.addContext("mind the gap"),
    ),
  });
  expect(textOf(await callOne(world, "Act"))).toBe("Act ran\n\nmind the gap");
});
