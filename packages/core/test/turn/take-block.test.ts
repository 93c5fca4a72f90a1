import { describe, expect, test } from "vitest";
import { type ModelPort, Type } from "../../src/index.ts";
import { createWorld, eventsOf, tool, type World } from "../world.ts";
import { resultsIn, stillSound, text, use } from "./conversation.ts";
import { rawMessage, rawModel, rawText, rawUse, saying } from "./raw-model.ts";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const reader = () => {
  const read: unknown[] = [];
  const input = Type.Object({ file_path: Type.String() });
  return {
    read,
    tool: tool("Read", {
      input: input as never,
      execute: (given) => {
        read.push((given as { file_path: string }).file_path);
        return `read ${(given as { file_path: string }).file_path}`;
      },
    }),
  };
};
const journalled = async (world: World) => {
  await world.session.close();
  return world.journal();
};

/** A port of somebody else, that passes on whatever it was given. */
const careless = (blocks: readonly object[]): ModelPort => {
  let isFirst = true;
  return {
    name: "careless",
    async *stream() {
      const said = isFirst ? blocks : [text("Done.")];
      isFirst = false;
      yield { type: "message.started", id: "m", model: "x" };
      for (const block of said) yield { type: "block.completed", block: block as never };
      yield { type: "message.completed", stopReason: "end_turn", usage: NO_USAGE };
    },
  };
};

describe("ids of tool uses", () => {
  test("that come twice, in one message or later, and empty ones are made unique", async () => {
    const act = tool("Act", { execute: (input) => JSON.stringify(input) });
    const world = await createWorld({
      toolList: [act],
      turns: [
        { blocks: [use("Act", { id: "x", input: { n: 1 } }), use("Act", { id: "x", input: { n: 2 } })] },
        { blocks: [use("Act", { id: "x", input: { n: 3 } }), use("Act", { id: "", input: { n: 4 } })] },
      ],
    });
    await world.prompt();
    const messages = await stillSound(world);
    const results = messages.flatMap((_, i) => resultsIn(messages, i));
    expect(results.map(({ content }) => content)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
    expect(new Set(results.map(({ tool_use_id }) => tool_use_id)).size).toBe(4);
    const given = eventsOf(await journalled(world), "block.completed").map((event) => event.given);
    expect(given.slice(0, 4)).toEqual([undefined, { id: "x" }, { id: "x" }, { id: "" }]);
  });

  test("a use that comes twice counts once; the same id with another input is another use", async () => {
    const { read, tool: readTool } = reader();
    const a = { id: "t1", name: "Read" };
    const model = rawModel((index) => {
      if (index === 0) return { events: rawMessage([rawUse(0, a, '{"file_path":"/w/old"}')], "tool_use") };
      if (index > 1) return saying("Done.");
      const blocks = [
        rawUse(0, a, '{"file_path":"/w/a"}'),
        rawUse(1, a, '{"file_path":', '"/w/a"}'),
        rawUse(2, a, '{"file_path":"/w/b"}'),
        rawUse(3, { id: "", name: "Read" }, '{"file_path":"/w/c"}'),
      ];
      return { events: rawMessage(blocks, "tool_use") };
    });
    const world = await createWorld({ toolList: [readTool], model });
    await world.prompt();
    expect(read).toEqual(["/w/old", "/w/a", "/w/b", "/w/c"]);
    const messages = await stillSound(world, model.requests);
    expect(resultsIn(messages, 4).map(({ content }) => content)).toEqual([
      "read /w/a",
      "read /w/b",
      "read /w/c",
    ]);
    expect(eventsOf(await journalled(world), "transcript.repaired")).toEqual([
      { type: "transcript.repaired", what: ["the tool use `t1` of `Read` came twice and counts once"] },
    ]);
  });

  test("two uses without an id, and two that could not be read, are never taken for one", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      turns: [
        {
          blocks: [
            use("Act", { id: "" }),
            use("Act", { id: "" }),
            use("Act", { id: "z", inputText: "{}" }),
            use("Act", { id: "z", inputText: "[1" }),
            use("Act", { id: "z", inputText: "[2" }),
          ],
        },
      ],
    });
    await world.prompt();
    expect(resultsIn(world.model.requests[1]?.messages)).toHaveLength(5);
    await stillSound(world);
  });
});

describe("a tool use that names or holds something odd", () => {
  test("gets a result that says so, and can be sent back", async () => {
    const { read, tool: readTool } = reader();
    const world = await createWorld({
      toolList: [readTool],
      model: careless([
        { type: "tool_use", id: "t1", name: "read_file", input: { file_path: "/w/a" } },
        {
          type: "tool_use",
          id: "t2",
          name: "Read",
          input: JSON.parse('{"file_path":"/w/a","__proto__":{"x":1}}'),
        },
        { type: "tool_use", id: "t3", name: "constructor", input: { file_path: "/w/a" } },
        { type: "tool_use", id: "t4", name: "Read", input: "oops" },
        { type: "tool_use", id: "t 5", name: "x y", input: {} },
        { type: "tool_use" },
      ]),
    });
    await world.prompt();
    await world.session.close();
    const results = eventsOf(await world.journal(), "call.settled").map(({ result }) => result);
    expect(results.map(({ content }) => content)).toEqual([
      "There is no tool named `read_file`. Did you mean `Read`?",
      expect.stringContaining("the key `__proto__` is not accepted"),
      "There is no tool named `constructor`. Use one of the tools you were given.",
      "The input for `Read` could not be read: it is not a JSON object. Send the call again with one valid JSON object.",
      "There is no tool named `x y`. Use one of the tools you were given.",
      "There is no tool named ``. Use one of the tools you were given.",
    ]);
    expect(results.every(({ is_error }) => is_error)).toBe(true);
    expect(read).toEqual([]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("as the API sends it, is refused before any prototype is reached", async () => {
    const { read, tool: readTool } = reader();
    const model = rawModel((index) =>
      index > 0
        ? saying("Done.")
        : {
            events: rawMessage(
              [
                rawUse(0, { name: "Read" }, '{"file_path":"/w/a","__proto__":{"x":1}}'),
                rawUse(1, { name: "Read" }, '"oops"'),
                rawUse(2, { name: "no such tool!" }, "{}"),
              ],
              "tool_use",
            ),
          },
    );
    const world = await createWorld({ toolList: [readTool], model });
    await world.prompt();
    const messages = await stillSound(world, model.requests);
    expect(messages[1]?.content).toMatchObject([{ input: {} }, { input: {} }, { name: "no_such_tool_" }]);
    expect(resultsIn(messages, 2).map(({ content }) => content)).toEqual([
      expect.stringContaining("the key `__proto__` is not accepted"),
      expect.stringContaining("it is not a JSON object"),
      expect.stringContaining("There is no tool named `no such tool!`"),
    ]);
    expect(read).toEqual([]);
  });
});

test("half a character in a text or an input does not spoil the requests that follow", async () => {
  const model = rawModel((index) =>
    index > 0
      ? saying("Done.")
      : {
          events: rawMessage(
            [rawText(0, "cut \ud83d"), rawUse(1, { name: "Act" }, '{"a":"\\ud83d"}')],
            "tool_use",
          ),
        },
  );
  const world = await createWorld({
    toolList: [tool("Act", { execute: (input) => (input as { a: string }).a })],
    model,
  });
  await world.prompt();
  const messages = await stillSound(world, model.requests);
  expect(messages[1]?.content).toMatchObject([{ text: "cut \ufffd" }, { input: { a: "\ufffd" } }]);
});
