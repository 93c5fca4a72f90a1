import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionEvent } from "../../src/index.ts";
import { openJournal } from "../../src/session/journal.ts";
import { readJournal } from "../../src/session/read-journal.ts";
import { latch, scratchDirectory } from "../world.ts";

const at = new Date("2026-11-30T00:00:00Z");
const event = (why: unknown): SessionEvent =>
  ({ type: "request.retried", attempt: 1, delayMs: 0, why }) as SessionEvent;
const whys = async (path: string) =>
  (await readJournal(path)).entries.map(({ event: read }) => (read as { why?: string }).why);

test("an event that cannot be written as JSON is refused and leaves no gap", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  journal.append(event("one"), at);
  expect(() => journal.append(event(10n), at)).toThrow("BigInt");
  journal.append(event("two"), at);
  await journal.close();
  expect(await whys(path)).toEqual(["one", "two"]);
});

test("a journal that broke stays broken, even when the disk recovers, and nothing with a gap is written", async () => {
  const directory = await scratchDirectory();
  const path = join(directory, "s", "journal.jsonl");
  await writeFile(join(directory, "s"), "in the way");
  const journal = openJournal(path);
  journal.append(event("lost"), at);
  await expect(journal.flush()).rejects.toThrow("cannot be written");
  await rm(join(directory, "s"));
  journal.append(event("after the gap"), at);
  await expect(journal.flush()).rejects.toThrow("cannot be written");
  await expect(journal.close()).rejects.toThrow("cannot be written");
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test("what comes after the close is refused, harms nothing before it, and truncates nothing", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const first = openJournal(path);
  first.append(event("one"), at);
  await first.close();
  const second = openJournal(path, (await readJournal(path)).tail);
  second.append(event("two"), at);
  const closing = second.close();
  expect(() => second.append(event("late"), at)).toThrow("is closed");
  await closing;
  expect(await whys(path)).toEqual(["one", "two"]);
});

test("a journal that somebody else writes to breaks at the next flush", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  journal.append(event("one"), at);
  await journal.flush();
  await appendFile(path, "not ours\n");
  journal.append(event("two"), at);
  await expect(journal.flush()).rejects.toThrow("another process changed it");
  expect(() => journal.ensureWritable()).toThrow("another process changed it");
  await expect(journal.close()).rejects.toThrow("another process changed it");
});

test("a journal that was removed breaks at the next flush", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  journal.append(event("one"), at);
  await journal.flush();
  await rm(path);
  journal.append(event("two"), at);
  await expect(journal.flush()).rejects.toThrow("it was removed");
  await expect(journal.close()).rejects.toThrow("it was removed");
});

test("what is appended while a flush is under way is not taken for somebody else's", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  for (let i = 0; i < 200; i++) {
    journal.append(event(`${i}`), at);
    const flushed = journal.flush();
    journal.append(event(`${i}'`), at);
    await new Promise((resolve) => setImmediate(resolve));
    journal.append(event(`${i}"`), at);
    await flushed;
  }
  await journal.close();
  expect((await whys(path)).length).toBe(600);
});

test.each<[string, string]>([
  ["is empty", ""],
  ["holds only a torn line", '{"seq":1,"at'],
])("a journal that %s can be gone on with", async (_, content) => {
  const directory = await scratchDirectory();
  await mkdir(join(directory, "s"));
  const path = join(directory, "s", "journal.jsonl");
  await writeFile(path, content);
  const journal = openJournal(path, (await readJournal(path)).tail);
  journal.append(event("one"), at);
  await journal.close();
  expect(await whys(path)).toEqual(["one"]);
});

test("nothing is written before the right to write is there, and nothing at all without it", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const right = latch();
  const journal = openJournal(path, undefined, right.promise);
  journal.append(event("one"), at);
  await new Promise((resolve) => setTimeout(resolve, 10));
  await expect(readFile(path)).rejects.toThrow("ENOENT");
  right.open();
  await journal.close();
  expect(await whys(path)).toEqual(["one"]);

  const refused = openJournal(join(path, "..", "other.jsonl"), undefined, Promise.reject(new Error("busy")));
  refused.append(event("one"), at);
  await expect(refused.close()).rejects.toThrow("busy");
  await expect(readFile(join(path, "..", "other.jsonl"))).rejects.toThrow("ENOENT");
});
