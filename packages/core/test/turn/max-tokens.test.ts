import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMessagesServer } from "@gauntlet/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAnthropicModel, type Message, Type } from "../../src/index.ts";
import { createWorld, tool } from "../world.ts";
import { resultsIn, stillSound, use } from "./conversation.ts";
import { rawMessage, rawModel, rawStop, rawText, rawUse, saying } from "./raw-model.ts";

const [started] = rawMessage([], "");
const read = rawUse(0, { id: "toolu_read", name: "Read" }, '{"file_path":"/w/a"}');
const write = (...pieces: readonly string[]) => rawUse(1, { id: "toolu_write", name: "Write" }, ...pieces);
const unclosed = (block: readonly object[]) => block.slice(0, -1);
const half = ['{"file_path":"/w/x"', ',"content":"abc'];
const wholeInput = '{"file_path":"/w/x"}';
const stop = rawStop("max_tokens");

const writer = (over = {}) => {
  const written: unknown[] = [];
  const input = Type.Object({}, { additionalProperties: true });
  return { written, tool: tool("Write", { input, execute: (given) => void written.push(given), ...over }) };
};

describe("max_tokens inside a tool use", () => {
  test.each([
    ["and the block is closed", [...write(...half), ...stop]],
    ["before its first byte, and the block is closed", [...write(), ...stop]],
    ["and the block is left open", [...unclosed(write(...half)), ...stop]],
    ["before its first byte, and the block is left open", [...unclosed(write()), ...stop]],
    ["whose input looks whole, and the block is left open", [...unclosed(write(wholeInput)), ...stop]],
    ["and the stream ends without its last event", [...write(...half), ...stop.slice(0, 1)]],
  ])("%s runs nothing of it, says so, and answers the call before it", async (_, events) => {
    const { written, tool: writeTool } = writer();
    const model = rawModel((index) =>
      index === 0 ? { events: [started as object, ...read, ...events] } : saying("I see."),
    );
    const world = await createWorld({ model, toolList: [tool("Read"), writeTool] });
    expect((await world.prompt()).summary.reason).toBe("done");
    expect(written).toEqual([]);
    const sent = model.requests[1]?.messages;
    expect(sent?.[1]?.content.at(-1)).toMatchObject({ type: "tool_use", id: "toolu_write", input: {} });
    const [ran, cut] = resultsIn(sent);
    expect(ran?.content).toBe("Read ran");
    expect(cut).toMatchObject({ is_error: true, content: expect.stringContaining("reached max_tokens") });
    await stillSound(world, model.requests);
  });

  test("lets a call run whose input had come to its end", async () => {
    const { written, tool: writeTool } = writer();
    const events = [started as object, ...read, ...write(wholeInput), ...stop];
    const model = rawModel((index) => (index === 0 ? { events } : saying("I see.")));
    const world = await createWorld({ model, toolList: [tool("Read"), writeTool] });
    await world.prompt();
    expect(written).toEqual([{ file_path: "/w/x" }]);
  });

  test.each(["tool_use", "end_turn"])("and so for a call left open at `%s`", async (reason) => {
    const { written, tool: writeTool } = writer();
    const events = [started as object, ...unclosed(write(wholeInput)), ...rawStop(reason)];
    const model = rawModel((index) => (index === 0 ? { events } : saying("I see.")));
    const world = await createWorld({ model, toolList: [writeTool] });
    await world.prompt();
    expect(written).toEqual([]);
    expect(resultsIn(model.requests[1]?.messages)).toMatchObject([
      { is_error: true, content: expect.stringContaining("it was cut off") },
    ]);
  });

  test("over the wire leaves the file alone", async () => {
    const turn = {
      blocks: [{ ...use("Write"), input_json: '{"file_path":"x","content":"abc' }],
      stop_reason: "max_tokens",
    };
    const server = await startMessagesServer({ cassette: { name: "cut", turns: [turn] }, keepBodies: true });
    onTestFinished(() => server.close());
    const files: string[] = [];
    const { tool: writeTool } = writer({
      execute: async () => {
        await writeFile(join(files[0] ?? "", "x"), "");
      },
    });
    const world = await createWorld({
      model: createAnthropicModel({ baseURL: server.url }),
      toolList: [writeTool],
    });
    files.push(world.cwd);
    expect((await world.prompt()).summary.reason).toBe("done");
    expect(await readdir(world.cwd)).not.toContain("x");
    const { messages } = (server.requests[1]?.body ?? {}) as { messages: readonly Message[] };
    expect(messages[1]?.content).toMatchObject([{ type: "tool_use", input: {} }]);
    expect(resultsIn(messages)).toMatchObject([
      { is_error: true, content: expect.stringContaining("max_tokens") },
    ]);
  });
});

test("max_tokens inside a text keeps what was said, also when the block is left open", async () => {
  for (const block of [rawText(0, "so far"), unclosed(rawText(0, "so far"))]) {
    const model = rawModel((index) =>
      index === 0 ? { events: [started as object, ...block, ...stop] } : saying("Yes."),
    );
    const world = await createWorld({ model });
    expect((await world.prompt()).summary.reason).toBe("max_tokens");
    expect((await stillSound(world, model.requests))[1]?.content).toEqual([{ type: "text", text: "so far" }]);
  }
});
