import { describe, expect, test } from "vitest";
import { createWorld, says, uses, type World } from "./world.ts";

const todo = (content: string, status: "pending" | "in_progress" | "completed" = "pending") => ({
  content,
  status,
  activeForm: `Doing ${content}`,
});

const shown = async (world: World, tool: string, input: unknown): Promise<string> => {
  const { events } = await world.prompt();
  const found = events.find((event) => event.type === "call.shown" && event.tool === tool);
  if (found?.type !== "call.shown")
    throw new Error(`${tool} was not shown, asked for ${JSON.stringify(input)}`);
  return found.text;
};

describe("TodoWrite", () => {
  const list = { todos: [todo("a", "completed"), todo("b", "in_progress"), todo("c")] };

  test("keeps the whole list and says so in a line to the model", async () => {
    const world = await createWorld();
    expect(await world.call("TodoWrite", list)).toEqual({
      outcome: "succeeded",
      text: "The list was kept: 2 of 3 open. Go on with the next item.",
    });
    expect((await world.call("TaskList", {})).text).toBe(
      "1. [completed] a\n2. [in_progress] b\n3. [pending] c",
    );
  });

  test("shows the list to the person", async () => {
    const world = await createWorld({ scripts: { main: [uses("TodoWrite", list), says("ok")] } });
    expect(await shown(world, "TodoWrite", list)).toBe("☑ a\n▶ Doing b\n☐ c");
  });

  test("is journalled as state, so that it is there when the session goes on", async () => {
    const world = await createWorld();
    await world.call("TodoWrite", list);
    const slots = (await world.events()).filter(({ type }) => type === "slot.set");
    expect(slots).toMatchObject([
      { slot: "agent/work", key: "1", value: { subject: "a", status: "completed" } },
      { slot: "agent/work", key: "2" },
      { slot: "agent/work", key: "3" },
    ]);
    const { id } = world.session;
    await world.session.close();
    const again = await createWorld({ cwd: world.cwd, home: world.home, resume: id, stateOf: world });
    expect((await again.call("TaskList", {})).text).toContain("2. [in_progress] b");
  });

  test("takes the place of the list before", async () => {
    const world = await createWorld();
    await world.call("TodoWrite", list);
    await world.call("TodoWrite", { todos: [todo("d")] });
    expect((await world.call("TaskList", {})).text).toBe("1. [pending] d");
  });

  test("clears a list on which everything is done", async () => {
    const world = await createWorld();
    await world.call("TodoWrite", list);
    const { text } = await world.call("TodoWrite", { todos: [todo("a", "completed")] });
    expect(text).toContain("it was cleared");
    expect((await world.call("TaskList", {})).text).toBe("There are no tasks.");
  });

  test("advises one item in progress, and refuses nothing but what the schema does", async () => {
    const world = await createWorld();
    const two = { todos: [todo("a", "in_progress"), todo("b", "in_progress")] };
    expect((await world.call("TodoWrite", two)).text).toContain("2 are in progress");
    expect((await world.call("TodoWrite", { todos: [{ content: "a", status: "done" }] })).outcome).toBe(
      "invalid",
    );
  });

  test("belongs to one agent", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": [uses("TodoWrite", { todos: [todo("its own")] }), says("ok")] },
    });
    await world.call("TodoWrite", list);
    await world.call("Agent", { description: "x", prompt: "y" });
    expect((await world.call("TaskList", {})).text).toBe(
      "1. [completed] a\n2. [in_progress] b\n3. [pending] c",
    );
  });

  test.each(["plan", "dontAsk"] as const)("needs no permission in mode %s", async (mode) => {
    const world = await createWorld({ mode });
    expect((await world.call("TodoWrite", list)).outcome).toBe("succeeded");
  });
});

describe("tasks", () => {
  test("are added with the next free id", async () => {
    const world = await createWorld();
    await world.call("TodoWrite", { todos: [todo("a"), todo("b")] });
    const { text } = await world.call("TaskCreate", { subject: "c", description: "more" });
    expect(text).toBe("Task 3 was added: c");
    expect(JSON.parse((await world.call("TaskGet", { taskId: "3" })).text)).toEqual({
      id: "3",
      subject: "c",
      description: "more",
      status: "pending",
      blocks: [],
      blockedBy: [],
    });
  });

  test("wait for each other, both knowing it, until one is deleted", async () => {
    const world = await createWorld();
    await world.call("TodoWrite", { todos: [todo("a"), todo("b")] });
    await world.call("TaskUpdate", { taskId: "2", addBlockedBy: ["1"], status: "in_progress", owner: "me" });
    expect((await world.call("TaskList", {})).text).toBe(
      "1. [pending] a\n2. [in_progress] b (me) waits for 1",
    );
    expect((await world.call("TaskGet", { taskId: "1" })).text).toContain('"blocks": [\n    "2"\n  ]');
    await world.call("TaskUpdate", { taskId: "1", status: "deleted" });
    expect((await world.call("TaskList", {})).text).toBe("2. [in_progress] b (me)");
  });

  test("have metadata whose keys are set, and taken away by null", async () => {
    const world = await createWorld();
    await world.call("TaskCreate", { subject: "a", description: "", metadata: { x: 1, y: 2 } });
    await world.call("TaskUpdate", { taskId: "1", metadata: { x: null, z: 3 } });
    expect(JSON.parse((await world.call("TaskGet", { taskId: "1" })).text).metadata).toEqual({ y: 2, z: 3 });
  });

  test.each([
    ["TaskGet", { taskId: "9" }, "There is no task `9`. Use one of `1`."],
    ["TaskUpdate", { taskId: "1", addBlocks: ["7"] }, "There is no task `7`. Use one of `1`."],
    ["TaskUpdate", { taskId: "1", addBlockedBy: ["1"] }, "Task 1 cannot wait for itself. Name other tasks."],
  ])("%s of %o is refused in words", async (tool, input, text) => {
    const world = await createWorld();
    await world.call("TodoWrite", { todos: [todo("a")] });
    expect(await world.call(tool, input)).toEqual({ outcome: "invalid", text });
  });
});
