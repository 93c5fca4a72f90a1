import { execFileSync } from "node:child_process";
import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/contract/event.ts";
import { openJournal } from "../../src/session/journal.ts";
import { type JournalRead, readJournal } from "../../src/session/read-journal.ts";
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

test("a last line that lacks only its end is kept, and ended before the next is written", async () => {
  const path = await written("one", "two");
  await truncate(path, (await stat(path)).size - 1);
  const read = await readJournal(path);
  expect([read.entries.length, read.tornBytes]).toEqual([2, 0]);

  const journal = openJournal(path, read.tail);
  journal.append(event("three"), at);
  await journal.close();
  const again = await readJournal(path);
  expect([again.entries.map(({ seq }) => seq), again.damage]).toEqual([[1, 2, 3], []]);
});

describe("damage", () => {
  const whys = ({ entries }: JournalRead) => entries.map(({ event: read }) => (read as { why: string }).why);
  const lines = async (path: string) => (await readFile(path, "utf8")).trimEnd().split("\n");
  const rewritten = async (path: string, texts: readonly string[]) => {
    await writeFile(path, `${texts.join("\n")}\n`);
    return readJournal(path);
  };

  test("of a line that was changed is named, and the line left out", async () => {
    const path = await written("one", "two", "three");
    const [one = "", two = "", three = ""] = await lines(path);
    const read = await rewritten(path, [one, two.replace("two", "tvo"), three]);
    expect(whys(read)).toEqual(["one", "three"]);
    expect(read.damage).toEqual([{ line: 2, why: "it was changed: its hash does not fit" }]);
  });

  test("by a line that was taken out is named where the gap is", async () => {
    const path = await written("one", "two", "three", "four");
    const [one = "", , three = "", four = ""] = await lines(path);
    const read = await rewritten(path, [one, three, four]);
    expect(whys(read)).toEqual(["one", "three", "four"]);
    expect(read.damage).toEqual([{ line: 2, why: "lines before it are missing" }]);
  });

  test.each<[string, (line: string) => string[]]>([
    ["cut short, its good copy after it", (line) => [line.slice(0, 30), line]],
    ["a run of NUL bytes", (line) => ["\0".repeat(300), line]],
    ["half of one and half of another", (line) => [`${line.slice(0, 30)}${line.slice(50)}`, line]],
    ["no JSON", () => ["hello"]],
    ["JSON of something else", () => ['{"seq":2,"hash":"x"}']],
    ["empty", (line) => ["", line]],
  ])("of a line in the middle that is %s costs that line only", async (_, middle) => {
    const path = await written("one", "two", "three", "four");
    const [one = "", two = "", three = "", four = ""] = await lines(path);
    const given = [one, ...middle(two), three, four];
    const read = await rewritten(path, given);
    expect(whys(read)).toEqual(["one", ...(given.includes(two) ? ["two"] : []), "three", "four"]);
    expect(read.damage).toEqual([{ line: 2, why: "it cannot be read" }]);
    expect((await readFile(path, "utf8")).trimEnd().split("\n")).toEqual(given);
  });

  test("of a line that is there twice is named", async () => {
    const path = await written("one", "two");
    const [one = "", two = ""] = await lines(path);
    const read = await rewritten(path, [one, one, two]);
    expect(whys(read)).toEqual(["one", "two"]);
    expect(read.damage).toEqual([{ line: 2, why: "it has the number 1, which was there before" }]);
  });

  test("does not keep the journal from going on, with a chain that fits from there", async () => {
    const path = await written("one", "two", "three");
    const [one = "", , three = ""] = await lines(path);
    const damaged = await rewritten(path, [one, "cut", three]);
    const journal = openJournal(path, damaged.tail);
    journal.append(event("four"), at);
    await journal.close();
    const read = await readJournal(path);
    expect(whys(read)).toEqual(["one", "three", "four"]);
    expect(read.damage).toEqual(damaged.damage);
  });
});

test("a pipe in the place of a journal is refused, not waited for", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  execFileSync("mkfifo", [path]);
  await expect(readJournal(path)).rejects.toThrow("it is not a regular file");
});

test("a journal of an older format is read as this version says it", async () => {
  const path = join(await scratchDirectory(), "journal.jsonl");
  const journal = openJournal(path);
  const old = [
    { type: "session.started", format: 1, session: "s", cwd: "/", mode: "default" },
    { type: "transcript.repaired", what: "one thing" },
    { type: "session.continued", mode: "default" },
    { type: "session.continued", mode: "default", format: 2 },
    { type: "transcript.repaired", what: ["two", "things"] },
  ];
  for (const one of old) journal.append(one as unknown as SessionEvent, at);
  await journal.close();
  const { entries, damage } = await readJournal(path);
  expect(entries.map(({ event: read }) => read)).toEqual([
    old[0],
    { type: "transcript.repaired", what: ["one thing"] },
    { type: "session.continued", mode: "default", format: 1 },
    old[3],
    old[4],
  ]);
  expect(damage).toEqual([]);
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
