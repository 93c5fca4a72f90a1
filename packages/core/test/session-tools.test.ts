import { describe, expect, test } from "vitest";
import { definePlugin, defineResource, type ResourceScope, type SessionTools } from "../src/index.ts";
import { text, use } from "./turn/conversation.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool, type WorldOptions } from "./world.ts";

/** A world whose one resource hands out how tools come into its session. */
async function worldWithTools(options: WorldOptions = {}, opened: (tools: SessionTools) => void = () => {}) {
  let tools: SessionTools | undefined;
  const door = defineResource<ResourceScope>({
    name: "door",
    open(scope) {
      tools = scope.tools;
      opened(scope.tools);
      return scope;
    },
    close: async () => {},
  });
  const plugins = [definePlugin({ name: "@acme/door", resources: [door] }), ...(options.plugins ?? [])];
  const world = await createWorld({ toolList: [tool("A"), tool("M")], ...options, plugins });
  if (tools === undefined) throw new Error("the resource was not opened");
  const found = tools;
  return {
    world,
    tools: found,
    names: async () => (await world.session.tools()).definitions.map((d) => d.name),
  };
}

const offer = (tools: SessionTools, ...names: string[]) =>
  tools.offer(
    "mcp:s",
    names.map((name) => ({ tool: tool(name) })),
  );

test("tools that are offered when the session opens stand behind those of plugins, by name", async () => {
  const { names } = await worldWithTools({}, (tools) => void offer(tools, "Z", "B"));
  expect(await names()).toEqual(["A", "M", "B", "Z"]);
});

test("the first pool waits for what a resource asks it to wait for, failed or not", async () => {
  const late = withResolvers();
  const { names } = await worldWithTools({}, (tools) => {
    tools.waitFor(Promise.reject(new Error("broken")));
    tools.waitFor(late.promise.then(() => offer(tools, "B")));
  });
  const listed = names();
  late.resolve();
  expect(await listed).toEqual(["A", "M", "B"]);
});

function withResolvers() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("late tools stand at the end, and everything before them stays byte for byte", async () => {
  const { world, tools, names } = await worldWithTools({}, (shelf) => void offer(shelf, "Z"));
  const before = (await world.session.tools()).definitions;
  offer(tools, "C", "B");
  const after = (await world.session.tools()).definitions;
  expect(await names()).toEqual(["A", "M", "Z", "B", "C"]);
  expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
});

test("the next request of a running prompt has the late tools, and the journal says so before it goes out", async () => {
  let shelf: SessionTools | undefined;
  const connect = tool("Connect", { execute: () => void offer(shelf as SessionTools, "Late") });
  const { world } = await worldWithTools(
    {
      toolList: [connect],
      turns: [{ blocks: [use("Connect")] }, { blocks: [text("done")] }],
    },
    (tools) => {
      shelf = tools;
    },
  );
  await world.prompt();
  expect(world.model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ["Connect"],
    ["Connect", "Late"],
  ]);
  expect(eventsOf(await world.journal(), "pool.built").map((event) => event.tools)).toEqual([
    ["Connect"],
    ["Connect", "Late"],
  ]);
});

test("a name that is taken is not offered twice, whoever has it", async () => {
  const { tools } = await worldWithTools();
  expect(offer(tools, "A", "B")).toEqual(["A"]);
  expect(tools.offer("mcp:other", [{ tool: tool("B") }])).toEqual(["B"]);
});

test("where tools come from cannot pass for a plugin", async () => {
  const { tools } = await worldWithTools();
  expect(() => tools.offer("@gauntlet/tools-fs", [])).toThrow(/kind:name/);
});

test("a withheld tool leaves the pool, a call of it is told why, and offering it again ends this", async () => {
  const { world, tools, names } = await worldWithTools({}, (shelf) => void offer(shelf, "B", "C"));
  await names();
  tools.withhold("B", "the server took it away");
  expect(await names()).toEqual(["A", "M", "C"]);
  expect(textOf(await callOne(world, "B"))).toContain("the server took it away");
  offer(tools, "B");
  expect(await names()).toEqual(["A", "M", "C", "B"]);
});

test("a deny rule hides a late tool, and a resource can ask before it offers one", async () => {
  const { world, tools, names } = await worldWithTools({ permissions: { deny: ["mcp__s"] } });
  await names();
  offer(tools, "mcp__s__t");
  expect(await names()).toEqual(["A", "M"]);
  expect((await world.session.tools()).hidden).toContainEqual({
    tool: "mcp__s__t",
    why: "the rule `mcp__s` of host denies it",
  });
  expect(tools.deniedBy("mcp__s__anything")).toBe("the rule `mcp__s` of host denies it");
  expect(tools.deniedBy("mcp__other__t")).toBeUndefined();
});

