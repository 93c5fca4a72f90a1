import { getEventListeners } from "node:events";
import { readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { AdmittedCall, PreparedCall, RequestedCall, ValidCall } from "../../src/contract/call.ts";
import { defineSlot, type Effect, type ExecuteContext } from "../../src/index.ts";
import { executeStage } from "../../src/stages/execute.ts";
import { use } from "../turn/conversation.ts";
import { callOne, createWorld, eventsOf, latch, tapping, textOf, tool, type World } from "../world.ts";

type Accepted = Parameters<typeof executeStage>[0];

test("execute takes only an admitted call", () => {
  expectTypeOf<AdmittedCall>().toExtend<Accepted>();
  expectTypeOf<PreparedCall>().not.toExtend<Accepted>();
  expectTypeOf<ValidCall>().not.toExtend<Accepted>();
  expectTypeOf<RequestedCall>().not.toExtend<Accepted>();
  expectTypeOf<
    Omit<AdmittedCall, keyof { [K in keyof AdmittedCall as K extends symbol ? K : never]: 1 }>
  >().not.toExtend<Accepted>();
});

test("execute refuses a copy of an admitted call at run time", async () => {
  const forged = { state: "admitted", effects: [] } as unknown as AdmittedCall;
  await expect(executeStage(forged, {} as Parameters<typeof executeStage>[1])).rejects.toThrow(
    "did not admit",
  );
});

const journalText = ({ session }: World) =>
  readFile(join(session.directory, "journal.jsonl"), "utf8").catch(() => "");

describe("the intent", () => {
  test.each<[string, readonly Effect[] | undefined]>([
    ["writes", [{ kind: "write", path: "/tmp/x" }]],
    ["deletes", [{ kind: "delete", path: "/tmp/x" }]],
    ["runs a command", [{ kind: "exec", text: "make" }]],
    ["connects", [{ kind: "connect", host: "example.com" }]],
    [
      "reads and then writes",
      [
        { kind: "read", path: "/tmp/x" },
        { kind: "write", path: "/tmp/x" },
      ],
    ],
    ["does nobody knows what", undefined],
  ])("is on disk before a tool that %s starts", async (_, effects) => {
    let world: World | undefined;
    let before = "";
    const act = tool("Act", {
      effects: () => effects,
      execute: async () => {
        before = await journalText(world as World);
      },
    });
    world = await createWorld({ toolList: [act], mode: "bypassPermissions" });
    const settled = await callOne(world, "Act", { n: 7 });
    expect(settled.outcome).toBe("succeeded");
    const intent = before.split("\n").findIndex((line) => line.includes('"type":"call.intent"'));
    expect(before.split("\n")[intent]).toContain(`"call":"${settled.id}","tool":"Act","input":{"n":7}`);
  });

  test("that cannot be written keeps the tool from running", async () => {
    let ran = false;
    const world = await createWorld({
      toolList: [
        tool("Act", {
          execute: () => {
            ran = true;
          },
        }),
      ],
    });
    await writeFile(join(world.cwd, "state"), "a file where a directory must be");
    const settled = await callOne(world, "Act");
    expect([settled.outcome, ran]).toEqual(["failed", false]);
    expect(textOf(settled)).toContain("was not run");
    await world.session.close().catch(() => undefined);
  });
});

describe("a tool's outcome", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const thrower = (thing: unknown) => () => {
    throw thing;
  };

  test.each<[string, () => unknown, string, string]>([
    ["text", () => "text", "succeeded", "text"],
    ["nothing", () => undefined, "succeeded", "(Act completed with no output)"],
    ["null", () => null, "succeeded", "null"],
    ["blank text", () => " \n ", "succeeded", "(Act completed with no output)"],
    ["an object", () => ({ a: 1 }), "succeeded", '{\n  "a": 1\n}'],
    ["a function", () => () => 1, "succeeded", "(Act completed with no output)"],
    ["a promise of text", async () => "later", "succeeded", "later"],
    ["an Error", thrower(new Error("broke")), "failed", "broke"],
    [
      "an Error without a message",
      thrower(new Error("")),
      "failed",
      "The tool failed without saying why. Check what it did before you repeat it.",
    ],
    ["a thrown text", thrower("only text"), "failed", "only text"],
    [
      "a thrown undefined",
      thrower(undefined),
      "failed",
      "The tool failed without saying why. Check what it did before you repeat it.",
    ],
    [
      "a thrown null",
      thrower(null),
      "failed",
      "The tool failed without saying why. Check what it did before you repeat it.",
    ],
    ["a thrown object with a message", thrower({ message: "said" }), "failed", "said"],
    [
      "a thrown object without a prototype",
      thrower(Object.create(null)),
      "failed",
      "something without a text was thrown",
    ],
    ["a thrown symbol", thrower(Symbol("s")), "failed", "Symbol(s)"],
    ["a rejection", () => Promise.reject(new Error("rejected")), "failed", "rejected"],
  ])("of %s is told as it is", async (_, execute, outcome, text) => {
    const world = await createWorld({ toolList: [tool("Act", { execute })] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual([outcome, text]);
    expect(settled.block.is_error).toBe(outcome === "failed" ? true : undefined);
  });

  test.each<[string, unknown]>([
    ["a circle", circular],
    ["a big integer", 10n],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("getter");
        },
      },
    ],
  ])("that cannot be written as text (%s) says that the act was done", async (_, output) => {
    const world = await createWorld({ toolList: [tool("Act", { execute: () => output })] });
    const settled = await callOne(world, "Act");
    expect(settled.outcome).toBe("succeeded");
    expect(textOf(settled)).toContain("Act was done, but its result could not be shown");
    await world.session.close();
    expect((await world.journal()).at(-1)?.event.type).toBe("call.settled");
  });
});

