import { describe, expect, expectTypeOf, test } from "vitest";
import {
  definePlugin,
  defineResource,
  defineSlot,
  Gauntlet,
  type GauntletError,
  HOOK_NAMES,
  type Hooks,
  type LogEntry,
  type MapResultDraft,
  type PermissionBallot,
  type Plugin,
  type PluginScope,
  type PoolDraft,
  type PostToolUseDraft,
  type PreToolUseDraft,
  type SchedulePlan,
  type TapScope,
  Type,
  type ValidateDraft,
} from "../src/index.ts";
import { callOne, createWorld, eventsOf, latch, scratchDirectory, tapping, textOf, tool } from "./world.ts";

async function made(...plugins: readonly Plugin[]) {
  const cwd = await scratchDirectory();
  return () => new Gauntlet({ plugins, cwd, home: cwd, stateDirectory: `${cwd}/state` });
}

async function refusal(...plugins: readonly Plugin[]) {
  try {
    (await made(...plugins))();
  } catch (thrown) {
    const { code, message, hint } = thrown as GauntletError;
    return { code, message, hint };
  }
  throw new Error("the plugins were taken");
}

describe("each of the seven hooks", () => {
  test.each(HOOK_NAMES)("%s is called for a call that runs", async (hook) => {
    const seen: string[] = [];
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [tapping((hooks) => hooks[hook].tap("see", () => void seen.push(hook)))],
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
    expect(seen).toEqual([hook]);
  });

  test("is called in the order of the catalogue, and only the first once for a session", async () => {
    const seen: string[] = [];
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [
        tapping((hooks) => {
          for (const hook of HOOK_NAMES) hooks[hook].tap("see", () => void seen.push(hook));
        }),
      ],
    });
    await callOne(world, "Act");
    await callOne(world, "Act");
    expect(seen).toEqual([...HOOK_NAMES, ...HOOK_NAMES.slice(1)]);
  });

  test("gives taps a value of its own type, and the scope of their plugin", () => {
    type Given<N extends keyof Hooks> = Parameters<Parameters<Hooks[N]["tap"]>[1]>;
    expectTypeOf<Given<"buildPool">>().toEqualTypeOf<[value: PoolDraft, scope: TapScope]>();
    expectTypeOf<Given<"schedule">>().toEqualTypeOf<[value: SchedulePlan, scope: TapScope]>();
    expectTypeOf<Given<"validate">>().toEqualTypeOf<[value: ValidateDraft, scope: TapScope]>();
    expectTypeOf<Given<"preToolUse">>().toEqualTypeOf<[value: PreToolUseDraft, scope: TapScope]>();
    expectTypeOf<Given<"permission">>().toEqualTypeOf<[value: PermissionBallot, scope: TapScope]>();
    expectTypeOf<Given<"postToolUse">>().toEqualTypeOf<[value: PostToolUseDraft, scope: TapScope]>();
    expectTypeOf<Given<"mapResult">>().toEqualTypeOf<[value: MapResultDraft, scope: TapScope]>();
  });
});

describe("the scope of a tap", () => {
  const counted = defineSlot<number>("counter/calls");
  const store = defineResource<string[]>({
    name: "store",
    open: () => [],
    close: async () => undefined,
  });
  const counter = definePlugin({
    name: "counter",
    slots: [counted],
    options: Type.Object({ step: Type.Integer({ default: 2 }) }),
    resources: [store],
    apply({ hooks }) {
      hooks.postToolUse.tap("count", (draft, { slots, options, session, resource }) => {
        const calls = (slots.get(counted, "all") ?? 0) + Number(options["step"]);
        slots.set(counted, "all", calls);
        resource(store).push(session);
        return { ...draft, notes: [`${calls} in ${resource(store).length}`] };
      });
    },
  });

  test("holds slots, options and resources of the plugin, for each session its own", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [counter] });
    expect(textOf(await callOne(world, "Act"))).toContain("2 in 1");
    expect(textOf(await callOne(world, "Act"))).toContain("4 in 2");
    expect(eventsOf(await world.journal(), "slot.set").at(-1)).toMatchObject({
      slot: "counter/calls",
      value: 4,
    });
    const other = await world.gauntlet.session();
    const [settled] = await other.call([{ tool: "Act", input: {} }]);
    await other.close();
    expect(settled && textOf(settled)).toContain("2 in 1");
  });

  test("keeps nothing of what is written while a call is only decided", async () => {
    const looked = defineSlot<number>("looker/looks");
    const looks = (slots: TapScope["slots"]): number => {
      slots.set(looked, "n", (slots.get(looked, "n") ?? 0) + 1);
      return slots.get(looked, "n") ?? 0;
    };
    const seen: number[] = [];
    const looker = definePlugin({
      name: "looker",
      slots: [looked],
      tools: [tool("Look", { validateInput: (_, { slots }) => void seen.push(looks(slots)) as undefined })],
      apply: ({ hooks }) => {
        hooks.permission.tap("count", (_, { slots }) => void seen.push(looks(slots)));
      },
    });
    const world = await createWorld({ plugins: [looker], permissions: { allow: ["Look"] } });
    await world.session.explain({ tool: "Look", input: {} });
    await world.session.explain({ tool: "Look", input: {} });
    // The vote, then the tool's check; each time they begin where the session stands.
    expect(seen).toEqual([1, 2, 1, 2]);
    expect((await callOne(world, "Look")).outcome).toBe("succeeded");
    await world.session.close();
    expect(eventsOf(await world.journal(), "slot.set")).toHaveLength(2);
  });

  test("gives no other plugin the slots that are listed by one", async () => {
    const thief = tapping((hooks) => {
      hooks.preToolUse.tap("read", (_, { slots }) => void slots.get(counted, "all"));
    }, "thief");
    const taking = tool("Takes", { execute: (_, { slots }) => slots.set(counted, "all", 99) });
    const world = await createWorld({ toolList: [tool("Act"), taking], plugins: [counter, thief] });
    const { decision } = await callOne(world, "Act");
    expect(decision?.because.map(({ why }) => why)).toEqual([
      "the plugin `thief` failed while it looked at this call: the slot `counter/calls` is of `counter`, not of `thief`",
    ]);
    const alone = await createWorld({ toolList: [taking], plugins: [counter] });
    expect(textOf(await callOne(alone, "Takes"))).toContain("is of `counter`, not of `test-pack`");
  });

  test("is stamped by the core for the host's own taps too", async () => {
    const world = await createWorld({ toolList: [tool("Act")] });
    let scope: TapScope | undefined;
    world.gauntlet.hooks.validate.tap("look", (_, given) => {
      scope = given;
    });
    await callOne(world, "Act");
    expect(scope).toMatchObject({ session: world.session.id, cwd: world.cwd, options: {} });
    expect(Object.isFrozen(scope)).toBe(true);
  });
});

