import { describe, expect, test } from "vitest";
import type { Message, SessionEvent } from "../../src/index.ts";
import { mend } from "../../src/transcript/mend.ts";
import { createTranscript } from "../../src/transcript/transcript.ts";
import { assistant, picture, result, text, use, user } from "./blocks.ts";

/** What is recorded for a conversation, and what it is then. */
function mended(...messages: readonly Message[]) {
  const transcript = createTranscript();
  transcript.apply({ type: "history.loaded", messages });
  const events: SessionEvent[] = [];
  mend(transcript, (event) => {
    events.push(event);
    transcript.apply(event);
  });
  return { events, messages: transcript.messages, fault: transcript.fault() };
}

const missing = {
  type: "tool_result",
  tool_use_id: "1",
  is_error: true,
  content:
    "No result of this call was recorded: it may have run, in part or whole. Check before you repeat it.",
};

describe("mending", () => {
  test("leaves a valid conversation alone", () => {
    expect(mended(user(text("a")), assistant(text("b")), user(text("c"))).events).toEqual([]);
  });

  test("records what changed from the first message that differs", () => {
    const head = [user(text("a")), assistant(use("1"))];
    const tail = [assistant(text("c")), user(text("d"))];
    const { events, messages, fault } = mended(...head, user(text("b")), ...tail);
    expect(events).toEqual([
      {
        type: "transcript.repaired",
        what: ["the tool use `1` had no result"],
        from: 2,
        messages: [user(missing, text("b")), ...tail],
      },
    ]);
    expect(messages).toEqual([...head, user(missing, text("b")), ...tail]);
    expect(fault).toBeUndefined();
  });

  test("records all of it when the first message differs already", () => {
    const { events, messages } = mended(user(text(" "), text("a")), assistant(text("b")));
    expect(messages).toEqual([user(text("a")), assistant(text("b"))]);
    expect(events).toMatchObject([{ from: 0, messages }]);
  });

  test("records that the end went when nothing else changed", () => {
    const head = [user(text("a")), assistant(use("1")), user(result("1"))];
    const { events, messages } = mended(...head, assistant(text(" ")));
    expect(events).toEqual([
      {
        type: "transcript.repaired",
        what: ["a block of type `text` in message 3 was left out"],
        from: 3,
        messages: [],
      },
    ]);
    expect(messages).toEqual(head);
  });

  test("drops images above the limits, and nothing else when that is enough", () => {
    const { events, fault } = mended(
      ...Array.from({ length: 101 }, () => [user(picture()), assistant(text("b"))]).flat(),
    );
    expect(events).toEqual([
      {
        type: "media.dropped",
        why: "the request would be too large",
        places: Array.from({ length: 51 }, (_, n) => ({ message: 2 * n, block: 0 })),
      },
    ]);
    expect(fault).toBeUndefined();
  });

  test("drops images that are too large together", () => {
    const sized = Array.from({ length: 7 }, () => picture(4 * 1024 ** 2));
    const { events, messages, fault } = mended(user(...sized));
    expect(events.map(({ type }) => type)).toEqual(["media.dropped"]);
    expect(messages[0]?.content.map(({ type }) => type)).toEqual([
      ...["text", "text", "text", "text"],
      ...["image", "image", "image"],
    ]);
    expect(fault).toBeUndefined();
  });

  test("does both when both are needed", () => {
    const { events, fault } = mended(
      user(...Array.from({ length: 101 }, () => picture())),
      assistant(use("1")),
    );
    expect(events.map(({ type }) => type)).toEqual(["media.dropped", "transcript.repaired"]);
    expect(fault).toBeUndefined();
  });

  test("says so when it was in vain", () => {
    const transcript = createTranscript();
    expect(() => mend(transcript, () => {})).toThrow(
      "the request is not valid after its repair: it does not start with a user message",
    );
  });
});
