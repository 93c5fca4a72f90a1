import { scriptedModel } from "@gauntlet/testing";
import { describe, expect, test } from "vitest";
import type { ModelPort, ModelRequest, PromptEvent } from "../../src/index.ts";
import { createWorld, eventsOf, latch, tool } from "../world.ts";
import { resultsIn, stillSound, text, textsIn, use } from "./conversation.ts";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

describe("a stop reason", () => {
  const act = () => tool("Act");

  test.each(["tool_use", "end_turn", "pause_turn", "stop_sequence", "something_new"])(
    "`%s` with calls sends their results back",
    async (stopReason) => {
      const world = await createWorld({ toolList: [act()], turns: [{ blocks: [use("Act")], stopReason }] });
      const { summary } = await world.prompt();
      expect([summary.reason, summary.turns]).toEqual(["done", 2]);
      expect(resultsIn(world.model.requests[1]?.messages)).toMatchObject([{ content: "Act ran" }]);
      await stillSound(world);
    },
  );

  test.each([
    ["end_turn", "done", 1],
    ["stop_sequence", "done", 1],
    ["max_tokens", "max_tokens", 1],
    ["pause_turn", "done", 2],
  ])("`%s` without calls ends as %s after %s requests", async (stopReason, reason, requests) => {
    const world = await createWorld({ turns: [{ blocks: [text("well")], stopReason }] });
    const { summary } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual([reason, requests]);
    await stillSound(world);
  });

  test("`model_context_window_exceeded` cancels what has not started, lets the rest settle, and says why", async () => {
    const started = latch();
    const cancelled = latch();
    const slow = tool("Slow", {
      execute: async (_, { signal }) => {
        started.open();
        await cancelled.promise;
        return signal.aborted ? "stopped" : "slowly done";
      },
    });
    const requests: ModelRequest[] = [];
    const model: ModelPort = {
      name: "overflowing",
      async *stream(request) {
        const isFirst = requests.push(request) === 1;
        yield { type: "message.started", id: "m", model: "x" };
        for (const name of isFirst ? ["Slow", "Act"] : [])
          yield { type: "block.completed", block: { type: "tool_use", id: name, name, input: {} } };
        if (isFirst) await started.promise;
        const stopReason = isFirst ? "model_context_window_exceeded" : "end_turn";
        yield { type: "message.completed", stopReason, usage: NO_USAGE };
      },
    };
    const world = await createWorld({ toolList: [act(), slow], model });
    let end: PromptEvent | undefined;
    for await (const event of world.session.prompt("go")) {
      if (event.type === "call.settled" && event.tool === "Act") cancelled.open();
      end = event;
    }
    expect(end).toMatchObject({ reason: "failed", detail: expect.stringContaining("context window") });
    expect(resultsIn(await stillSound(world, requests)).map(({ content }) => content)).toEqual([
      "slowly done",
      "Cancelled before it ran: nothing was done.",
    ]);
  });

  test("`refusal` drops the message, cancels what has not started, and tells what was done", async () => {
    const halfway = latch();
    const hold = tool("Hold", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          halfway.open();
          signal.addEventListener("abort", () => reject(new Error("half")), { once: true });
        }),
    });
    let late = false;
    const scripted = scriptedModel([
      { blocks: [use("Act"), use("Hold"), use("Late")], stopReason: "refusal" },
    ]);
    // It refuses in the middle of a call.
    const model: ModelPort = {
      ...scripted,
      async *stream(request, options) {
        for await (const event of scripted.stream(request, options)) {
          if (event.type === "message.completed") await halfway.promise;
          yield event;
        }
      },
    };
    const world = await createWorld({
      model,
      toolList: [
        act(),
        hold,
        tool("Late", {
          execute: () => {
            late = true;
          },
        }),
      ],
    });
    const { summary } = await world.prompt();
    expect([summary.reason, late]).toEqual(["refused", false]);
    const messages = await stillSound(world, scripted.requests);
    expect(messages.every(({ content }) => content.every((block) => block.type === "text"))).toBe(true);
    expect(textsIn(messages)).toContain(
      "These calls of it had already run: Act (succeeded); Hold (cancelled).",
    );
    await world.session.close();
    expect(eventsOf(await world.journal(), "call.settled").map(({ outcome }) => outcome)).toEqual([
      "succeeded",
      "cancelled",
      "cancelled",
    ]);
  });

  test("`refusal` without any act says nothing", async () => {
    const world = await createWorld({ turns: [{ blocks: [text("no")], stopReason: "refusal" }] });
    expect((await world.prompt("first")).summary.reason).toBe("refused");
    expect(textsIn(await stillSound(world))).toBe("first\nstill there?");
  });
});
