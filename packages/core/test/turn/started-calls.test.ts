import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { TurnRoom } from "../../src/turn/room.ts";
import { createStartedCalls } from "../../src/turn/started-calls.ts";

test("a call whose pipeline breaks is told to whoever waits for it, and to nobody before", async () => {
  const strays: unknown[] = [];
  const note = (reason: unknown): void => void strays.push(reason);
  process.on("unhandledRejection", note);
  try {
    const pipeline = { run: () => Promise.reject(new Error("broke")) } as unknown as TurnRoom["pipeline"];
    const calls = createStartedCalls({ pipeline } as TurnRoom, new AbortController().signal);
    calls.start({ state: "requested", id: "a", name: "A", input: {} });
    await delay(5);
    expect(strays).toEqual([]);
    await expect(Promise.all(calls.running)).rejects.toThrow("broke");
  } finally {
    process.off("unhandledRejection", note);
  }
});
