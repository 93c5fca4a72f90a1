import { expect, test } from "vitest";
import { ModelError, type ModelPort, type ModelRequest, type PromptBlock } from "../../src/index.ts";
import { createTranscript } from "../../src/transcript/transcript.ts";
import { createWorld, eventsOf, tool, type World } from "../world.ts";
import { expectValid, use } from "./conversation.ts";
import { rawMessage, rawModel, rawUse, saying } from "./raw-model.ts";

const picture = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
} as const;
const text = (words: string) => ({ type: "text", text: words }) as const;

async function drain(world: World, content: readonly PromptBlock[]): Promise<void> {
  for await (const _ of world.session.prompt(content));
}

/** A model that finds the first requests too large. */
function small(
  refusals: number,
): ModelPort & { readonly attempts: () => number; readonly sent: () => readonly ModelRequest[] } {
  let attempts = 0;
  const model = rawModel(() => saying("Fine."));
  return {
    name: "small",
    attempts: () => attempts,
    sent: () => model.requests,
    stream(request, options) {
      if (++attempts > refusals) return model.stream(request, options);
      throw new ModelError("GNT_MODEL_TOO_LARGE", "too large");
    },
  };
}

test("a request that is too large is sent once more without images and documents", async () => {
  const model = small(1);
  const world = await createWorld({ model });
  await drain(world, [text("What is this?"), picture]);
  expect(model.attempts()).toBe(2);
  expect(model.sent().map(({ messages }) => messages[0]?.content[1])).toEqual([
    { type: "text", text: "[image: image/png, 12 bytes, left out: too large]" },
  ]);
  await world.session.close();
  expect(eventsOf(await world.journal(), "media.dropped")).toEqual([
    { type: "media.dropped", why: "too large", places: [{ message: 0, block: 1 }] },
  ]);
});

test.each([
  ["that has none is not sent again", 1, [text("go")]],
  ["that is too large without them too is given up", 2, [text("go"), picture]],
])("a request %s, and the error says how large it was", async (_, attempts, content) => {
  const model = small(9);
  const world = await createWorld({ model });
  await expect(drain(world, content)).rejects.toMatchObject({
    code: "GNT_MODEL_TOO_LARGE",
    message: expect.stringMatching(/^too large \(the request has \d{2,} bytes\)$/),
    hint: "start a new session, or give it less to read at once",
  });
  expect(model.attempts()).toBe(attempts);
});

test("the places of images and documents are those of the user's messages, also inside results", () => {
  const transcript = createTranscript();
  const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0xLjcK" } as const;
  const document = { type: "document", source } as const;
  transcript.apply({ type: "prompt.submitted", content: [text("a"), document, picture] });
  transcript.apply({ type: "message.started", message: "m", model: "x" });
  const block = { type: "tool_use", id: "t", name: "Read", input: {} };
  transcript.apply({ type: "block.completed", message: "m", block });
  transcript.apply({
    type: "call.settled",
    call: "t",
    tool: "Read",
    outcome: "succeeded",
    durationMs: 0,
    result: { type: "tool_result", tool_use_id: "t", content: [text("b"), picture] },
  });
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  transcript.apply({ type: "message.completed", message: "m", stopReason: "tool_use", usage });
  transcript.apply({ type: "results.sent", replaced: [], texts: [] });
  expect(transcript.media().map(({ place }) => place)).toEqual([
    { message: 0, block: 1 },
    { message: 0, block: 2 },
    { message: 2, block: 0, part: 1 },
  ]);
});

test("a message that breaks off as too large after a call has arrived keeps the call", async () => {
  const error = { type: "error", error: { type: "request_too_large", message: "Too large" } };
  const model = rawModel((index) =>
    index > 0
      ? saying("Fine.")
      : { events: [...rawMessage([rawUse(0, { name: "Act" }, '{"n":1}')], "").slice(0, -2), error] },
  );
  const world = await createWorld({ model, toolList: [tool("Act")] });
  expect((await world.prompt()).summary.reason).toBe("done");
  expect(model.requests).toHaveLength(2);
  expectValid(model.requests);
  expect(model.requests[1]?.messages[1]?.content).toMatchObject([use("Act", { input: { n: 1 } })]);
});
