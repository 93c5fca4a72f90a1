import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Decision } from "../../src/contract/decision.ts";
import type { SessionEvent } from "../../src/contract/event.ts";
import { findDecisions } from "../../src/session/find-decision.ts";
import { openJournal } from "../../src/session/journal.ts";
import { scratchDirectory } from "../world.ts";

let state = "";
beforeEach(async () => {
  state = await scratchDirectory();
});

const decision = (id: string): Decision => ({
  id,
  at: "2026-11-30T00:00:00.000Z",
  behavior: "deny",
  effective: "deny",
  because: [],
  uncovered: [],
  votes: [],
  effects: [],
  mode: "default",
  headless: false,
  policies: [],
});

const started = (session: string): SessionEvent => ({
  type: "session.started",
  format: 1,
  session,
  cwd: `/srv/${session}`,
  mode: "default",
});
const used = (call: string, input: Record<string, unknown>): SessionEvent => ({
  type: "block.completed",
  message: "m",
  block: { type: "tool_use", id: call, name: "Read", input },
});
const decided = (call: string, id: string): SessionEvent => ({
  type: "call.decided",
  call,
  tool: "Read",
  decision: decision(id),
});
const settled = (call: string): SessionEvent => ({
  type: "call.settled",
  call,
  tool: "Read",
  outcome: "denied",
  durationMs: 1,
  result: { type: "tool_result", tool_use_id: call, content: "no" },
});

/** Writes the journal of a session; later minutes are newer. */
async function journal(session: string, minute: number, events: readonly SessionEvent[]): Promise<string> {
  const path = join(state, "sessions", "work-1", session, "journal.jsonl");
  const file = openJournal(path);
  for (const event of [started(session), ...events]) file.append(event, new Date());
  await file.close();
  await utimes(path, new Date(), new Date(Date.UTC(2026, 0, 1, 0, minute)));
  return path;
}

const ID = "11111111-aaaa-4aaa-8aaa-000000000001";
const NEAR = "11111111-aaaa-4aaa-8aaa-000000000002";

describe("a decision is found", () => {
  test.each([
    ["by its id", ID],
    ["by the first eight characters", "11111111"],
    ["by the id of its call", "toolu_1"],
  ])("%s, with what the journal says about the call", async (_, id) => {
    const path = await journal("s1", 1, [
      used("toolu_1", { file_path: "a" }),
      decided("toolu_1", ID),
      settled("toolu_1"),
    ]);
    expect(await findDecisions(state, id)).toEqual([
      {
        decision: decision(ID),
        call: "toolu_1",
        tool: "Read",
        session: "s1",
        cwd: "/srv/s1",
        journal: path,
        input: { file_path: "a" },
        outcome: "denied",
      },
    ]);
  });

  test("with the input it was rewritten to", async () => {
    const rewritten: SessionEvent = {
      type: "call.rewritten",
      call: "c",
      by: "tap",
      input: { file_path: "b" },
    };
    await journal("s1", 1, [used("c", { file_path: "a" }), rewritten, decided("c", ID)]);
    expect(await findDecisions(state, ID)).toMatchObject([{ input: { file_path: "b" } }]);
  });

  test("with the input it ran with, where no model made the call", async () => {
    const intent: SessionEvent = {
      type: "call.intent",
      call: "c",
      tool: "Read",
      input: { file_path: "a" },
      effects: [],
    };
    await journal("s1", 1, [decided("c", ID), intent]);
    expect(await findDecisions(state, ID)).toMatchObject([{ input: { file_path: "a" } }]);
  });

  test("with the places that are masked in it", async () => {
    await journal("s1", 1, [{ ...decided("c", ID), masked: ["/effects/0/text"] } as SessionEvent]);
    expect(await findDecisions(state, ID)).toMatchObject([{ masked: ["/effects/0/text"] }]);
  });

  test("without input or outcome where the journal holds none", async () => {
    await journal("s1", 1, [decided("c", ID)]);
    const [found] = await findDecisions(state, ID);
    expect(found).not.toHaveProperty("input");
    expect(found).not.toHaveProperty("outcome");
  });

  test.each([
    ["line separator", "\u2028"],
    ["paragraph separator", "\u2029"],
  ])("with an input that holds a %s, which ends no line", async (_, char) => {
    await journal("s1", 1, [used("c", { file_path: `a${char}b` }), decided("c", ID)]);
    expect(await findDecisions(state, ID)).toMatchObject([{ input: { file_path: `a${char}b` } }]);
  });

  test("in a line with carriage returns for white space", async () => {
    const path = await journal("s1", 1, [decided("c", ID)]);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll(',"at"', ',\r"at"'));
    expect(await findDecisions(state, ID)).toHaveLength(1);
  });

  test("before and after lines that cannot be read", async () => {
    const path = await journal("s1", 1, [decided("c", ID)]);
    await appendFile(
      path,
      '{"event":{"type":"call.decided","call":"d","tool":"Read","decision":{"id":"22222222"}}}\n',
    );
    await appendFile(path, '{"event":{"type":"block.completed","block":null}}\n');
    await appendFile(path, `${JSON.stringify({ event: decided("e", NEAR) })}\n`);
    await appendFile(path, '{"event":{"type":"call.decided"');
    expect(await findDecisions(state, NEAR)).toHaveLength(1);
    expect(await findDecisions(state, ID)).toHaveLength(1);
    expect(await findDecisions(state, "22222222")).toEqual([]);
  });
});

describe("several decisions", () => {
  test("all that begin with the characters are given, the newest journal first", async () => {
    await journal("old", 1, [decided("c1", ID)]);
    await journal("new", 2, [decided("c2", NEAR)]);
    const found = await findDecisions(state, "11111111-a");
    expect(found.map(({ session }) => session)).toEqual(["new", "old"]);
  });

  test("a whole id ends the search at the newest journal that has it", async () => {
    await journal("old", 1, [decided("c1", ID)]);
    await journal("new", 2, [decided("c2", ID)]);
    expect((await findDecisions(state, ID)).map(({ session }) => session)).toEqual(["new"]);
  });

  test("a call id that two sessions used gives both", async () => {
    await journal("old", 1, [decided("toolu_1", ID)]);
    await journal("new", 2, [decided("toolu_1", NEAR)]);
    expect((await findDecisions(state, "toolu_1")).map(({ session }) => session)).toEqual(["new", "old"]);
  });
});

describe("nothing is found", () => {
  test.each(["1111111", "33333333", "toolu_", ""])("for `%s`", async (id) => {
    await journal("s1", 1, [decided("toolu_1", ID)]);
    expect(await findDecisions(state, id)).toEqual([]);
  });

  test("without journals, and where something else has their place", async () => {
    expect(await findDecisions(join(state, "nowhere"), ID)).toEqual([]);
    const odd = join(state, "sessions", "p", "s", "journal.jsonl");
    await mkdir(odd, { recursive: true });
    await writeFile(join(dirname(dirname(odd)), "file"), "x");
    const pipe = join(state, "sessions", "p", "q", "journal.jsonl");
    await mkdir(dirname(pipe));
    execFileSync("mkfifo", [pipe]);
    expect(await findDecisions(state, ID)).toEqual([]);
  });
});