const never = () => new Promise<never>(() => {});
const untilStopped = (_: unknown, { signal }: ExecuteContext) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("so far: 3 of 5")), { once: true });
  });

describe("a time-out", () => {
  test("stops the tool, says so, and passes on what it said last", async () => {
    const slow = tool("Slow", { timeoutMs: 10, execute: untilStopped });
    const settled = await callOne(await createWorld({ toolList: [slow] }), "Slow");
    expect([settled.outcome, textOf(settled)]).toEqual([
      "failed",
      "Timed out: Slow {} did not end within 10 ms and may have been done in part. Check before you repeat it.\nso far: 3 of 5",
    ]);
  });

  test("settles a call that ignores it, stops its children, and takes none of its later calls", async () => {
    const hung = latch<ExecuteContext>();
    const childStopped = latch();
    const child = tool("Child", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            childStopped.open();
            reject(new Error("stopped"));
          });
        }),
    });
    const hang = tool("Hang", {
      // Long enough for the child to begin on a busy machine.
      timeoutMs: 500,
      execute: (_, context) => {
        hung.open(context);
        void context.call("Child", {});
        return never();
      },
    });
    const after = tool("After");
    const world = await createWorld({ toolList: [hang, child, after] });
    const [settled, next] = await world.session.call([
      { tool: "Hang", input: {} },
      { tool: "After", input: {} },
    ]);
    expect([settled?.outcome, next?.outcome]).toEqual(["failed", "succeeded"]);
    expect(settled && textOf(settled)).toMatch(/^Timed out: Hang/);
    await childStopped.promise;
    const late = await (await hung.promise).call("After", {});
    expect(late.outcome).toBe("cancelled");
  }, 10_000);
});

describe("what a stopped tool says on its way out", () => {
  const stopped = async (says: (signal: AbortSignal) => unknown) => {
    const abort = new AbortController();
    const act = tool("Act", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(says(signal)), { once: true });
          abort.abort();
        }),
    });
    return textOf(await callOne(await createWorld({ toolList: [act] }), "Act", {}, abort.signal));
  };

  test.each<[string, (signal: AbortSignal) => unknown, string]>([
    ["the output so far", () => new Error("3 of 5"), "\n3 of 5"],
    ["a text", () => "3 of 5", "\n3 of 5"],
    ["only that it was stopped", ({ reason }) => reason, ""],
    ["a blank text", () => new Error(" "), ""],
    ["nothing", () => undefined, ""],
    ["null", () => null, ""],
  ])("is read by the model: %s", async (_, says, detail) => {
    expect(await stopped(says)).toBe(
      `Cancelled while it ran: Act {} was stopped and may have been done in part. Check before you repeat it.${detail}`,
    );
  });
});

