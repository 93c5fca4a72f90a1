import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAccumulator } from "../../src/model/accumulate.ts";
import type { ModelEvent } from "../../src/model/port.ts";

const start = { type: "message_start", message: { id: "msg_1", model: "m", usage: { input_tokens: 7 } } };
const stop = (reason: string) => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const opened = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, type: string, fields: object) => ({
  type: "content_block_delta",
  index,
  delta: { type, ...fields },
});
const closed = (index: number) => ({ type: "content_block_stop", index });
const toolUse = (index: number, pieces: readonly string[], id = `toolu_${index}`) => [
  opened(index, { type: "tool_use", id, name: "Bash", input: {} }),
  ...pieces.map((partial_json) => delta(index, "input_json_delta", { partial_json })),
  closed(index),
];

function run(events: readonly unknown[]): ModelEvent[] {
  const accumulator = createAccumulator();
  const delivered = events.flatMap((event) => accumulator.push(event));
  accumulator.end();
  return delivered;
}

const blocks = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => {
    if (event.type !== "block.completed") return [];
    const { type: _, ...rest } = event;
    return [rest];
  });

describe("createAccumulator", () => {
  it("forwards text as it comes and the block when it is whole", () => {
    const events = [
      start,
      { type: "ping" },
      opened(0, { type: "text", text: "" }),
      delta(0, "text_delta", { text: "Hel" }),
      delta(0, "text_delta", { text: "lo" }),
      closed(0),
      ...stop("end_turn"),
    ];
    expect(run(events)).toEqual([
      { type: "message.started", id: "msg_1", model: "m" },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "block.completed", block: { type: "text", text: "Hello" } },
      {
        type: "message.completed",
        stopReason: "end_turn",
        usage: { inputTokens: 7, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 },
      },
    ]);
  });

  it("keeps the signature of a thinking block", () => {
    const events = run([
      start,
      opened(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, "thinking_delta", { thinking: "Let me " }),
      delta(0, "thinking_delta", { thinking: "see" }),
      delta(0, "signature_delta", { signature: "c2ln" }),
      closed(0),
      ...stop("end_turn"),
    ]);
    expect(events.filter(({ type }) => type === "thinking")).toHaveLength(2);
    expect(blocks(events)).toEqual([
      { block: { type: "thinking", thinking: "Let me see", signature: "c2ln" } },
    ]);
  });

  it("keeps blocks of unknown types as they started, and passes over unknown deltas and events", () => {
    const block = { type: "novel", data: { deep: [1] } };
    const events = run([
      start,
      { type: "novelty", index: 0 },
      "not even an object",
      opened(0, block),
      delta(0, "novel_delta", { more: 1 }),
      closed(0),
      ...stop("end_turn"),
    ]);
    expect(blocks(events)).toEqual([{ block }]);
  });

  it("collects citations", () => {
    const events = run([
      start,
      opened(0, { type: "text", text: "" }),
      delta(0, "citations_delta", { citation: { n: 1 } }),
      delta(0, "text_delta", { text: "x" }),
      delta(0, "citations_delta", { citation: { n: 2 } }),
      closed(0),
      ...stop("end_turn"),
    ]);
    expect(blocks(events)).toEqual([{ block: { type: "text", text: "x", citations: [{ n: 1 }, { n: 2 }] } }]);
  });

  it("delivers blocks whose deltas are interleaved in the order they started", () => {
    const events = run([
      start,
      opened(0, { type: "tool_use", id: "a", name: "A", input: {} }),
      opened(1, { type: "text", text: "" }),
      delta(0, "input_json_delta", { partial_json: '{"n"' }),
      delta(1, "text_delta", { text: "mid" }),
      closed(1),
      delta(0, "input_json_delta", { partial_json: ":1}" }),
      closed(0),
      ...stop("tool_use"),
    ]);
    expect(blocks(events)).toEqual([
      { block: { type: "tool_use", id: "a", name: "A", input: { n: 1 } } },
      { block: { type: "text", text: "mid" } },
    ]);
  });

  it.each([
    [{ name: "A" }, { id: "", name: "A" }],
    [
      { id: 7, name: null },
      { id: "", name: "" },
    ],
    [
      { id: "a b", name: "no such name!" },
      { id: "a b", name: "no such name!" },
    ],
  ])("passes a tool use with %j on to whoever judges names and ids", (given, id) => {
    const events = run([start, opened(0, { type: "tool_use", ...given }), closed(0), ...stop("tool_use")]);
    expect(blocks(events)).toEqual([{ block: { type: "tool_use", ...id, input: {} } }]);
  });

  it("passes on two tool uses with one id", () => {
    const events = run([start, ...toolUse(0, [], "t"), ...toolUse(1, [], "t"), ...stop("tool_use")]);
    expect(blocks(events).map(({ block }) => (block as { id?: unknown }).id)).toEqual(["t", "t"]);
  });

  it.each([
    ["nothing at all", [], {}, undefined],
    ["empty pieces", ["", ""], {}, undefined],
    ["an object", ['{"a"', ":1}"], { a: 1 }, undefined],
    ["a repeated key", ['{"a":1,', '"a":2}'], {}, "the key `a` appears twice"],
    ["a cut object", ['{"command":"rm -rf /tm'], {}, "it is not complete JSON: it ends at position 22"],
    ["a list", ["[1]"], {}, "it is not a JSON object"],
    ["null", ["null"], {}, "it is not a JSON object"],
    ["a key __proto__", ['{"__proto__":{}}'], {}, "the key `__proto__` is not accepted"],
  ])("reads a tool input of %s", (_, pieces, input, problem) => {
    const [completed] = blocks(run([start, ...toolUse(0, pieces), ...stop("tool_use")]));
    expect(completed).toStrictEqual({
      block: { type: "tool_use", id: "toolu_0", name: "Bash", input },
      ...(problem === undefined ? {} : { problem }),
    });
  });

  it("takes an input that is given whole at the start when no piece follows", () => {
    const block = { type: "tool_use", id: "a", name: "A", input: { n: 1 } };
    expect(blocks(run([start, opened(0, block), closed(0), ...stop("tool_use")]))).toEqual([{ block }]);
  });

  it("gives the same blocks however an input is cut into pieces", () => {
    const inputs = fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(inputs, fc.array(fc.nat(), { maxLength: 12 }), (values, cuts) => {
        const texts = values.map((value) => JSON.stringify(value));
        const split = (text: string) => {
          const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
          return at.slice(1).map((end, index) => text.slice(at[index], end));
        };
        const whole = texts.flatMap((text, index) => toolUse(index, [text]));
        const inPieces = texts.flatMap((text, index) => toolUse(index, split(text)));
        expect(blocks(run([start, ...inPieces, ...stop("tool_use")]))).toEqual(
          blocks(run([start, ...whole, ...stop("tool_use")])),
        );
      }),
    );
  });

  it("never delivers a block that is not closed while its message goes on", () => {
    const accumulator = createAccumulator();
    const events = [start, ...toolUse(0, ['{"a":1}']).slice(0, -1)].flatMap((event) =>
      accumulator.push(event),
    );
    expect(blocks(events)).toEqual([]);
    expect(() => accumulator.end()).toThrow("the stream ended before the message did");
  });

  it("counts usage cumulatively and keeps figures that come as null", () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 };
    const events = run([
      { type: "message_start", message: { id: "i", model: "m", usage } },
      {
        type: "message_delta",
        delta: { stop_reason: null },
        usage: { output_tokens: 4, input_tokens: null },
      },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { output_tokens: 9, input_tokens: 8 },
      },
      { type: "message_stop" },
    ]);
    expect(events.at(-1)).toEqual({
      type: "message.completed",
      stopReason: "end_turn",
      usage: { inputTokens: 8, outputTokens: 9, cacheReadTokens: 2, cacheWriteTokens: 1 },
    });
  });

  it("ignores what comes after the message", () => {
    const accumulator = createAccumulator();
    for (const event of [start, ...stop("end_turn")]) accumulator.push(event);
    expect(accumulator.push(opened(0, { type: "tool_use", id: "x", name: "X" }))).toEqual([]);
    expect(accumulator.push({ type: "error", error: { type: "api_error" } })).toEqual([]);
  });

  it.each<[string, readonly unknown[], string]>([
    [
      "an error event",
      [start, { type: "error", error: { type: "overloaded_error", message: "Busy" } }],
      "Busy",
    ],
    ["a second message", [start, start], "second message"],
    ["a block before the message", toolUse(0, []), "before the message"],
    ["a block started twice", [start, ...toolUse(0, []), ...toolUse(0, [], "b")], "block 0 twice"],
    ["a delta for a block that is not open", [start, delta(3, "text_delta", {})], "block 3"],
    ["a stop for a block that is not open", [start, closed(3)], "block 3"],
    ["an end without a stop reason", [start, { type: "message_stop" }], "without a stop reason"],
  ])("throws GNT_MODEL_STREAM for %s", (_, events, message) => {
    const accumulator = createAccumulator();
    expect(() => {
      for (const event of events) accumulator.push(event);
    }).toThrow(
      expect.objectContaining({ code: "GNT_MODEL_STREAM", message: expect.stringContaining(message) }),
    );
  });

  it("takes the end of the stream for the end of a message that has its stop reason", () => {
    const accumulator = createAccumulator();
    for (const event of [start, ...toolUse(0, ['{"a":1}']), ...stop("tool_use").slice(0, 1)])
      accumulator.push(event);
    expect(accumulator.end()).toMatchObject([{ type: "message.completed", stopReason: "tool_use" }]);
    expect([accumulator.isComplete, accumulator.end()]).toEqual([true, []]);
  });

  it.each([
    ["before its stop reason", [start, ...toolUse(0, [])]],
    ["inside a block", [start, ...toolUse(0, []).slice(0, 1), ...stop("end_turn").slice(0, 1)]],
  ])("throws for a stream that ends %s", (_, events) => {
    const accumulator = createAccumulator();
    for (const event of events) accumulator.push(event);
    expect(() => accumulator.end()).toThrow("the stream ended before the message did");
  });
});

