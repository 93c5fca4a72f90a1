import { describe, expect, it } from "vitest";
import { fillCassette, parseCassette } from "../src/cassette.ts";

const text = { type: "text", text: "Hi" };
const cassette = (...turns: unknown[]) => JSON.stringify({ name: "c", turns });

describe("parseCassette", () => {
  it("reads every member of a turn", () => {
    const turn = {
      blocks: [
        text,
        { type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } },
        { type: "novel" },
      ],
      stop_reason: "tool_use",
      gapMs: 1,
      tailMs: 2,
      error: {
        status: 429,
        type: "x",
        message: "y",
        headers: { "retry-after": "1" },
        times: 2,
        afterBlocks: 1,
      },
      cutAfterBlocks: 0,
      stallAfterBlocks: 3,
    };
    expect(parseCassette(cassette(turn))).toEqual({ name: "c", turns: [turn] });
  });

  it.each([
    ["{", "the cassette cannot be read: it is not complete JSON: it ends at position 1"],
    ["[]", "the cassette is not an object"],
    [`{"turns":[]}`, "the cassette has no `name`"],
    [`{"name":"c"}`, "cassette `c` has no list `turns`"],
    [`{"name":"c","turns":[],"turn":1}`, "cassette `c` has `turn`, which nobody reads"],
    [cassette({ blocks: [text] }, 7), "cassette `c` turn 2 is not an object"],
    [cassette({}), "cassette `c` turn 1 has no list `blocks`"],
    [cassette({ blocks: [], stopReason: "x" }), "cassette `c` turn 1 has `stopReason`, which nobody reads"],
    [
      cassette({ blocks: [], stop_reason: 1 }),
      "cassette `c` turn 1 has a `stop_reason` that is not a string",
    ],
    [
      cassette({ blocks: [], gapMs: -1 }),
      "cassette `c` turn 1 has a `gapMs` that is not a whole number from 0",
    ],
    [cassette({ blocks: [], error: { status: 429 } }), "cassette `c` turn 1 error has no `type`"],
    [
      cassette({
        blocks: [],
        error: [
          { status: 429, type: "a", message: "b" },
          { status: 529, type: "c" },
        ],
      }),
      "cassette `c` turn 1 error has no `message`",
    ],
    [cassette({ blocks: [{}] }), "cassette `c` turn 1 block 1 has no `type`"],
    [cassette({ blocks: [{ type: "text" }] }), "cassette `c` turn 1 block 1 (`text`) has no text `text`"],
    [
      cassette({ blocks: [text, { type: "tool_use" }] }),
      "cassette `c` turn 1 block 2 (`tool_use`) has no text `name`",
    ],
    [
      cassette({ blocks: [{ type: "tool_use", name: "A", input: [] }] }),
      "cassette `c` turn 1 block 1 has an `input` that is not an object",
    ],
    [
      cassette({ blocks: [{ type: "tool_use", name: "A", input: {}, input_json: "{}" }] }),
      "cassette `c` turn 1 block 1 needs either `input` or a text `input_json`",
    ],
    [
      cassette(
        { blocks: [{ type: "tool_use", name: "A", id: "x" }] },
        { blocks: [{ type: "tool_use", name: "A", id: "x" }] },
      ),
      "cassette `c` turn 2 block 1 has an `id` that is not a text of its own",
    ],
  ])("refuses %s", (json, message) => {
    expect(() => parseCassette(json)).toThrow(
      expect.objectContaining({ code: "GNT_CONFIG_INVALID", message }),
    );
  });

  it.each([
    ['{\n  "name": c\n}', "the cassette `a.json` cannot be read: it is not JSON", "`c`"],
    ["[]", "the cassette `a.json` is not an object", ""],
    ['{"turns":[]}', "the cassette `a.json` has no `name`", ""],
  ])("names the file of %j, and how to get a sound one", (text, message, place) => {
    expect(() => parseCassette(text, "a.json")).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`^${message}.*${place}`, "s")),
        hint: expect.stringMatching(/^record one with `gauntlet sessions cassette <id>`, or write/),
      }),
    );
  });
});

describe("fillCassette", () => {
  it("puts values in place of the placeholders, in strings at any depth", () => {
    const blocks = [
      { type: "text", text: "{{cwd}} and {{cwd}}" },
      { type: "tool_use", name: "Read", input: { paths: ["{{cwd}}/a"], n: 1 } },
      { type: "tool_use", name: "Read", input_json: '{"path":"{{cwd}}"}' },
    ];
    expect(fillCassette({ name: "c", turns: [{ blocks }] }, { cwd: '/tmp/"q"' }).turns[0]?.blocks).toEqual([
      { type: "text", text: '/tmp/"q" and /tmp/"q"' },
      { type: "tool_use", name: "Read", input: { paths: ['/tmp/"q"/a'], n: 1 } },
      { type: "tool_use", name: "Read", input_json: '{"path":"/tmp/\\"q\\""}' },
    ]);
  });

  it("refuses a placeholder without a value", () => {
    const turns = [{ blocks: [{ type: "text", text: "{{toString}}" }] }];
    expect(() => fillCassette({ name: "c", turns }, {})).toThrow(
      "cassette `c` uses `{{toString}}`, which has no value",
    );
  });
});
