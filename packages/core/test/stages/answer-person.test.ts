import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Answerer } from "../../src/index.ts";
import { callOne, createWorld, latch, tapping, textOf, tool } from "../world.ts";
import { decided, person, says } from "./persons.ts";

const asks = { permissions: {} };

describe("an ask is answered", () => {
  test.each<[string, readonly Answerer[], string, string]>([
    ["with a yes", [says({ behavior: "allow" })], "succeeded", "Act ran"],
    [
      "with a no",
      [says({ behavior: "deny" })],
      "denied",
      "The person refused this call. Do not repeat it; ask what they want instead.",
    ],
    [
      "with a no and a word",
      [says({ behavior: "deny", message: "use git mv" })],
      "denied",
      "The person refused this call and says: use git mv",
    ],
    [
      "with stop",
      [says({ behavior: "stop" })],
      "denied",
      "The person stopped the task here. Wait for their next message.",
    ],
    [
      "by the first that answers",
      [says(undefined), says({ behavior: "allow" }), says({ behavior: "deny" })],
      "succeeded",
      "Act ran",
    ],
    ["by the next when one says null", [says(null), says({ behavior: "allow" })], "succeeded", "Act ran"],
    [
      "with a no when nobody answers",
      [says(undefined)],
      "denied",
      "Permission denied: Act {} needs a person's yes and there is nobody to ask. Choose another way, or say what you would need.",
    ],
    [
      "with a no when there is nobody",
      [],
      "denied",
      "Permission denied: Act {} needs a person's yes and there is nobody to ask. Choose another way, or say what you would need.",
    ],
    [
      "with a no when the answer is none",
      [says({ behavior: "yes" }), says({ behavior: "allow" })],
      "denied",
      "The person refused this call. Do not repeat it; ask what they want instead.",
    ],
    [
      "with a no when the answerer throws",
      [
        person(async () => {
          throw new Error("no terminal");
        }),
        says({ behavior: "allow" }),
      ],
      "denied",
      "Permission denied: the question could not be put to the person (no terminal). Choose another way, or say what you would need.",
    ],
    [
      "with a no when the answerer throws at once",
      [
        person(() => {
          throw new Error("no terminal");
        }),
      ],
      "denied",
      "Permission denied: the question could not be put to the person (no terminal). Choose another way, or say what you would need.",
    ],
  ])("%s", async (_, answerers, outcome, text) => {
    const world = await createWorld({ toolList: [tool("Act")], ...asks, answerers });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual([outcome, text]);
  });

  test("and the decision says who answered what", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      ...asks,
      answerers: [says({ behavior: "deny", message: "no" }, "anna")],
    });
    await callOne(world, "Act");
    expect(await decided(world)).toMatchObject([
      { behavior: "ask", effective: "deny", answer: { by: "anna", behavior: "deny", message: "no" } },
    ]);
  });

  test("by nobody in a headless session, whoever could", async () => {
    const answerers = [says({ behavior: "allow" })];
    const world = await createWorld({ toolList: [tool("Act")], ...asks, headless: true, answerers });
    expect((await callOne(world, "Act")).outcome).toBe("denied");
  });

  test("for the input that was shown, whatever else the tool that asks would rather have", async () => {
    const ran: unknown[] = [];
    const act = tool("Act", {
      checkPermission: () => ({ behavior: "ask", why: "sure?", updatedInput: { x: "other" } }) as never,
      execute: (input) => `${ran.push(input)}`,
    });
    const world = await createWorld({ toolList: [act], answerers: [says({ behavior: "allow" })] });
    expect((await callOne(world, "Act", { x: "shown" })).outcome).toBe("succeeded");
    expect(ran).toEqual([{ x: "shown" }]);
  });

  test("with a no, said as such, when nobody can be asked", async () => {
    const world = await createWorld({ toolList: [tool("Act")], ...asks, headless: true });
    expect(await callOne(world, "Act")).toMatchObject({
      outcome: "denied",
      decision: { behavior: "ask", effective: "deny", headless: true },
    });
  });

  test("never when a deny vote stands", async () => {
    let asked = 0;
    const world = await createWorld({
      toolList: [tool("Act")],
      permissions: { deny: ["Act(x:*)"], ask: ["Act"] },
      answerers: [
        person(async () => {
          asked++;
          return { behavior: "allow" };
        }),
      ],
    });
    expect((await callOne(world, "Act", { x: "1" })).outcome).toBe("denied");
    expect(asked).toBe(0);
  });

  test("and then deny votes are taken again", async () => {
    let answered = false;
    const world = await createWorld({
      toolList: [tool("Act")],
      ...asks,
      answerers: [
        person(async () => {
          answered = true;
          return { behavior: "allow" };
        }),
      ],
      plugins: [
        tapping(({ permission }) =>
          permission.tap("late", ({ vote }) => {
            if (answered) vote("deny", "no longer");
          }),
        ),
      ],
    });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, settled.decision?.behavior]).toEqual(["denied", "deny"]);
  });

  test("and then a path that leads elsewhere than what the person saw is denied", async () => {
    let cwd = "";
    let ran = false;
    const write = tool("Write", {
      effects: (_, context) => [{ kind: "write", path: context.resolve("link/file") }],
      execute: () => {
        ran = true;
      },
    });
    const world = await createWorld({
      toolList: [write],
      ...asks,
      answerers: [
        person(async () => {
          await rename(join(cwd, "link"), join(cwd, "old"));
          await symlink(join(cwd, "secret"), join(cwd, "link"));
          return { behavior: "allow" };
        }),
      ],
    });
    cwd = world.cwd;
    await mkdir(join(cwd, "link"));
    await mkdir(join(cwd, "secret"));
    const settled = await callOne(world, "Write");
    expect([settled.outcome, ran]).toEqual(["denied", false]);
    expect(textOf(settled)).toContain("leads to another place than when the call was allowed");
  });
});

