import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { untilAborted } from "../../src/stages/until-aborted.ts";

const never = new Promise<never>(() => {});

describe("a promise that is waited for until a signal", () => {
  test("gives its own end, and leaves no listener", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(untilAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("ends with the signal's reason when it aborts, and leaves no listener", async () => {
    const stop = new AbortController();
    const ended = untilAborted(never, stop.signal);
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
    stop.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("ends so at once where the signal has aborted, even when it is there already", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(untilAborted(never, signal)).rejects.toThrow("too late");
    await expect(untilAborted(Promise.resolve(1), signal)).rejects.toThrow("too late");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
