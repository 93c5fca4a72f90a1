import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/errors.ts";
import type { Failure } from "../../src/model/failure.ts";
import type { ModelEvent } from "../../src/model/port.ts";
import { withRetries } from "../../src/model/retry.ts";

const started: ModelEvent = { type: "message.started", id: "m", model: "m" };
const lost: Failure = { error: new ModelError("GNT_MODEL_REQUEST", "lost"), isTransient: true };

async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Each attempt yields its events and then throws, or ends. */
function play(attempts: readonly { events?: ModelEvent[]; fails?: Failure }[], maxRetries = 4) {
  const slept: number[] = [];
  let count = 0;
  const stream = withRetries(
    async function* () {
      const { events = [], fails } = attempts[count++] ?? {};
      yield* events;
      if (fails !== undefined) throw fails;
    },
    {
      maxRetries,
      signal: new AbortController().signal,
      sleep: async (ms) => void slept.push(ms),
      beforeStart: (thrown) => thrown as Failure,
      afterStart: (thrown) => new ModelError("GNT_MODEL_STREAM", (thrown as Failure).error.message),
    },
  );
  return { stream, slept, attempts: () => count };
}

describe("withRetries", () => {
  it("announces each wait and then passes the message through", async () => {
    const { stream, slept } = play([
      { fails: { ...lost, retryAfterMs: 1234 } },
      { fails: { ...lost, retryAfterMs: 0 } },
      { events: [started] },
    ]);
    expect(await collect(stream)).toEqual([
      { type: "retry", attempt: 1, delayMs: 1234, why: "lost" },
      { type: "retry", attempt: 2, delayMs: 0, why: "lost" },
      started,
    ]);
    expect(slept).toEqual([1234, 0]);
  });

  it("doubles its wait from half a second up to eight, less up to a quarter", async () => {
    const { stream, slept } = play(Array(7).fill({ fails: lost }), 6);
    await expect(collect(stream)).rejects.toThrow("lost (tried 7 times)");
    for (const [index, step] of [500, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      expect(slept[index]).toBeGreaterThanOrEqual(step * 0.75);
      expect(slept[index]).toBeLessThanOrEqual(step);
    }
  });

  it("tries a permanent failure once", async () => {
    const { stream, attempts } = play([{ fails: { ...lost, isTransient: false } }]);
    await expect(collect(stream)).rejects.toThrow(/^lost$/);
    expect(attempts()).toBe(1);
  });

  it("does not try again once a message has started", async () => {
    const { stream, attempts } = play([{ events: [started], fails: lost }]);
    await expect(collect(stream)).rejects.toMatchObject({ code: "GNT_MODEL_STREAM" });
    expect(attempts()).toBe(1);
  });

  it("ends its wait with the reason of an abort", async () => {
    const controller = new AbortController();
    const stream = withRetries(
      () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(lost) }) }),
      {
        maxRetries: 4,
        signal: controller.signal,
        sleep: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Error("woken")));
            controller.abort(new Error("enough"));
          }),
        beforeStart: (thrown) => thrown as Failure,
        afterStart: () => new ModelError("GNT_MODEL_STREAM", "unused"),
      },
    );
    await expect(collect(stream)).rejects.toThrow("enough");
  });
});
