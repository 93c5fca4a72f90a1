import { expect, test } from "vitest";
import { inTime, TooLate } from "../src/in-time.ts";
import { definePlugin, defineResource } from "../src/index.ts";
import { withinSilence } from "../src/model/silence.ts";
import { createWorld } from "./world.ts";

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), 20));

test("an answer that does not come in time is given up", async () => {
  await expect(inTime(new Promise(() => {}), 1)).rejects.toBeInstanceOf(TooLate);
});

test.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
  "a limit of %d ms, longer than a timer can hold, does not end at once",
  async (limitMs) => {
    expect(await inTime(later("here"), limitMs)).toBe("here");
    const { signal } = new AbortController();
    expect(await withinSilence(later("here"), { idleTimeoutMs: limitMs, signal })).toBe("here");
  },
);

test("a resource may take longer to open than a timer can hold", async () => {
  const patient = defineResource({
    name: "patient",
    timeoutMs: 2 ** 31,
    open: () => later({}),
    close: async () => {},
  });
  const world = await createWorld({ plugins: [definePlugin({ name: "p", resources: [patient] })] });
  expect(world.session.setUp).toMatchObject([{ resource: "patient" }]);
});
