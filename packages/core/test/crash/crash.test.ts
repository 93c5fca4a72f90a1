import { spawn } from "node:child_process";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { scriptedModel } from "@gauntlet/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  assertValidRequest,
  definePlugin,
  Gauntlet,
  type JournalEntry,
  type Message,
  type ResultBlock,
  readJournal,
} from "../../src/index.ts";
import { bundleChild } from "../bundle-child.ts";
import { eventsOf, tool } from "../world.ts";

/** `npm run proof:crash` kills at every write; `npm test` at a few. */
const runs = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 0);

/** Marks the child makes when nobody stops it. */
const ALL = 20;

let root = "";
let child = "";

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-crash-")));
  child = join(root, "child.mjs");
  await bundleChild(fileURLToPath(new URL("./child.ts", import.meta.url)), child);
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Place {
  readonly cwd: string;
  readonly state: string;
}

async function place(): Promise<Place> {
  const cwd = await mkdtemp(join(root, "run-"));
  return { cwd, state: await mkdtemp(join(root, "state-")) };
}

interface Child {
  /** It has a session and goes on to prompt. */
  readonly ready: Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  kill(): void;
}

function startChild({ cwd, state }: Place, ...more: string[]): Child {
  const process = spawn(execPath, [child, cwd, state, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  return {
    ready: new Promise((resolve) => process.stdout.once("data", () => resolve())),
    ended: new Promise((resolve) => process.once("exit", (code, signal) => resolve({ code, signal }))),
    kill: () => process.kill("SIGKILL"),
  };
}

async function killedAt(at: Place, operation: string, nth: number, phase: string): Promise<void> {
  const { signal } = await startChild(at, operation, String(nth), phase).ended;
  expect([operation, nth, phase, signal]).toEqual([operation, nth, phase, "SIGKILL"]);
}

/** What the session holds after another process took it up and went on. */
async function goOn({
  cwd,
  state,
}: Place): Promise<{ messages: readonly Message[]; entries: readonly JournalEntry[] } | undefined> {
  const model = scriptedModel([]);
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "crash", tools: [tool("Append"), tool("Look")] })],
    cwd,
    home: join(cwd, "home"),
    stateDirectory: state,
    model,
  });
  const session = await gauntlet.session({ continue: true }).catch((thrown: { code?: string }) => {
    expect(thrown.code).toBe("GNT_SESSION_NOT_FOUND");
  });
  if (!session) return undefined;
  expect(session.warnings).toEqual([]);
  for await (const _ of session.prompt("go on"));
  await session.close();
  const { entries, damage } = await readJournal(join(session.directory, "journal.jsonl"));
  expect(damage).toEqual([]);
  return { messages: model.requests[0]?.messages ?? [], entries };
}

async function marksIn({ cwd }: Place): Promise<readonly string[]> {
  const files = await Promise.all(
    ["a", "b"].map((name) => readFile(join(cwd, name), "utf8").catch(() => "")),
  );
  return files.join("").split("\n").filter(Boolean);
}

/** Nothing ran twice, everything that ran is known, and nothing is said to have run that did not. */
async function accountFor(at: Place): Promise<number> {
  const marks = await marksIn(at);
  const past = await goOn(at);
  expect(await marksIn(at)).toEqual(marks);
  expect(new Set(marks).size).toBe(marks.length);
  if (!past) {
    expect(marks).toEqual([]);
    return 0;
  }
  assertValidRequest(past.messages);
  const results = resultsByMark(past.messages);
  for (const mark of marks)
    expect([mark, results.get(mark)]).toEqual([mark, expect.stringMatching(/^(appended|Outcome unknown)/)]);
  for (const [mark, text] of results) {
    if (text.startsWith("appended")) expect(marks).toContain(mark);
    else if (!text.startsWith("Outcome unknown")) expect(marks).not.toContain(mark);
  }
  const proposed = eventsOf(past.entries, "block.completed").filter(({ block }) => block.type === "tool_use");
  const settled = eventsOf(past.entries, "call.settled").map(({ call }) => call);
  expect(
    proposed.map(({ block }) => (block as { id: string }).id).filter((id) => !settled.includes(id)),
  ).toEqual([]);
  return marks.length;
}

function resultsByMark(messages: readonly Message[]): Map<string, string> {
  const marks = new Map<string, string>();
  const results = new Map<string, string>();
  for (const { content } of messages) {
    for (const block of content) {
      const { type, id, input } = block as { type: string; id: string; input?: { mark?: string } };
      if (type === "tool_use" && input?.mark !== undefined) marks.set(id, input.mark);
      if (type !== "tool_result") continue;
      const { tool_use_id, content: text } = block as ResultBlock;
      const mark = marks.get(tool_use_id);
      if (mark !== undefined) results.set(mark, String(text));
    }
  }
  return results;
}

test("a session that nobody kills does everything once", async () => {
  const at = await place();
  expect(await startChild(at).ended).toEqual({ code: 0, signal: null });
  expect(await accountFor(at)).toBe(ALL);
});

test("killed at any write or sync of the journal, nothing runs twice and every call is accounted for", async () => {
  const whole = await place();
  await startChild(whole).ended;
  const counts = JSON.parse(await readFile(join(whole.cwd, "operations.json"), "utf8")) as Record<
    string,
    number
  >;
  const points = Object.entries(counts).flatMap(([operation, count]) =>
    Array.from({ length: count }, (_, i) =>
      (operation === "write" ? ["before", "half", "after"] : ["before", "after"]).map((phase) => ({
        operation,
        nth: i + 1,
        phase,
      })),
    ).flat(),
  );
  // Groups of events vary from run to run: the last points may not be reached.
  const reachable = points.filter(({ operation, nth }) => nth <= (counts[operation] ?? 0) * 0.8);
  expect(reachable.length).toBeGreaterThan(100);
  const chosen =
    runs > 0 ? reachable : reachable.filter((_, i) => i % Math.ceil(reachable.length / 12) === 0);
  const done: number[] = [];
  for (const { operation, nth, phase } of chosen) {
    const at = await place();
    await killedAt(at, operation, nth, phase);
    done.push(await accountFor(at));
  }
  // Somewhere in the middle: a kill that always came first or last would prove nothing.
  expect(done.some((count) => count > 0 && count < ALL)).toBe(true);
}, 600_000);

test("killed at any moment, nothing runs twice and every call is accounted for", async () => {
  const timed = startChild(await place());
  await timed.ready;
  const begun = performance.now();
  await timed.ended;
  const lastedMs = performance.now() - begun;

  const done: number[] = [];
  for (let i = 0; i < (runs || 8); i++) {
    const at = await place();
    const killed = startChild(at);
    await killed.ready;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * lastedMs));
    killed.kill();
    await killed.ended;
    done.push(await accountFor(at));
  }
  if (runs >= 50) expect(done.some((count) => count > 0 && count < ALL)).toBe(true);
}, 600_000);

test("a session that another process writes is refused and not touched, and free at once when that one is killed", async () => {
  const at = await place();
  const other = startChild(at);
  await other.ready;
  const gauntlet = new Gauntlet({ plugins: [], cwd: at.cwd, home: at.cwd, stateDirectory: at.state });
  let busy: unknown;
  // It is there when its first event is.
  while (busy === undefined) {
    const opened = await gauntlet.session({ continue: true }).catch((thrown: { code?: string }) => thrown);
    if ((opened as { code?: string }).code !== "GNT_SESSION_NOT_FOUND") busy = opened;
  }
  expect(busy).toMatchObject({ code: "GNT_SESSION_BUSY" });
  other.kill();
  await other.ended;
  await accountFor(at);
});