describe("the timers of a call", () => {
  /** Runs a call on a clock that goes on by itself. */
  async function onFakeClock(over: Parameters<typeof tool>[1]) {
    const world = await createWorld({ toolList: [tool("Act", over)] });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let over = false;
      const call = callOne(world, "Act").finally(() => {
        over = true;
      });
      while (!over) {
        vi.advanceTimersByTime(100);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { settled: await call, left: vi.getTimerCount() };
    } finally {
      vi.useRealTimers();
    }
  }

  test("are gone when it ends", async () => {
    const { settled, left } = await onFakeClock({});
    expect([settled.outcome, left]).toEqual(["succeeded", 0]);
  });

  test("are gone when it ends after it was told to stop", async () => {
    const { settled, left } = await onFakeClock({ timeoutMs: 1_000, execute: untilStopped });
    expect([settled.outcome, left]).toEqual(["failed", 0]);
  });

  test("end it without its tool, when that does not stop", async () => {
    const { settled, left } = await onFakeClock({ timeoutMs: 1_000, execute: never });
    expect([settled.outcome, textOf(settled), left]).toEqual([
      "failed",
      "Timed out: Act {} did not end within 1000 ms and may have been done in part. Check before you repeat it.",
      0,
    ]);
  });
});

test("what a tool says while it runs is shown at once", async () => {
  const act = tool("Act", { execute: (_, { progress }) => progress("half") });
  const world = await createWorld({ toolList: [act], turns: [{ blocks: [use("Act")] }] });
  const { events } = await world.prompt();
  const [intent] = eventsOf(await world.journal(), "call.intent");
  expect(events).toContainEqual({ type: "call.progress", call: intent?.call, text: "half" });
});

test("a call for which its prompt has no room does not start, and is not said to have", async () => {
  const ran: string[] = [];
  const act = tool("Act", { execute: () => void ran.push("Act") });
  const turns = [{ blocks: [use("Act"), use("Act")] }, { blocks: [] }];
  const world = await createWorld({ toolList: [act], turns, limits: { maxCalls: 1 } });
  await world.prompt();
  await world.session.close();
  const journal = await world.journal();
  expect([ran, eventsOf(journal, "call.intent").length]).toEqual([["Act"], 1]);
  const [, over] = eventsOf(journal, "call.settled");
  expect(over).toMatchObject({
    outcome: "cancelled",
    result: { content: expect.stringMatching(/^Cancelled before it ran: .*Nothing was done/) },
  });
});

describe("how long a tool ran", () => {
  test.each<[string, Parameters<typeof tool>[1]]>([
    ["succeeds", {}],
    ["fails", { execute: () => Promise.reject(new Error("broke")) }],
    ["times out", { timeoutMs: 5, execute: untilStopped }],
  ])("is journalled in whole milliseconds when it %s", async (_, over) => {
    const world = await createWorld({ toolList: [tool("Act", over)] });
    await callOne(world, "Act");
    await world.session.close();
    const [settled] = eventsOf(await world.journal(), "call.settled");
    expect([Number.isInteger(settled?.durationMs), (settled?.durationMs ?? -1) >= 0]).toEqual([true, true]);
  });
});

describe("an abort", () => {
  test("before the start cancels without a trace of running", async () => {
    let ran = false;
    const world = await createWorld({
      toolList: [
        tool("Act", {
          execute: () => {
            ran = true;
          },
        }),
      ],
    });
    const settled = await callOne(world, "Act", {}, AbortSignal.abort());
    expect([settled.outcome, textOf(settled), ran]).toEqual([
      "cancelled",
      "Cancelled before it ran: nothing was done.",
      false,
    ]);
  });

  test("while a call waits for another cancels it, and the other is told it was stopped", async () => {
    const started = latch();
    const log: string[] = [];
    const slow = tool("Slow", {
      execute: (input, context) => {
        started.open();
        return untilStopped(input, context);
      },
    });
    const world = await createWorld({
      toolList: [slow, tool("Next", { execute: () => void log.push("next") })],
    });
    const abort = new AbortController();
    const calls = world.session.call(
      [
        { tool: "Slow", input: {} },
        { tool: "Next", input: {} },
      ],
      { signal: abort.signal },
    );
    await started.promise;
    abort.abort();
    expect((await calls).map((settled) => [settled.outcome, textOf(settled)])).toEqual([
      [
        "cancelled",
        "Cancelled while it ran: Slow {} was stopped and may have been done in part. Check before you repeat it.\nso far: 3 of 5",
      ],
      ["cancelled", "Cancelled before it ran: nothing was done."],
    ]);
    expect(log).toEqual([]);
    expect((await callOne(world, "Next")).outcome).toBe("succeeded");
  });

  test("lets a tool with onInterrupt `finish` end", async () => {
    const started = latch();
    const finish = latch<string>();
    const careful = tool("Careful", {
      onInterrupt: "finish",
      execute: async (_, { signal }) => {
        started.open();
        const said = await finish.promise;
        return `${said}, aborted: ${signal.aborted}`;
      },
    });
    const world = await createWorld({ toolList: [careful] });
    const abort = new AbortController();
    const call = callOne(world, "Careful", {}, abort.signal);
    await started.promise;
    abort.abort();
    finish.open("all written");
    const settled = await call;
    expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", "all written, aborted: false"]);
  });

  test.each<[string, object]>([
    ["effects", { effects: never }],
    ["checkPermission", { checkPermission: never }],
    ["validateInput", { validateInput: never }],
  ])("ends a call whose tool hangs in %s, and later calls run", async (_, over) => {
    const world = await createWorld({ toolList: [tool("Hang", over), tool("Act")] });
    const hung = await callOne(world, "Hang", {}, AbortSignal.timeout(20));
    expect([hung.outcome, textOf(hung)]).toEqual(["cancelled", "Cancelled before it ran: nothing was done."]);
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
  });
});