describe("the log of a plugin", () => {
  test("reaches the host with name, source and session, secrets masked", async () => {
    const entries: LogEntry[] = [];
    const plugin = definePlugin({
      name: "chatty",
      apply({ hooks, log }) {
        log.info("applied");
        hooks.validate.tap("say", (_, scope) =>
          scope.log.warn("the key is sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa"),
        );
      },
    });
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [plugin],
      pluginSources: new Map([["chatty", "managed"]]),
      onLog: (entry) => entries.push(entry),
    });
    await callOne(world, "Act");
    expect(entries).toEqual([
      { level: "info", plugin: "chatty", source: "managed", text: "applied" },
      {
        level: "warn",
        plugin: "chatty",
        source: "managed",
        session: world.session.id,
        text: expect.not.stringContaining("aaaa"),
      },
    ]);
  });

  test("is never a way to fail, whoever listens and whatever is said", async () => {
    const plugin = tapping((hooks) => {
      hooks.validate.tap("say", (_, { log }) => log.warn(Object.create(null) as never));
    });
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [plugin],
      onLog: () => {
        throw new Error("deaf");
      },
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
  });
});

describe("putting plugins together", () => {
  test("is told plugin by plugin, in the order they were applied", async () => {
    const a = definePlugin({
      name: "a",
      version: "1.2.3",
      tools: [tool("Act")],
      resources: [defineResource({ name: "live", open: () => null, close: async () => undefined })],
    });
    const b = tapping((hooks) => {
      hooks.mapResult.tap("two", () => undefined);
      hooks.validate.tap("one", () => undefined);
    }, "b");
    const gauntlet = (await made(a, b))();
    const ms = expect.any(Number) as number;
    expect(gauntlet.boot).toEqual([
      {
        plugin: "a",
        version: "1.2.3",
        source: "plugin",
        tools: ["Act"],
        resources: ["live"],
        taps: [],
        applyMs: ms,
      },
      {
        plugin: "b",
        source: "plugin",
        tools: [],
        resources: [],
        taps: [
          { hook: "validate", tap: "one" },
          { hook: "mapResult", tap: "two" },
        ],
        applyMs: ms,
      },
    ]);
    const session = await gauntlet.session();
    await session.close();
    expect(session.setUp).toEqual([{ plugin: "a", resource: "live", ms }]);
  });

  test.each<[string, readonly Plugin[], string, string]>([
    [
      "two plugins of one name",
      [definePlugin({ name: "a" }), definePlugin({ name: "a" })],
      "GNT_PLUGIN_NAME",
      "two plugins are named `a`",
    ],
    [
      "a plugin that lists a tool twice",
      [definePlugin({ name: "a", tools: [tool("Act"), tool("Act")] })],
      "GNT_TOOL_DUPLICATE",
      "the tool name `Act` is claimed twice by `a`",
    ],
    [
      "a plugin that claims the name of another's tool as an alias",
      [
        definePlugin({ name: "a", tools: [tool("Act")] }),
        definePlugin({ name: "b", tools: [tool("Other", { aliases: ["Act"] })] }),
      ],
      "GNT_TOOL_DUPLICATE",
      "the tool name `Act` is claimed by `a` and by `b`",
    ],
    [
      "a plugin that claims the slot of another",
      [
        definePlugin({ name: "a", slots: [defineSlot("a/x")] }),
        definePlugin({ name: "b", slots: [defineSlot("a/x")] }),
      ],
      "GNT_PLUGIN_NAME",
      "the slot `a/x` is claimed by `a` and by `b`",
    ],
    [
      "a plugin that claims a slot twice",
      [definePlugin({ name: "a", slots: [defineSlot("a/x"), defineSlot("a/x")] })],
      "GNT_PLUGIN_NAME",
      "the slot `a/x` is claimed twice by `a`",
    ],
    [
      "a plugin that taps a hook twice under one name",
      [
        tapping((hooks) => {
          hooks.validate.tap("check", () => undefined);
          hooks.validate.tap("check", () => undefined);
        }, "a"),
      ],
      "GNT_PLUGIN_APPLY",
      "plugin `a` threw while it was applied: plugin `a` taps `validate` twice as `check`",
    ],
    [
      "taps that want to run ahead of one another",
      [
        tapping((hooks) => hooks.validate.tap({ name: "t", before: "b" }, () => undefined), "a"),
        tapping((hooks) => hooks.validate.tap({ name: "t", before: ["a"] }, () => undefined), "b"),
      ],
      "GNT_PLUGIN_APPLY",
      "plugin `b` threw while it was applied: the taps on `validate` want to run ahead of one another: `b: t` before `a: t` before `b: t`",
    ],
    [
      "a tap with a stage there is not",
      [tapping((hooks) => hooks.validate.tap({ name: "t", stage: 5 as never }, () => undefined), "a")],
      "GNT_PLUGIN_APPLY",
      "plugin `a` threw while it was applied: tap `t` on `validate` declares `stage` as 5",
    ],
    [
      "a tap with something else than names in `before`",
      [tapping((hooks) => hooks.validate.tap({ name: "t", before: 5 as never }, () => undefined), "a")],
      "GNT_PLUGIN_APPLY",
      "plugin `a` threw while it was applied: tap `t` on `validate` declares `before` that is not a list of names",
    ],
  ])("refuses %s, in one error that names them", async (_, plugins, code, message) => {
    expect(await refusal(...plugins)).toEqual({ code, message, hint: expect.any(String) });
  });

  test("closes the hooks to a plugin once it is applied", async () => {
    let kept: PluginScope | undefined;
    const gauntlet = (
      await made(
        definePlugin({
          name: "late",
          apply: (scope) => {
            kept = scope;
          },
        }),
      )
    )();
    expect(() => kept?.hooks.validate.tap("later", () => undefined)).toThrow(
      "plugin `late` taps `validate` after it was applied",
    );
    expect(() => gauntlet.hooks.validate.tap("host", () => undefined)).not.toThrow();
  });
});