test("buildPool taps see late tools too, and may hide them", async () => {
  const hiding = tapping(({ buildPool }) =>
    buildPool.tap("hide", (draft) => ({
      ...draft,
      entries: draft.entries.filter((entry) => entry.tool.name !== "B"),
    })),
  );
  const { tools, names } = await worldWithTools({ plugins: [hiding] });
  await names();
  offer(tools, "B", "C");
  expect(await names()).toEqual(["A", "M", "C"]);
});

describe("claims of an offered tool", () => {
  const decide = async (permissions: WorldOptions["permissions"], byNameOnly: boolean) => {
    const { world } = await worldWithTools(
      { permissions: permissions ?? {}, answerers: [{ name: "nobody", answer: async () => undefined }] },
      (tools) => {
        tools.offer("mcp:s", [{ tool: tool("mcp__s__t", { effects: () => [] }), byNameOnly }]);
      },
    );
    const explained = await world.session.explain({ tool: "mcp__s__t", input: {} });
    return "decision" in explained ? explained.decision.behavior : explained;
  };

  test("are not believed, whichever plugin brings it", async () => {
    expect(await decide({}, false)).toBe("ask");
  });

  test.each([
    ["mcp__s", false, "allow"],
    ["mcp__s__*", false, "allow"],
    ["mcp__s", true, "ask"],
    ["mcp__s__*", true, "ask"],
    ["mcp__s__t", true, "allow"],
  ] as const)("an allow of `%s` (only by name: %s) means %s", async (rule, byNameOnly, behavior) => {
    expect(await decide({ allow: [rule] }, byNameOnly)).toBe(behavior);
  });

  test("that only its name allows is still denied with its server", async () => {
    const explained = await decide({ deny: ["mcp__s"] }, true);
    expect(explained).toMatchObject({ outcome: "invalid" });
  });
});

describe("a buildPool tap that fails", () => {
  /** Throws at the looks that are named, counted from 1, and keeps the names of what it was shown. */
  const failingAt = (...looks: readonly number[]) => {
    const shown: string[][] = [];
    const plugin = tapping(({ buildPool }) =>
      buildPool.tap("sees every tool", (draft) => {
        shown.push(draft.entries.map((entry) => entry.tool.name));
        if (looks.includes(shown.length)) throw new Error("boom");
        return draft;
      }),
    );
    return { shown, plugin };
  };

  test("at the first pool stops that request and no later one", async () => {
    const { plugin } = failingAt(1);
    const { names } = await worldWithTools({ plugins: [plugin] });
    await expect(names()).rejects.toThrow("boom");
    expect(await names()).toEqual(["A", "M"]);
  });

  test("at a late tool is shown it again, and the pool grows from what it was before", async () => {
    const { plugin, shown } = failingAt(2);
    const { world, tools, names } = await worldWithTools({ plugins: [plugin] });
    const before = await world.session.tools();
    offer(tools, "B");
    await expect(names()).rejects.toThrow("boom");
    expect(await names()).toEqual(["A", "M", "B"]);
    expect((await world.session.tools()).definitions[0]).toBe(before.definitions[0]);
    expect(shown).toEqual([["A", "M"], ["B"], ["B"]]);
  });

  test("at a late tool that is withheld then stops nothing more", async () => {
    const { plugin } = failingAt(2, 3);
    const { world, tools, names } = await worldWithTools({ plugins: [plugin] });
    await names();
    offer(tools, "B");
    expect(textOf(await callOne(world, "A"))).toContain("boom");
    tools.withhold("B", "its server is gone");
    await names().catch(() => undefined);
    expect(textOf(await callOne(world, "A"))).toBe("A ran");
  });
});

test("the same tool comes back when it is offered again", async () => {
  const { tools, names } = await worldWithTools();
  await names();
  const back = [{ tool: tool("B") }];
  tools.offer("mcp:s", back);
  await names();
  tools.withhold("B", "the server took it away");
  await names();
  tools.offer("mcp:s", back);
  expect(await names()).toEqual(["A", "M", "B"]);
});

test("what is offered while a pool is being built is in the next look", async () => {
  const looks: string[][] = [];
  const { tools, names } = await worldWithTools({
    plugins: [
      tapping(({ buildPool }) =>
        buildPool.tap("slow", async (draft) => {
          looks.push(draft.entries.map((entry) => entry.tool.name));
          if (looks.length === 1) offer(tools, "B");
          return draft;
        }),
      ),
    ],
  });
  await names();
  expect(await names()).toEqual(["A", "M", "B"]);
  expect(looks).toEqual([["A", "M"], ["B"]]);
});
