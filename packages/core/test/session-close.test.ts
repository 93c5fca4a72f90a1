import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { createWorld, eventsOf, latch, tool } from "./world.ts";

test("close aborts a prompt, waits for its calls, and only then gives the session free", async () => {
  const started = latch();
  let ended = false;
  const slow = tool("Slow", {
    async execute(_, { signal }) {
      started.open();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended = true;
    },
  });
  const world = await createWorld({
    toolList: [slow],
    turns: [{ blocks: [{ type: "tool_use", name: "Slow" }] }],
  });
  const prompting = world.prompt();
  await started.promise;
  await world.session.close();
  expect(ended).toBe(true);
  expect((await prompting).summary.reason).toBe("aborted");
  const entries = await world.journal();
  expect(eventsOf(entries, "call.settled").map(({ outcome }) => outcome)).toEqual(["succeeded"]);
  expect(entries.at(-1)?.event).toMatchObject({ type: "turn.ended", reason: "aborted" });
  expect(await readdir(world.session.directory)).not.toContain("lock");
});

test("close waits for calls without a model as well, and can be called again", async () => {
  const started = latch();
  const slow = tool("Slow", {
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        started.open();
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  });
  const world = await createWorld({ toolList: [slow] });
  const calling = world.session.call([{ tool: "Slow", input: {} }]);
  await started.promise;
  await Promise.all([world.session.close(), world.session.close()]);
  expect((await calling)[0]?.outcome).toBe("cancelled");
  expect(eventsOf(await world.journal(), "call.settled")).toHaveLength(1);
  await expect(world.session.call([{ tool: "Slow", input: {} }])).rejects.toThrow("is closed");
});

test.each<[string, unknown, string]>([
  [
    "a result",
    [{ type: "tool_result", tool_use_id: "t", content: "x" }],
    "block 0 of the prompt is a result",
  ],
  ["a block nobody takes", [{ type: "mystery" }], "the prompt has a block of type `mystery`"],
  [
    "an image nobody takes",
    [
      { type: "text", text: "see" },
      { type: "image", source: { type: "base64", media_type: "image/bmp", data: "aa" } },
    ],
    "the prompt has an image of the type `image/bmp`, as block 1",
  ],
])("a prompt with %s is refused before anything is recorded", async (_, content, message) => {
  const world = await createWorld();
  await expect(world.session.prompt(content as never).next()).rejects.toThrow(message);
  expect(world.model.requests).toEqual([]);
});

test("half a character in a prompt is replaced", async () => {
  const world = await createWorld();
  await world.prompt("a\ud800b");
  expect(world.model.requests[0]?.messages[0]?.content).toEqual([{ type: "text", text: "a\ufffdb" }]);
});
