import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { runCommand } from "../src/run-command.ts";

/** The timers some work made and left alive; those of the test runner are nobody's leftovers. */
async function timersLeftBy(work: () => Promise<void>): Promise<readonly NodeJS.Timeout[]> {
  const mine = new AsyncLocalStorage<true>();
  const alive = new Map<number, NodeJS.Timeout>();
  const watch = createHook({
    init(id, type, _, resource) {
      if (type === "Timeout" && mine.getStore()) alive.set(id, resource as NodeJS.Timeout);
    },
    destroy: (id) => void alive.delete(id),
  }).enable();
  await mine.run(true, work);
  // Node reports the end of timers in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  watch.disable();
  return [...alive.values()].filter((timer) => timer.hasRef());
}

test("a timer that is left behind is seen", async () => {
  let left: NodeJS.Timeout | undefined;
  const found = await timersLeftBy(async () => {
    left = setTimeout(() => undefined, 60_000);
  });
  clearTimeout(left);
  expect(found).toHaveLength(1);
});

test("a command that ended leaves no timer behind that would keep the process alive", async () => {
  const left = await timersLeftBy(async () => {
    const end = await runCommand({
      command: "exit 7",
      cwd: process.cwd(),
      env: { PATH: process.env["PATH"] },
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
    expect(end.exitCode).toBe(7);
  });
  expect(left).toEqual([]);
});
