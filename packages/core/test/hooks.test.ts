import { describe, expect, test } from "vitest";
import { HookError } from "../src/errors.ts";
import { createHookTable as createTable } from "../src/hooks.ts";
import { type GauntletError, HOOK_NAMES, type Hooks, type PoolDraft, type TapScope } from "../src/index.ts";
import { callOne, createWorld, latch, tapping, textOf, tool } from "./world.ts";

const owner = { plugin: "pack", source: "plugin" } as const;
const draft: PoolDraft = { profile: "full", mode: "default", entries: [] };
const nobody = {} as TapScope;
const createHookTable = () => {
  const table = createTable();
  return { ...table, run: table.within(() => nobody).run };
};
const rethrow = {
  onFailure: ({ error }: { error: HookError }) => {
    throw error;
  },
};

const renamed = (value: PoolDraft, profile: string): PoolDraft => ({ ...value, profile });

function failureOf(register: (hooks: Hooks) => void): GauntletError {
  try {
    register(createHookTable().doors(owner));
  } catch (thrown) {
    return thrown as GauntletError;
  }
  throw new Error("nothing was thrown");
}

describe("taps", () => {
  test.each(["tap", "tapPromise"] as const)("are awaited when added with %s", async (how) => {
    const table = createHookTable();
    table.doors(owner).buildPool[how]("slow", async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return renamed(value, "slow");
    });
    expect((await table.run("buildPool", draft, rethrow)).profile).toBe("slow");
  });

  test("run in the order they were registered, each with the value of the one before", async () => {
    const table = createHookTable();
    const one = table.doors(owner);
    const two = table.doors({ plugin: "other", source: "plugin" });
    one.buildPool.tap("a", async (value) => renamed(value, `${value.profile}>a`));
    two.buildPool.tap("b", (value) => renamed(value, `${value.profile}>b`));
    one.buildPool.tap("c", (value) => renamed(value, `${value.profile}>c`));
    expect((await table.run("buildPool", draft, rethrow)).profile).toBe("full>a>b>c");
  });

  test.each([null, undefined])("that answer %s leave the value as it is", async (answer) => {
    const table = createHookTable();
    table.doors(owner).buildPool.tap("mute", () => answer);
    expect(await table.run("buildPool", draft, rethrow)).toBe(draft);
  });

  test("of a series cannot replace the value", async () => {
    const table = createHookTable();
    const plan = { marker: 1 } as never;
    table.doors(owner).schedule.tap("replace", (() => ({ marker: 2 })) as never);
    expect(await table.run("schedule", plan, rethrow)).toBe(plan);
  });

  test("that throw become a HookError with hook, tap, plugin and source", async () => {
    const table = createHookTable();
    table.doors({ plugin: "pack", source: "managed" }).buildPool.tap("bad", () => {
      throw new Error("no");
    });
    const thrown = await table.run("buildPool", draft, rethrow).catch((error) => error);
    expect(thrown).toBeInstanceOf(HookError);
    expect(thrown.code).toBe("GNT_HOOK_THREW");
    expect(thrown.origin).toEqual({ hook: "buildPool", tap: "bad", plugin: "pack", source: "managed" });
    expect(thrown.message).toBe("tap `bad` of plugin `pack` on `buildPool` threw: no");
  });

  test.each([[undefined], ["text"], [Object.create(null)], [Symbol("s")], [null]])(
    "that throw %# something that is not an Error are reported the same way",
    async (thing) => {
      const table = createHookTable();
      table.doors(owner).buildPool.tap("bad", () => {
        throw thing;
      });
      await expect(table.run("buildPool", draft, rethrow)).rejects.toBeInstanceOf(HookError);
    },
  );

  test("that stay silent time out", async () => {
    const table = createHookTable();
    table.doors(owner).buildPool.tap({ name: "silent", timeoutMs: 5 }, () => new Promise(() => {}));
    const thrown = await table.run("buildPool", draft, rethrow).catch((error) => error);
    expect([thrown.code, thrown.message]).toEqual([
      "GNT_HOOK_TIMEOUT",
      "tap `silent` of plugin `pack` on `buildPool` gave no answer within 5 ms",
    ]);
  });

  test("that fail after their time is up disturb nobody", async () => {
    const table = createHookTable();
    table.doors(owner).buildPool.tap({ name: "late", timeoutMs: 1 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error("late");
    });
    await expect(table.run("buildPool", draft, rethrow)).rejects.toThrow("gave no answer");
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

describe("registering", () => {
  test("tapAsync is refused with a way out", () => {
    const error = failureOf((hooks) => (hooks.validate as never as { tapAsync(): void }).tapAsync());
    expect([error.code, error.message, error.hint]).toEqual([
      "GNT_HOOK_TAP",
      "`tapAsync` was called on `validate`",
      "use `tap`; a tap that returns a promise is awaited",
    ]);
  });

  test.each([[""], ["  "], [{}], [{ name: 5 }], [undefined], [null]])("a tap named %o is refused", (name) => {
    const error = failureOf((hooks) => hooks.validate.tap(name as never, () => {}));
    expect([error.code, error.message]).toEqual(["GNT_HOOK_TAP", "a tap on `validate` has no name"]);
  });

  test("a tap that is not a function is refused", () => {
    const error = failureOf((hooks) => hooks.validate.tap("x", 5 as never));
    expect(error.message).toBe("tap `x` on `validate` is not a function");
  });

  test.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 31], ["5"]])(
    "a tap with the time-out %s is refused, because a timer would fire at once",
    (timeoutMs) => {
      const error = failureOf((hooks) => hooks.validate.tap({ name: "x", timeoutMs } as never, () => {}));
      expect([error.code, error.message]).toEqual([
        "GNT_HOOK_TAP",
        `tap \`x\` on \`validate\` declares \`timeoutMs\` as ${timeoutMs}`,
      ]);
    },
  );

  test.each([["withold"], ["WITHHOLD"], [true], [null]])(
    "a tap whose failure means %j is refused, because it would let pass what it was to keep back",
    (onFailure) => {
      const error = failureOf((hooks) => hooks.mapResult.tap({ name: "x", onFailure } as never, () => {}));
      expect([error.code, error.message, error.hint]).toEqual([
        "GNT_HOOK_TAP",
        `tap \`x\` on \`mapResult\` declares \`onFailure\` as ${onFailure}`,
        "use `continue` or `withhold`",
      ]);
    },
  );

  test.each(["plugin", "source"])("a tap that names a `%s` of its own is refused", (member) => {
    const error = failureOf((hooks) =>
      hooks.permission.tap({ name: "x", [member]: "managed" } as never, () => {}),
    );
    expect(error.message).toBe(`tap \`x\` on \`permission\` declares \`${member}\`, which no tap has`);
  });

  test("a tap with an option no tap has is refused, because what was meant would not hold", () => {
    const error = failureOf((hooks) =>
      hooks.mapResult.tap({ name: "x", onfailure: "withhold" } as never, () => {}),
    );
    expect([error.code, error.message, error.hint]).toEqual([
      "GNT_HOOK_TAP",
      "tap `x` on `mapResult` declares `onfailure`, which no tap has",
      "use `name`, `stage`, `before`, `timeoutMs`, `onFailure`",
    ]);
  });

  test.each(HOOK_NAMES.filter((name) => name !== "postToolUse" && name !== "mapResult"))(
    "a tap on %s that says what its failure means is refused, because nothing asks it",
    (hook) => {
      const error = failureOf((hooks) =>
        hooks[hook].tap({ name: "x", onFailure: "withhold" }, (() => {}) as never),
      );
      expect([error.code, error.message]).toEqual([
        "GNT_HOOK_TAP",
        `tap \`x\` on \`${hook}\` declares \`onFailure\`, which means nothing there`,
      ]);
    },
  );

  test("the hooks and their doors are frozen and give no way to intercept", () => {
    const hooks = createHookTable().doors(owner);
    expect(Object.keys(hooks)).toEqual([...HOOK_NAMES]);
    expect(Object.isFrozen(hooks)).toBe(true);
    for (const name of HOOK_NAMES) {
      expect(Object.isFrozen(hooks[name])).toBe(true);
      expect(Object.keys(hooks[name]).sort()).toEqual(["name", "tap", "tapAsync", "tapPromise"]);
    }
  });
});

