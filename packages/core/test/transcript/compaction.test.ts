import { describe, expect, test } from "vitest";
import type { Message, SessionEvent } from "../../src/index.ts";
import {
  clearableResults,
  compacted,
  conversationBytes,
  cutPoint,
  withoutResults,
} from "../../src/transcript/compaction.ts";
import { assistant, picture, result, text, use, user } from "./blocks.ts";

const conversation = [
  user(text("go")),
  assistant(use("1"), use("2")),
  user(result("1"), result("2")),
  assistant(text("so")),
  user(text("and now?")),
  assistant(text("done")),
];

describe("the cut of a conversation", () => {
  test.each([
    ["leaves as many messages as asked for", 3, 3],
    ["can stand before a prompt", 2, 4],
    ["stands before the uses when it would part them from their results", 4, 1],
    ["is at the beginning when more is asked for than there is", 9, 0],
    ["is at the beginning when all is asked for", 6, 0],
    ["is at the end when nothing is asked for", 0, 6],
  ])("%s", (_, keep, at) => {
    expect(cutPoint(conversation, keep)).toBe(at);
  });

  test("is at the beginning when nothing but results comes before", () => {
    expect(cutPoint([user(result("1")), user(result("2"))], 1)).toBe(0);
  });

  test("does not stand between results and what was said beside them", () => {
    const messages = [user(text("go")), assistant(use("1")), user(result("1"), text("and this"))];
    expect(cutPoint(messages, 1)).toBe(1);
  });
});

describe("the summary", () => {
  const event = (from: number): Extract<SessionEvent, { type: "conversation.compacted" }> => ({
    type: "conversation.compacted",
    summary: "all so far",
    from,
    why: "w",
    dropped: from,
  });

  test.each<[string, number, readonly Message[]]>([
    [
      "is a message of its own before one of the assistant",
      3,
      [user(text("all so far")), ...conversation.slice(3)],
    ],
    [
      "is put before what the user says",
      4,
      [user(text("all so far"), text("and now?")), assistant(text("done"))],
    ],
    ["is all there is when nothing stays", 6, [user(text("all so far"))]],
  ])("%s", (_, from, messages) => {
    expect(compacted(conversation, event(from))).toEqual(messages);
  });
});

describe("results that can be cleared", () => {
  test("are large ones, counted in bytes as they are sent, before an index", () => {
    const messages = [
      user(text("x".repeat(5_000))),
      assistant(use("1"), use("2"), use("3"), use("4"), text("x".repeat(5_000))),
      user(
        result("1", "x".repeat(1_001)),
        result("2", "x".repeat(1_000)),
        result("3", "ä".repeat(501)),
        result("4", [text("x".repeat(980))]),
      ),
      assistant(use("5")),
      user(result("5", "x".repeat(5_000))),
    ];
    const found = [
      { message: 2, block: 0 },
      { message: 2, block: 2 },
      { message: 2, block: 3 },
    ];
    expect(clearableResults(messages, 4)).toEqual(found);
    expect(clearableResults(messages, 5)).toEqual([...found, { message: 4, block: 0 }]);
  });

  test("give way to a word with their size, and all else stays as it is", () => {
    const failed = { ...result("1", "x".repeat(2_000)), is_error: true };
    const messages = [
      user(text("go")),
      assistant(use("1"), use("2")),
      user(failed, result("2", "y"), text("and")),
    ];
    const places = [
      { message: 0, block: 0 },
      { message: 1, block: 0 },
      { message: 2, block: 0 },
      { message: 2, block: 2 },
      { message: 7, block: 0 },
    ];
    const cleared = withoutResults(messages, { type: "results.cleared", why: "w", places });
    expect(cleared).toEqual([
      messages[0],
      messages[1],
      user(
        {
          ...failed,
          content: "(This result of 2000 bytes was cleared to make room. Run the call again if you need it.)",
        },
        result("2", "y"),
        text("and"),
      ),
    ]);
  });

  test("leave messages that are not concerned the very same", () => {
    const cleared = withoutResults(conversation, {
      type: "results.cleared",
      why: "w",
      places: [{ message: 2, block: 0 }],
    });
    expect(cleared.map((message, at) => message === conversation[at])).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("the bytes of a conversation", () => {
  const bytesOf = (...content: unknown[]) => conversationBytes([user(...content)]);

  test("are those of all messages as they are sent", () => {
    expect(bytesOf(text("a"))).toBe('{"role":"user","content":[{"type":"text","text":"a"}]}'.length);
    expect(bytesOf(text("ä"))).toBe(bytesOf(text("a")) + 1);
    expect(conversationBytes(conversation)).toBe(
      conversation.reduce((sum, message) => sum + JSON.stringify(message).length, 0),
    );
  });

  test("count 6,400 for an image, however large, and all of any other text", () => {
    expect(bytesOf(picture(1_000_000))).toBe(bytesOf(picture(6_400)));
    expect(bytesOf(picture(6_400))).toBe(bytesOf(picture(6_399)) + 1);
    expect(bytesOf(text("x".repeat(100_000)))).toBe(bytesOf(text("")) + 100_000);
  });

  test("count a member `data` that is no text like any other", () => {
    const input = (data: unknown) => conversationBytes([assistant({ ...use("1"), input: { data } })]);
    expect(input({ a: 1 })).toBe(input({}) + 5);
  });
});
