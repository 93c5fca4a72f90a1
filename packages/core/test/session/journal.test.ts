import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionEvent } from "../../src/contract/event.ts";
import { openJournal } from "../../src/session/journal.ts";
import { readJournal } from "../../src/session/read-journal.ts";
import { scratchDirectory } from "../world.ts";

const event = (why: string): SessionEvent => ({ type: "request.retried", attempt: 1, delayMs: 0, why });
const at = new Date("2026-11-30T00:00:00Z");

async function written(...texts: string[]): Promise<string> {
  const path = join(await scratchDirectory(), "s", "journal.jsonl");
  const journal = openJournal(path);
  for (const text of texts) journal.append(event(text), at);
  await journal.close();
  return path;
}

test("events are read back in the order they were appended", async () => {
  const path = await written("one", "two", "three");
  const { entries, tornBytes } = await readJournal(path);
  expect(
    entries.map(({ seq, event: { type, ...rest } }) => [seq, type, (rest as { why: string }).why]),
  ).toEqual([
    [1, "request.retried", "one"],
    [2, "request.retried", "two"],
    [3, "request.retried", "three"],
  ]);
  expect(tornBytes).toBe(0);
});

test("the file and its directory are private", async () => {
  const path = await written("one");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
});

test("nothing is made before the first event", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  await openJournal(path).close();
  await expect(stat(path)).rejects.toThrow("ENOENT");
});

test("a torn last line loses that line only, and writing goes on after the last whole one", async () => {
  const path = await written("one", "two");
  await appendFile(path, '{"seq":3,"at":"20');
  const read = await readJournal(path);
  expect([read.entries.length, read.tornBytes]).toEqual([2, 17]);

  const journal = openJournal(path, read.tail);
  journal.append(event("three"), at);
  await journal.close();
  expect((await readJournal(path)).entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test("a changed byte is found and its line is named", async () => {
  const path = await written("one", "two", "three");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("two", "tvo"));
  await expect(readJournal(path)).rejects.toThrow("line 2 of the journal");
});

test("a line that was taken out is found", async () => {
  const path = await written("one", "two", "three");
  const lines = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, [lines[0], lines[2], ""].join("\n"));
  await expect(readJournal(path)).rejects.toThrow("line 2 of the journal");
});

test("a newer format is refused", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  journal.append({ type: "session.started", format: 99, session: "s", cwd: "/", mode: "default" }, at);
  await journal.close();
  await expect(readJournal(path)).rejects.toThrow("format 99");
});

test("a journal that cannot be written says so at the flush, every time", async () => {
  const directory = await scratchDirectory();
  await writeFile(join(directory, "file"), "");
  const journal = openJournal(join(directory, "file", "journal.jsonl"));
  journal.append(event("lost"), at);
  await expect(journal.flush()).rejects.toThrow("cannot be written");
  await expect(journal.flush()).rejects.toThrow("cannot be written");
});

test("any texts, whatever is in them, are read back as they were", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constant('","hash":"x"}\n'))),
      async (texts) => {
        const path = join(await scratchDirectoryForProperty(), "journal.jsonl");
        const journal = openJournal(path);
        for (const text of texts) journal.append(event(text), at);
        await journal.flush();
        await journal.close();
        if (texts.length === 0) return;
        const { entries } = await readJournal(path);
        expect(entries.map(({ event: read }) => (read as { why: string }).why)).toEqual(
          texts.map((text) => JSON.parse(JSON.stringify(text))),
        );
      },
    ),
    { numRuns: 30 },
  );
});

let directories = 0;
let root: Promise<string> | undefined;
async function scratchDirectoryForProperty(): Promise<string> {
  root ??= scratchDirectory();
  directories += 1;
  return join(await root, String(directories));
}