describe("questions", () => {
  test("are asked one at a time, in order, and each is voted on again before it is shown", async () => {
    const log: string[] = [];
    let open = 0;
    let trusting = false;
    const act = tool("Act", { isConcurrencySafe: true });
    const world = await createWorld({
      toolList: [act],
      ...asks,
      plugins: [
        tapping(({ permission }) =>
          permission.tap("trust", ({ vote }) => {
            if (trusting) vote("allow", "remembered");
          }),
        ),
      ],
      answerers: [
        person(async ({ input }) => {
          expect(++open).toBe(1);
          const { n } = input as { n: number };
          log.push(`asked ${n}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (n === 1) trusting = true;
          open--;
          return { behavior: "allow" };
        }),
      ],
    });
    const settled = await world.session.call([0, 1, 2, 3].map((n) => ({ tool: "Act", input: { n } })));
    expect(settled.map(({ outcome }) => outcome)).toEqual(Array(4).fill("succeeded"));
    expect(log).toEqual(["asked 0", "asked 1"]);
  });

  test("end with an abort although the answerer does not listen, and waiting ones are not asked any more", async () => {
    const asked: unknown[] = [];
    const started = latch();
    const world = await createWorld({
      toolList: [tool("Act", { isConcurrencySafe: true })],
      ...asks,
      answerers: [
        person(({ input }) => {
          asked.push(input);
          started.open();
          return new Promise(() => {});
        }),
      ],
    });
    const abort = new AbortController();
    const calls = world.session.call(
      [1, 2].map((n) => ({ tool: "Act", input: { n } })),
      { signal: abort.signal },
    );
    await started.promise;
    abort.abort();
    expect((await calls).map(({ outcome }) => outcome)).toEqual(["cancelled", "cancelled"]);
    const after = world.session.call([{ tool: "Act", input: { n: 3 } }], { signal: AbortSignal.timeout(30) });
    expect((await after)[0]?.outcome).toBe("cancelled");
    expect(asked).toEqual([{ n: 1 }, { n: 3 }]);
  });
});