describe("a path that leads elsewhere after the decision is denied", () => {
  const swapping = async (target: (cwd: string) => string) => {
    let ran = false;
    let world: World | undefined;
    const write = tool("Write", {
      effects: (_, context) => [{ kind: "write", path: context.resolve("file") }],
      execute: () => {
        ran = true;
      },
    });
    world = await createWorld({
      toolList: [write],
      plugins: [
        tapping(({ permission }) =>
          permission.tap("swap", async () => {
            const { cwd } = world as World;
            await writeFile(join(cwd, "file"), "");
            await rename(join(cwd, "file"), join(cwd, "moved"));
            await symlink(target(cwd), join(cwd, "file"));
          }),
        ),
      ],
    });
    const settled = await callOne(world, "Write");
    return [settled.outcome, textOf(settled).split(" leads")[0], ran, world.cwd];
  };

  test.each<[string, (cwd: string) => string]>([
    ["to another file", (cwd) => join(cwd, "elsewhere")],
    ["in a circle", (cwd) => join(cwd, "file")],
  ])("%s", async (_, target) => {
    const [outcome, text, ran, cwd] = await swapping(target);
    expect([outcome, text, ran]).toEqual(["denied", `Permission denied: \`${cwd}/file\``, false]);
  });
});

describe("ctx.call", () => {
  test("of a child the person stopped ends the turn, whatever its parent makes of it", async () => {
    const world = await createWorld({
      toolList: [
        tool("Parent", { execute: async (_, context) => (await context.call("Child", {})).outcome }),
        tool("Child"),
      ],
      permissions: { allow: ["Parent"] },
      answerers: [{ name: "test", answer: async () => ({ behavior: "stop" }) }],
    });
    const settled = await callOne(world, "Parent");
    expect([settled.outcome, settled.endTurn]).toEqual(["succeeded", "stopped by the person"]);
  });

  test("that the parent does not wait for ends with it", async () => {
    let stopped = false;
    const started = latch();
    let ended = () => {};
    const childEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const world = await createWorld({
      toolList: [
        tool("Parent", {
          execute: async (_, context) => {
            void context.call("Child", {});
            await started.promise;
          },
        }),
        tool("Child", {
          isConcurrencySafe: true,
          execute: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              started.open();
              signal.addEventListener("abort", () => {
                stopped = true;
                ended();
                reject(signal.reason);
              });
            }),
        }),
      ],
    });
    expect((await callOne(world, "Parent")).outcome).toBe("succeeded");
    await childEnded;
    expect(stopped).toBe(true);
  });

  const calling = (name: string, ...others: string[]) =>
    tool(name, {
      execute: async (_, context) => {
        const results = await Promise.all(others.map((other) => context.call(other, {})));
        return results.map(({ outcome, text }) => `${outcome}: ${text}`).join("; ");
      },
    });

  test("takes the child through the whole house, with a decision of its own", async () => {
    const world = await createWorld({
      toolList: [calling("Parent", "Fine", "Refused", "Nobody"), tool("Fine"), tool("Refused")],
      permissions: { allow: ["Parent", "Fine"] },
      headless: true,
    });
    const settled = await callOne(world, "Parent");
    expect(textOf(settled)).toMatch(
      /^succeeded: Fine ran; denied: Permission denied.*; invalid: There is no tool/,
    );
    await world.session.close();
    const entries = await world.journal();
    expect(
      eventsOf(entries, "call.decided").map(({ tool: name, decision }) => [name, decision.effective]),
    ).toEqual(
      expect.arrayContaining([
        ["Parent", "allow"],
        ["Fine", "allow"],
        ["Refused", "deny"],
      ]),
    );
    expect(eventsOf(entries, "call.settled")).toHaveLength(4);
  });

  test.each([1, 2, 10])(
    "does not lock up parents that run alone, with room for %s",
    async (maxConcurrency) => {
      const grandparent = calling("Grandparent", "Parent", "Parent");
      const world = await createWorld({
        toolList: [grandparent, calling("Parent", "Leaf", "Leaf"), tool("Leaf")],
        limits: { maxConcurrency },
      });
      const settled = await world.session.call([
        { tool: "Grandparent", input: {} },
        { tool: "Grandparent", input: {} },
      ]);
      expect(settled.map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded"]);
      expect(settled.every((one) => !/failed|cancelled/.test(textOf(one)))).toBe(true);
    },
  );

  test("does not lock up when one child ends while another is still at its gates", async () => {
    const slowGate = tool("SlowGate", {
      isConcurrencySafe: true,
      checkPermission: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return undefined;
      },
    });
    const quick = tool("Quick", { isConcurrencySafe: true });
    const world = await createWorld({
      toolList: [calling("Parent", "Quick", "SlowGate"), quick, slowGate],
      limits: { maxConcurrency: 1 },
    });
    const settled = await callOne(world, "Parent", {}, AbortSignal.timeout(1_500));
    expect([settled.outcome, textOf(settled)]).toEqual([
      "succeeded",
      "succeeded: Quick ran; succeeded: SlowGate ran",
    ]);
  });
});

