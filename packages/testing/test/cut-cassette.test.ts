import type { JournalEntry, SessionEvent } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { cutCassette, fillCassette, parseCassette, recordedSession } from "../src/index.ts";

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

function entriesOf(...events: object[]): readonly JournalEntry[] {
  const started = {
    type: "session.started",
    format: 2,
    session: "0123456789ab",
    cwd: "/home/me/work",
    mode: "default",
  };
  return [started, ...events].map((event, i) => ({
    seq: i + 1,
    at: "2026-11-30T10:00:00.000Z",
    event: event as SessionEvent,
    hash: "",
  }));
}

const prompt = { type: "prompt.submitted", content: [{ type: "text", text: "go" }] };
const started = (message: string) => ({ type: "message.started", message, model: "m" });
const block = (message: string, one: object, more: object = {}) => ({
  type: "block.completed",
  message,
  block: one,
  ...more,
});
const completed = (message: string, stopReason: string) => ({
  type: "message.completed",
  message,
  stopReason,
  usage: USAGE,
});
const text = (words: string) => ({ type: "text", text: words });
const useOf = (id: string, input: object) => ({ type: "tool_use", id, name: "Act", input });

describe("a cassette cut from a journal", () => {
  test("has every answer of the model in order, with ids, signatures and stop reasons", () => {
    const thinking = { type: "thinking", thinking: "hm", signature: "signed" };
    const { name, turns } = cutCassette(
      entriesOf(
        ...[
          prompt,
          started("a"),
          block("a", thinking),
          block("a", useOf("t1", { x: 1 })),
          completed("a", "tool_use"),
        ],
        ...[started("b"), block("b", text("cut")), completed("b", "max_tokens")],
      ),
    );
    expect(name).toBe("session 01234567");
    expect(turns).toEqual([
      { blocks: [thinking, useOf("t1", { x: 1 })] },
      { blocks: [text("cut")], stop_reason: "max_tokens" },
    ]);
  });

  test("leaves out attempts that came to nothing, and keeps refusals", () => {
    const { turns } = cutCassette(
      entriesOf(
        ...[
          prompt,
          started("a"),
          block("a", text("lost")),
          { type: "message.dropped", message: "a", why: "broke" },
        ],
        ...[
          started("b"),
          completed("b", "refusal"),
          { type: "message.dropped", message: "b", why: "refused" },
        ],
      ),
    );
    expect(turns).toEqual([{ blocks: [], stop_reason: "refusal" }]);
  });

  test("breaks off where the stream did, and has an unreadable input where one was", () => {
    const { turns } = cutCassette(
      entriesOf(...[prompt, started("a"), block("a", useOf("t1", {}), { problem: "it is not JSON" })], {
        type: "message.truncated",
        message: "a",
        why: "broke",
      }),
    );
    expect(turns).toMatchObject([
      { blocks: [{ type: "tool_use", id: "t1", input_json: '{"cut off' }], cutAfterBlocks: 1 },
    ]);
    expect(turns[0]?.blocks[0]).not.toHaveProperty("input");
  });

  test("names the working directory by a word, and comes out as it was", () => {
    const words = "see /home/me/work/a and /home/me/workshop and {{cwd}} and {{ x }}";
    const cassette = cutCassette(
      entriesOf(prompt, started("a"), block("a", text(words)), completed("a", "end_turn")),
    );
    expect(JSON.stringify(cassette)).toContain(
      "see {{cwd}}/a and /home/me/workshop and {{open}}cwd}} and {{ x }}",
    );
    const played = fillCassette(parseCassette(JSON.stringify(cassette)), { cwd: "/elsewhere" });
    expect(played.turns[0]?.blocks).toEqual([
      text("see /elsewhere/a and /home/me/workshop and {{cwd}} and {{ x }}"),
    ]);
  });
});

test("a recorded session has its prompts with their answers, summaries and ends", () => {
  const { prompts, cwd } = recordedSession(
    entriesOf(
      ...[prompt, started("a"), block("a", text("one")), completed("a", "end_turn")],
      {
        type: "conversation.compacted",
        why: "full",
        from: 1,
        dropped: 1,
        summary: "Before:\n\nGoal: x\n\nFiles: y\n\nGo on.",
      },
      { type: "turn.ended", reason: "done", turns: 1, usage: USAGE },
      prompt,
    ),
  );
  expect(cwd).toBe("/home/me/work");
  expect(prompts).toMatchObject([
    {
      turns: [{ message: "a", stopReason: "end_turn", isCut: false }],
      summaries: ["Goal: x\n\nFiles: y"],
      end: "done",
    },
    { turns: [], summaries: [] },
  ]);
  expect(prompts[1]).not.toHaveProperty("end");
});