describe("the name and source of a plugin", () => {
  test("are stamped on its votes by the core, whatever the tap says", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [
        tapping((hooks) => {
          hooks.permission.tap("vote", ({ vote }) =>
            vote("deny", "no", { source: "managed", voter: "org" } as never),
          );
        }, "guest"),
      ],
    });
    const { decision } = await callOne(world, "Act");
    expect(decision?.because).toEqual([
      { behavior: "deny", source: "plugin", voter: "guest: vote", why: "no" },
    ]);
  });

  test("stay with a tap that votes while another tap runs", async () => {
    const started = latch();
    const voted = latch();
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [
        tapping((hooks) => {
          hooks.permission.tap("early", ({ vote }) => {
            void started.promise.then(() => {
              vote("deny", "late word");
              voted.open();
            });
          });
        }, "first"),
        tapping((hooks) => {
          hooks.permission.tap("running", async () => {
            started.open();
            await voted.promise;
          });
        }, "second"),
      ],
    });
    const { decision } = await callOne(world, "Act");
    expect(decision?.votes.map(({ voter }) => voter)).not.toContain("second: running");
  });

  test("are `host` for taps of the host", async () => {
    const world = await createWorld({ toolList: [tool("Act")] });
    world.gauntlet.hooks.permission.tap("mine", ({ vote }) => vote("deny", "no"));
    const { decision } = await callOne(world, "Act");
    expect(decision?.because[0]).toMatchObject({ source: "host", voter: "host: mine" });
  });
});