test("many calls under one signal leave no listeners and no warning behind", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => void warnings.push(warning);
  process.on("warning", listen);

  const world = await createWorld({ toolList: [tool("Act", { isConcurrencySafe: true })] });
  const { signal } = new AbortController();
  await world.session.call(Array(50).fill({ tool: "Act", input: {} }), { signal });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("slots set by a tool are journalled, and values are copies that cannot be changed", async () => {
  const slot = defineSlot<{ readonly n: number[] }>("test/slot");
  const value = { n: [1] };
  const set = tool("Set", { execute: (_, { slots }) => slots.set(slot, "k", value) });
  const get = tool("Get", {
    execute: (_, { slots }) => {
      const found = slots.get(slot, "k");
      return `${JSON.stringify(found)} ${Object.isFrozen(found?.n)}`;
    },
  });
  const unkeepable = [10n, new Map(), new Date(), () => {}, [Symbol("s")]];
  const bad = tool("Bad", {
    execute: (_, { slots }) => slots.set(defineSlot<never>("test/slot"), "bad", unkeepable.shift() as never),
  });
  const world = await createWorld({ toolList: [set, get, bad] });
  await callOne(world, "Set");
  value.n.push(2);
  expect(textOf(await callOne(world, "Get"))).toBe('{"n":[1]} true');
  for (const what of ["a bigint", "an object", "an object", "a function", "a symbol"])
    expect(textOf(await callOne(world, "Bad"))).toMatch(
      `the slot \`test/slot\` cannot keep \`bad\`: it holds ${what}`,
    );
  expect((await callOne(world, "Get")).outcome).toBe("succeeded");
  await world.session.close();
  expect(eventsOf(await world.journal(), "slot.set")).toEqual([
    { type: "slot.set", slot: "test/slot", key: "k", value: { n: [1] } },
  ]);
});

test("a tool sees the effects its call was allowed, links followed", async () => {
  const seen: unknown[] = [];
  const effectful = tool("Touches", {
    effects: (_, { cwd }) => [
      { kind: "write", path: join(cwd, "link", "a") },
      { kind: "state", slot: "x", access: "read" },
    ],
    execute: (_, { effects }) => void seen.push(...effects),
  });
  const world = await createWorld({ toolList: [effectful] });
  await symlink(world.cwd, join(world.cwd, "link"));
  await callOne(world, "Touches");
  expect(seen).toEqual([
    { kind: "write", path: join(world.cwd, "link", "a"), realPath: join(world.cwd, "a") },
    { kind: "state", slot: "x", access: "read" },
  ]);
});