describe("set-up and teardown that take too long", () => {
  test("refuse the session in the name of plugin and resource; what comes late is closed", async () => {
    const opened = latch<string>();
    const closed = latch<string>();
    const slow = defineResource<string>({
      name: "slow",
      timeoutMs: 5,
      open: () => opened.promise,
      close: async (live) => closed.open(live),
    });
    const gauntlet = (await made(definePlugin({ name: "acme", resources: [slow] })))();
    await expect(gauntlet.session()).rejects.toMatchObject({
      code: "GNT_PLUGIN_RESOURCE",
      message: "the resource `slow` of plugin `acme` could not be opened: gave no answer within 5 ms",
    });
    opened.open("too late");
    expect(await closed.promise).toBe("too late");
  });

  test("are left behind when a session closes, and named", async () => {
    const stuck = defineResource<null>({
      name: "stuck",
      timeoutMs: 5,
      open: () => null,
      close: () => new Promise(() => {}),
    });
    const gauntlet = (await made(definePlugin({ name: "acme", resources: [stuck] })))();
    const session = await gauntlet.session();
    await expect(session.close()).rejects.toThrow(
      "the resource `stuck` of plugin `acme` could not be closed: gave no answer within 5 ms",
    );
  });
});

describe("diagnosis", () => {
  test("asks every plugin with its options, and whoever cannot say how it is has a problem", async () => {
    const well = definePlugin({
      name: "well",
      options: Type.Object({ port: Type.Integer({ default: 80 }) }),
      diagnose: ({ options }) => [{ about: "port", state: "ok", text: `port ${String(options["port"])}` }],
    });
    const broken = definePlugin({
      name: "broken",
      diagnose: async () => {
        throw new Error("boom");
      },
    });
    const odd = definePlugin({ name: "odd", diagnose: () => [{ about: "x" }] as never });
    const gauntlet = (await made(well, definePlugin({ name: "silent" }), broken, odd))();
    expect(await gauntlet.diagnose()).toEqual([
      { plugin: "well", about: "port", state: "ok", text: "port 80" },
      {
        plugin: "broken",
        about: "diagnosis",
        state: "problem",
        text: "the plugin could not say how it is: boom",
      },
      {
        plugin: "odd",
        about: "diagnosis",
        state: "problem",
        text: "the plugin could not say how it is: it gave something else than findings",
      },
    ]);
  });
});
