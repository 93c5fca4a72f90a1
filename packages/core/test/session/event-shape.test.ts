import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertValidRequest, type JournalEntry } from "../../src/index.ts";
import { chainHash, lineBody, sealLine } from "../../src/session/journal-line.ts";
import { createWorld, tool, type World } from "../world.ts";

const use = (name: string) => ({ type: "tool_use", name, input: {} }) as const;
const text = (words: string) => ({ type: "text", text: words }) as const;

async function recorded(world: World): Promise<readonly JournalEntry[]> {
  await world.prompt("do it");
  await world.prompt("and this");
  await world.session.close();
  const journal = await readFile(join(world.session.directory, "journal.jsonl"), "utf8");
  return journal
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JournalEntry);
}

const createTalk = () =>
  createWorld({
    toolList: [tool("Act")],
    turns: [{ blocks: [text("I begin"), use("Act"), use("Act")] }, { blocks: [text("well")] }],
  });

/** A journal whose chain is whole, whatever its events say. */
function sealed(entries: readonly JournalEntry[]): string {
  let previous = "";
  return entries
    .map(({ hash: _, ...entry }) => {
      const body = lineBody(entry);
      previous = chainHash(previous, body);
      return sealLine(body, previous);
    })
    .join("");
}

async function resumed(world: World, id: string, journal: string) {
  const directory = join(dirname(world.session.directory), id);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "journal.jsonl"), journal);
  return world.gauntlet.session({ resume: id });
}

/** Every place in a value, as the keys that lead there. */
function placesIn(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [[...at, key], ...placesIn(member, [...at, key])]);
}

function withMember<T>(value: T, [key, ...rest]: readonly string[], by: unknown): T {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length > 0) copy[key as string] = withMember(copy[key as string], rest, by);
  else if (by === undefined) delete copy[key as string];
  else copy[key as string] = by;
  return copy as T;
}

test("an event of another shape costs itself, whatever member it is, and the session goes on", async () => {
  const world = await createTalk();
  const entries = await recorded(world);
  const places = entries.flatMap(({ event }, at) => placesIn(event).map((place) => ({ at, place })));
  const odd = fc.constantFrom(undefined, null, 7, "x", "__proto__", [], {}, [null], { toString: 1 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), odd, async ({ at, place }, by) => {
      const changed = entries.map((entry, i) =>
        i === at ? { ...entry, event: withMember(entry.event, place, by) } : entry,
      );
      const session = await resumed(world, `odd-${run++}`, sealed(changed));
      const before = world.model.requests.length;
      for await (const _ of session.prompt("last question"));
      await session.close();
      const messages = world.model.requests[before]?.messages ?? [];
      assertValidRequest(messages);
      expect(JSON.stringify(messages.at(-1))).toContain("last question");
    }),
    { numRuns: Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 150) },
  );
});

test.each([{ toString: 1 }, "x", null, [2], 1.5])("a format of %j is none", async (format) => {
  const world = await createTalk();
  const [first, ...others] = await recorded(world);
  const changed = { ...(first as JournalEntry), event: { ...first?.event, format } as never };
  const session = await resumed(world, "odd", sealed([changed, ...others]));
  expect(session.warnings.join()).toMatch(/damaged in line 1\b/);
  await session.close();
});

test("such an event is told with its line", async () => {
  const world = await createTalk();
  const entries = await recorded(world);
  const at = entries.findIndex(({ event }) => event.type === "results.sent");
  const changed = entries.map((entry, i) =>
    i === at ? { ...entry, event: withMember(entry.event, ["texts"], undefined) } : entry,
  );
  const session = await resumed(world, "odd", sealed(changed));
  expect(session.warnings.join()).toMatch(new RegExp(`damaged in line ${at + 1}\\b`));
  await session.close();
});
