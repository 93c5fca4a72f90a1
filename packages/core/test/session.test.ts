import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld, eventsOf, latch, tool } from "./world.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (name: string) => ({ type: "tool_use", name }) as const;

describe("a prompt", () => {
  test("that is left early is aborted, and the next one works", async () => {
    const stopped = latch();
    const hold = tool("Hold", {
      execute: (_, { signal, progress }) =>
        new Promise((_resolve, reject) => {
          progress("holding");
          signal.addEventListener("abort", () => {
            stopped.open();
            reject(signal.reason);
          });
        }),
    });
    const world = await createWorld({ toolList: [hold], turns: [{ blocks: [use("Hold")] }] });
    for await (const event of world.session.prompt("go")) if (event.type === "call.progress") break;
    await stopped.promise;
    expect((await world.prompt()).summary.reason).toBe("done");
    await world.session.close();
    expect(eventsOf(await world.journal(), "turn.ended").map(({ reason }) => reason)).toEqual([
      "aborted",
      "done",
    ]);
  });

  test("is refused while another runs, which goes on undisturbed", async () => {
    const world = await createWorld({ turns: [{ blocks: [text("a"), text("b")], delayMs: 20 }] });
    const first = world.prompt();
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_SESSION_BUSY" });
    expect((await first).summary.reason).toBe("done");
    expect((await world.prompt()).summary.reason).toBe("done");
  });

  test("without a model says what to do", async () => {
    const world = await createWorld({ model: undefined as never });
    await expect(world.prompt()).rejects.toMatchObject({
      code: "GNT_MODEL_MISSING",
      hint: expect.stringContaining("passes `model` to `new Gauntlet`"),
    });
  });

  test("whose journal cannot be written rejects, although nothing needed the disk", async () => {
    const world = await createWorld();
    await writeFile(world.state, "a file where a directory must be");
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_SESSION_JOURNAL" });
    await world.session.close().catch(() => undefined);
  });

  test("yields every journalled event, in order", async () => {
    const world = await createWorld({ toolList: [tool("Act")], turns: [{ blocks: [use("Act")] }] });
    const { events } = await world.prompt();
    await world.session.close();
    const live = new Set(["text", "thinking", "call.requested", "call.progress", "call.shown"]);
    const journalled = (await world.journal()).map(({ event }) => event);
    expect(events.filter(({ type }) => !live.has(type))).toEqual(journalled);
  });
});

describe("close", () => {
  test("tells of a journal that could not be written, and gives the session free all the same", async () => {
    const act = tool("Look", { isReadOnly: true, effects: () => [] });
    const world = await createWorld({ toolList: [act] });
    await mkdir(join(world.session.directory, "journal.jsonl"), { recursive: true });
    expect((await world.session.call([{ tool: "Look", input: {} }]))[0]?.outcome).toBe("failed");
    await expect(world.session.close()).rejects.toMatchObject({ code: "GNT_SESSION_JOURNAL" });
    expect(await readdir(world.session.directory)).not.toContain("lock");
  });

  test("makes nothing for a session in which nothing happened", async () => {
    const world = await createWorld({ toolList: [tool("Act")] });
    await world.session.explain({ tool: "Act", input: {} });
    await world.session.tools();
    await world.session.close();
    await expect(readdir(world.state)).rejects.toThrow("ENOENT");
  });

  test("is final: nothing runs afterwards and the journal stays as it is", async () => {
    let runs = 0;
    const world = await createWorld({ toolList: [tool("Act", { execute: () => String(++runs) })] });
    await world.prompt();
    await world.session.close();
    const continued = await world.gauntlet.session({ resume: world.session.id });
    for await (const _ of continued.prompt("more"));
    await continued.close();
    const before = await readFile(join(continued.directory, "journal.jsonl"), "utf8");
    const act = { tool: "Act", input: {} };
    for (const late of [
      () => continued.call([act]),
      () => continued.prompt("late").next(),
      () => continued.remember({ behavior: "allow", rule: "Act", scope: "session" }),
      () => continued.compact(),
      () => continued.explain(act),
      () => continued.agent({ name: "late", system: "s" }),
      () => continued.tools(),
    ])
      await expect(late()).rejects.toMatchObject({
        code: "GNT_SESSION_CLOSED",
        message: `the session \`${continued.id}\` is closed`,
      });
    await continued.close().catch(() => undefined);
    expect([runs, await readFile(join(continued.directory, "journal.jsonl"), "utf8")]).toEqual([0, before]);
  });
});

describe("resume", () => {
  test.each(["nobody", "../x", "a/b", ""])(
    "of `%s` finds no session and leaves nothing behind",
    async (resume) => {
      const world = await createWorld();
      await expect(world.gauntlet.session({ resume })).rejects.toMatchObject({
        code: "GNT_SESSION_NOT_FOUND",
      });
      await expect(readdir(world.state)).rejects.toThrow("ENOENT");
    },
  );

  test("of a damaged journal goes on with what is whole, and says once which lines are not", async () => {
    const world = await createWorld();
    await world.prompt();
    await world.session.close();
    const path = join(world.session.directory, "journal.jsonl");
    await appendFile(path, "not a line of ours\n");
    const lines = (await readFile(path, "utf8")).split("\n").length - 1;
    for (let i = 0; i < 2; i++) {
      const session = await world.gauntlet.session({ resume: world.session.id });
      expect(session.warnings).toEqual([
        `the journal of this session is damaged in line ${lines} (it cannot be read); what was said there is missing`,
      ]);
      await session.close();
    }
  });

  test("continue goes on with the session that was written last", async () => {
    const world = await createWorld();
    await world.prompt();
    await world.session.close();
    const continued = await world.gauntlet.session({ continue: true });
    expect(continued.id).toBe(world.session.id);
    await continued.close();
  });
});

test.each([
  ["an empty text", ""],
  ["white space", " \n"],
  ["no block", []],
] as const)("a prompt of %s is refused and leaves the conversation as it was", async (_, content) => {
  const world = await createWorld({ turns: [{ blocks: [{ type: "text", text: "hello" }] }] });
  await expect(world.session.prompt(content).next()).rejects.toMatchObject({ code: "GNT_SESSION_PROMPT" });
  expect((await world.prompt("go")).summary.reason).toBe("done");
});
