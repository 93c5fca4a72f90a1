import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { withinSilence } from "../../src/model/silence.ts";

const never = new Promise<never>(() => {});
const LONG = 600_000;

describe("withinSilence", () => {
  const { signal } = new AbortController();
  afterEach(() => {
    expect(getEventListeners(signal, "abort")).toEqual([]);
    vi.useRealTimers();
  });

  it("gives the answer and leaves no timer", async () => {
    vi.useFakeTimers();
    expect(await withinSilence(Promise.resolve(1), { idleTimeoutMs: LONG, signal })).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes a failure on and leaves no timer", async () => {
    vi.useFakeTimers();
    const answer = withinSilence(Promise.reject(new Error("lost")), { idleTimeoutMs: LONG, signal });
    await expect(answer).rejects.toThrow("lost");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not wait beyond the limit for a promise that never settles", async () => {
    await expect(withinSilence(never, { idleTimeoutMs: 5, signal })).rejects.toMatchObject({
      code: "GNT_MODEL_IDLE",
      message: "the model server sent nothing for 5 ms",
    });
  });

  it.each(["before", "after"])("gives the reason of an abort that comes %s the call", async (when) => {
    const controller = new AbortController();
    if (when === "before") controller.abort(new Error("enough"));
    const answer = withinSilence(never, { idleTimeoutMs: LONG, signal: controller.signal });
    if (when === "after") controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});
