import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallTable, type Row } from "../../src/schedule/call-table.ts";
import { ALONE, type Claim, conflicts, FREE } from "../../src/schedule/conflict.ts";

const never = new AbortController().signal;
const enter = (table: ReturnType<typeof createCallTable>, row: Row, limit = 10, signal = never) =>
  table.enter(row, row.claim, { limit, signal });
const writes = (path: string): Claim => ({
  kind: "effects",
  effects: [{ kind: "write", path, realPath: path }],
});
const tick = () => new Promise((resolve) => setImmediate(resolve));

test("a call runs at once when nothing conflicts", async () => {
  const table = createCallTable();
  const row = table.arrive({ id: "1", tool: "T", claim: ALONE });
  await enter(table, row);
  expect(row.state).toBe("running");
});

test("a call whose claim changed waits for a running call it now conflicts with", async () => {
  const table = createCallTable();
  const first = table.arrive({ id: "1", tool: "T", claim: writes("/a") });
  const second = table.arrive({ id: "2", tool: "T", claim: writes("/b") });
  await enter(table, first);
  const entered = table.enter(second, writes("/a"), { limit: 10, signal: never });
  await tick();
  expect(second.state).toBe("waiting");
  table.settle(first);
  await entered;
  expect(second.state).toBe("running");
});

test("no more calls run than the limit allows, and the waiting ones follow in order", async () => {
  const table = createCallTable();
  const rows = ["1", "2", "3"].map((id) => table.arrive({ id, tool: "T", claim: FREE }));
  const entered = rows.map((row) => enter(table, row, 2));
  await tick();
  expect(rows.map(({ state }) => state)).toEqual(["running", "running", "waiting"]);
  table.settle(rows[0] as Row);
  await entered[2];
  expect(rows[2]?.state).toBe("running");
});

test("a call that waits for its children gives its place to others", async () => {
  const table = createCallTable();
  const parent = table.arrive({ id: "1", tool: "T", claim: FREE });
  const other = table.arrive({ id: "2", tool: "T", claim: FREE });
  await enter(table, parent, 1);
  const entered = enter(table, other, 1);
  await tick();
  expect(other.state).toBe("waiting");
  table.suspend(parent);
  await entered;
  expect(other.state).toBe("running");
});

test("a call that has settled neither gives a place up nor takes one", async () => {
  const table = createCallTable();
  const over = table.arrive({ id: "1", tool: "T", claim: ALONE });
  await enter(table, over);
  table.settle(over);
  table.suspend(over);
  table.resume(over);
  const next = table.arrive({ id: "2", tool: "T", claim: ALONE });
  await enter(table, next, 1);
  expect([over.state, next.state]).toEqual(["settled", "running"]);
});

test("a child runs inside the claim of its parent", async () => {
  const table = createCallTable();
  const parent = table.arrive({ id: "1", tool: "T", claim: ALONE });
  await enter(table, parent);
  const waiting = table.arrive({ id: "2", tool: "T", claim: ALONE });
  table.suspend(parent);
  const child = table.arrive({ id: "3", tool: "T", claim: ALONE, parent });
  expect(table.earlierConflicts(child)).toEqual([]);
  await enter(table, child);
  expect([child.state, waiting.state]).toEqual(["running", "waiting"]);
});

test("an abort takes a waiting call out of the queue", async () => {
  const table = createCallTable();
  const first = table.arrive({ id: "1", tool: "T", claim: ALONE });
  await enter(table, first);
  const stop = new AbortController();
  const second = table.arrive({ id: "2", tool: "T", claim: ALONE });
  const entered = enter(table, second, 10, stop.signal);
  stop.abort(new Error("stop"));
  await expect(entered).rejects.toThrow("stop");
  table.settle(second);
  table.settle(first);
});

test("whatever the claims and the order of ends, conflicting calls never run together and all of them run", async () => {
  const claim = fc.oneof(
    fc.constant(ALONE),
    fc.constant(FREE),
    fc.constantFrom("/a", "/b", "/c").map(writes),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(claim, claim, fc.nat(4)), { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (calls, limit) => {
        const table = createCallTable();
        const running = new Set<Row>();
        let ran = 0;
        await Promise.all(
          calls.map(async ([before, after, steps], i) => {
            const row = table.arrive({ id: String(i), tool: "T", claim: before });
            await Promise.all(table.earlierConflicts(row).map(({ settled }) => settled));
            await table.enter(row, after, { limit, signal: never });
            for (const other of running) expect(conflicts(other.claim, row.claim)).toBe(false);
            running.add(row);
            expect(running.size).toBeLessThanOrEqual(limit);
            for (let step = 0; step < steps; step++) await tick();
            running.delete(row);
            ran += 1;
            table.settle(row);
          }),
        );
        expect(ran).toBe(calls.length);
      },
    ),
  );
});