describe("a message that ends in the middle of something", () => {
  const problems = (events: readonly unknown[]) =>
    blocks(run([start, ...events])).map(({ problem }) => problem);

  it.each([
    ["max_tokens", "it was cut off because the message reached max_tokens"],
    ["model_context_window_exceeded", "it was cut off because the conversation filled the context window"],
    ["refusal", "it was cut off because the message was refused"],
  ])("says of a tool use that `%s` closed early that it was cut", (reason, problem) => {
    for (const pieces of [[], [""], ['{"a":"b'], ['{"a":1,"a"']])
      expect(problems([...toolUse(0, pieces), { type: "ping" }, ...stop(reason)])).toEqual([problem]);
  });

  it.each([
    ["has its whole input", toolUse(0, ['{"a":1}']), undefined],
    ["is followed by another block", [...toolUse(0, []), ...toolUse(1, ["{}"])], undefined],
    ["is unreadable and followed", [...toolUse(0, ["[]"]), ...toolUse(1, ["{}"])], "it is not a JSON object"],
  ])("lets a tool use stand that %s", (_, events, problem) => {
    expect(problems([...events, ...stop("max_tokens")])[0]).toBe(problem);
  });

  it.each(["constructor", "__proto__"])(
    "takes `%s`, which no server says, for the end it is not",
    (reason) => {
      for (const pieces of [["["], ['{"a":1}']])
        expect(problems([...toolUse(0, pieces), ...stop(reason)])).toEqual(
          problems([...toolUse(0, pieces), ...stop("tool_use")]),
        );
    },
  );

  it("holds nothing back longer than it must", () => {
    const accumulator = createAccumulator();
    const delivered = (events: readonly unknown[]) =>
      blocks(events.flatMap((event) => accumulator.push(event)));
    expect(delivered([start, ...toolUse(0, ['{"a":1}'])])).toHaveLength(1);
    expect(delivered([...toolUse(1, []), { type: "ping" }])).toHaveLength(0);
    expect(delivered([opened(2, { type: "text", text: "" })])).toHaveLength(1);
    expect(delivered([closed(2), ...toolUse(3, ["["])])).toHaveLength(1);
    expect(delivered(stop("tool_use").slice(0, 1))).toHaveLength(1);
  });

  it.each([
    ["max_tokens", "it was cut off because the message reached max_tokens"],
    ["tool_use", "it was cut off"],
    ["end_turn", "it was cut off"],
  ])(
    "never runs a tool use that was not closed before `%s`, also when its input looks whole",
    (reason, problem) => {
      for (const pieces of [[], ['{"a":1}'], ['{"a":']]) {
        const [completed] = blocks(run([start, ...toolUse(0, pieces).slice(0, -1), ...stop(reason)]));
        expect(completed).toEqual({ block: expect.objectContaining({ id: "toolu_0", input: {} }), problem });
      }
    },
  );

  it("keeps the text and the signed thinking of blocks that were not closed, in their order", () => {
    const events = [
      opened(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, "thinking_delta", { thinking: "signed" }),
      delta(0, "signature_delta", { signature: "c2ln" }),
      opened(1, { type: "thinking", thinking: "", signature: "" }),
      delta(1, "thinking_delta", { thinking: "unsigned" }),
      opened(2, { type: "server_tool_use", id: "s", name: "n", input: {} }),
      delta(2, "input_json_delta", { partial_json: '{"q' }),
      opened(3, { type: "redacted_thinking", data: "ZGF0YQ==" }),
      ...toolUse(4, ['{"a":1}']),
      opened(5, { type: "text", text: "" }),
      delta(5, "text_delta", { text: "so f" }),
    ];
    expect(blocks(run([start, ...events, ...stop("max_tokens")]))).toEqual([
      { block: { type: "thinking", thinking: "signed", signature: "c2ln" } },
      { block: { type: "redacted_thinking", data: "ZGF0YQ==" } },
      { block: { type: "tool_use", id: "toolu_4", name: "Bash", input: { a: 1 } } },
      { block: { type: "text", text: "so f" } },
    ]);
  });

  it("leaves out thinking that max_tokens closed before its signature, and keeps such thinking elsewhere", () => {
    const unsigned = [
      opened(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, "thinking_delta", { thinking: "step" }),
      closed(0),
    ];
    expect(blocks(run([start, ...unsigned, ...stop("max_tokens")]))).toEqual([]);
    expect(blocks(run([start, ...unsigned, ...stop("end_turn")]))).toHaveLength(1);
  });
});
