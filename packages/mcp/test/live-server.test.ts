import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readServer } from "../src/index.ts";
import { createLiveServer } from "../src/live-server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a server that never comes back is tried with growing waits, and then left alone", async () => {
  const config = readServer(
    { name: "s", value: { command: "x" }, source: "user", place: "`p`", scope: "" },
    {},
  );
  if (config === undefined) throw new Error("no server");
  const tries: number[] = [];
  const live = createLiveServer(config, {
    connect: async () => {
      tries.push(Date.now());
      throw new Error("refused");
    },
    requests: { roots: () => [], elicit: async () => ({ action: "decline" }) },
    toolsChanged: () => {},
    now: Date.now,
  });
  const ends: string[] = [];
  for (let at = 0; at < 8; at++) {
    const trying = live.connected().catch((thrown: Error) => void ends.push(thrown.message));
    await vi.advanceTimersByTimeAsync(40_000);
    await trying;
  }
  expect(new Set(ends)).toEqual(new Set(["the MCP server `s` could not be reached: refused"]));
  expect(tries.length).toBe(8);
  const ask = (): Promise<unknown> => live.connected().catch(() => undefined);
  await ask();
  expect(tries.length).toBe(9);
  // Asked again at once, it is not tried again.
  await ask();
  await ask();
  expect(tries.length).toBe(9);
  await vi.advanceTimersByTimeAsync(60_000);
  await ask();
  expect(tries.length).toBe(10);
  await live.close();
  await expect(live.connected()).rejects.toThrow("the session ended");
});