describe("a tap that fails", () => {
  const failing = (hook: keyof Hooks, options: object = {}) =>
    tapping((hooks) =>
      hooks[hook].tap({ name: "bad", ...options }, () => {
        throw new Error("boom");
      }),
    );
  const said = "tap `bad` of plugin `tapper` on";
  const reason = "the plugin `tapper` failed while it looked at this call: boom";

  test("in buildPool keeps the request from being sent", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing("buildPool")] });
    await expect(world.prompt()).rejects.toThrow(`${said} \`buildPool\` threw: boom`);
    expect(world.model.requests).toEqual([]);
  });

  test("in buildPool keeps calls without a model from running", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing("buildPool")] });
    const settled = await callOne(world, "Act");
    expect(settled.outcome).toBe("failed");
    expect(textOf(settled)).toContain("boom");
  });

  test("in schedule makes the call run alone", async () => {
    let now = 0;
    let most = 0;
    const busy = tool("Busy", {
      isConcurrencySafe: true,
      async execute() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 3));
        now--;
      },
    });
    const world = await createWorld({ toolList: [busy], plugins: [failing("schedule")] });
    const settled = await world.session.call([1, 2, 3].map(() => ({ tool: "Busy", input: {} })));
    expect(settled.map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(most).toBe(1);
  });

  test("in validate makes the call invalid", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing("validate")] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual([
      "invalid",
      "The plugin `tapper` could not check this call (boom), so it was not run. Do not send it again; tell the person.",
    ]);
  });

  test.each(["preToolUse", "permission"] as const)("in %s denies in its own name", async (hook) => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing(hook)] });
    const { outcome, decision } = await callOne(world, "Act");
    expect(outcome).toBe("denied");
    expect(decision?.because).toEqual([
      { behavior: "deny", source: "plugin", voter: "tapper: bad", why: reason },
    ]);
  });

  test("in postToolUse leaves the outcome and adds a notice", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing("postToolUse")] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", `Act ran\n\nNotice: ${reason}`]);
  });

  test("in mapResult leaves the default block", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [failing("mapResult")] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", "Act ran"]);
  });

  test.each(["postToolUse", "mapResult"] as const)(
    "in %s and is marked `withhold` keeps the text from the model",
    async (hook) => {
      const world = await createWorld({
        toolList: [tool("Act")],
        plugins: [failing(hook, { onFailure: "withhold" })],
      });
      const settled = await callOne(world, "Act");
      expect([settled.outcome, textOf(settled)]).toEqual([
        "succeeded",
        "The result is withheld because `tapper` could not check it. The call itself was carried out; do not repeat it.",
      ]);
    },
  );

  test("of managed source withholds unless it says otherwise", async () => {
    const table = createHookTable();
    const seen: boolean[] = [];
    const bad = () => {
      throw new Error("boom");
    };
    const managed = table.doors({ plugin: "org", source: "managed" });
    managed.mapResult.tap("default", bad);
    managed.mapResult.tap({ name: "lenient", onFailure: "continue" }, bad);
    await table.run("mapResult", {} as never, {
      onFailure: ({ withhold }, value) => {
        seen.push(withhold);
        return value;
      },
    });
    expect(seen).toEqual([true, false]);
  });
});
