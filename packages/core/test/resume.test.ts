import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  assertValidRequest,
  defineSlot,
  type JournalEntry,
  type Message,
  type ResultBlock,
} from "../src/index.ts";
import { createWorld, eventsOf, tool, type World } from "./world.ts";

const use = (name: string, more: object = {}) => ({ type: "tool_use", name, ...more }) as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const counter = defineSlot<number>("test/counter");

const tools = () => [
  tool("Act", {
    execute: (_, { slots }) => {
      slots.set(counter, "n", (slots.get(counter, "n") ?? 0) + 1);
      return "acted";
    },
  }),
  tool("Look", { isConcurrencySafe: true, execute: () => "looked" }),
  tool("Count", { execute: (_, { slots }) => String(slots.get(counter, "n")) }),
];
const turns = [
  { blocks: [text("I begin"), use("Act"), use("Look"), use("Look"), text("so far")] },
  { blocks: [text("lost")], failAfterBlocks: 1 },
  { blocks: [use("Act"), use("Nobody")], failAfterBlocks: 2 },
  { blocks: [use("Act"), text("no")], stopReason: "refusal" },
  { blocks: [text("second prompt"), use("Act")] },
];

async function recorded(): Promise<readonly Buffer[]> {
  const world = await createWorld({ toolList: tools(), turns });
  await world.prompt("do it");
  await world.prompt("and this");
  await world.session.close();
  const bytes = await readFile(join(world.session.directory, "journal.jsonl"));
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([i]) => i + 1);
  return ends.map((end) => bytes.subarray(0, end));
}

/** Puts a journal where a session of this world would have it, as if its process had been killed. */
async function afterCrash(world: World, id: string, journal: Uint8Array) {
  const directory = join(dirname(world.session.directory), id);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "journal.jsonl"), journal);
  await writeFile(join(directory, "lock"), "of a process that is gone");
  return world.gauntlet.session({ resume: id });
}

const resultsIn = (messages: readonly Message[]): readonly ResultBlock[] =>
  messages.flatMap(({ content }) => content.filter((block) => block.type === "tool_result")) as ResultBlock[];

test("wherever the process was killed, the next request is valid and says what is known of each call", async () => {
  const cuts = await recorded();
  const world = await createWorld({ toolList: tools() });
  for (const [i, cut] of cuts.entries()) {
    for (const [kind, journal] of [
      ["whole", cut],
      ["torn", Buffer.concat([cut, (cuts[i + 1] ?? cut).subarray(cut.length).subarray(0, 25)])],
    ] as const) {
      const entries = cut
        .toString("utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as JournalEntry);
      const session = await afterCrash(world, `cut-${i}-${kind}`, journal);
      const asked = world.model.requests.length;
      for await (const _ of session.prompt("go on"));
      await session.close();
      const messages = world.model.requests[asked]?.messages ?? [];
      assertValidRequest(messages);
      expect(messages.at(-1)?.role).toBe("user");

      const settled = new Set(eventsOf(entries, "call.settled").map(({ call }) => call));
      const intended = new Set(eventsOf(entries, "call.intent").map(({ call }) => call));
      for (const { tool_use_id, content } of resultsIn(messages)) {
        if (settled.has(tool_use_id)) expect(content).not.toMatch(/^(Outcome unknown|Not run)/);
        else expect(content).toMatch(intended.has(tool_use_id) ? /^Outcome unknown/ : /^Not run/);
      }
      const again = await world.gauntlet.session({ resume: session.id });
      await again.close();
    }
  }
});

test("a crash runs nothing again", async () => {
  const cuts = await recorded();
  let runs = 0;
  const world = await createWorld({ toolList: [tool("Act", { execute: () => String(++runs) })] });
  for (const [i, cut] of cuts.entries()) {
    const session = await afterCrash(world, `cut-${i}`, cut);
    for await (const _ of session.prompt("go on"));
    await session.close();
  }
  expect(runs).toBe(0);
});

test("slots are restored with what was journalled", async () => {
  const cuts = await recorded();
  const world = await createWorld({ toolList: tools() });
  for (const [i, cut] of cuts.entries()) {
    const sets = cut.toString("utf8").split('"type":"slot.set"').length - 1;
    const session = await afterCrash(world, `cut-${i}`, cut);
    const [settled] = await session.call([{ tool: "Count", input: {} }]);
    expect(settled?.block.content).toBe(sets === 0 ? "undefined" : String(sets));
    await session.close();
  }
});

test("a journal in which only the first line was begun is a session from its beginning", async () => {
  const world = await createWorld();
  const session = await afterCrash(world, "torn", Buffer.from('{"seq":1,"at":"20'));
  for await (const _ of session.prompt("hello"));
  await session.close();
  const text0 = await readFile(join(session.directory, "journal.jsonl"), "utf8");
  expect(JSON.parse(text0.split("\n")[0] ?? "")).toMatchObject({
    seq: 1,
    event: { type: "session.started", session: "torn" },
  });
  await (await world.gauntlet.session({ resume: "torn" })).close();
});

test("whatever a tool prints, a record is a line, and comes back as it was sent", async () => {
  const odd = "a\u2028b\u2029c\rd\ne\r\nf\u0085g\0h\ud800i";
  const world = await createWorld({
    toolList: [tool("Odd", { execute: () => odd })],
    turns: [{ blocks: [use("Odd")] }],
  });
  await world.prompt("see");
  await world.session.close();
  const bytes = await readFile(join(world.session.directory, "journal.jsonl"));
  const entries = await world.journal();
  expect(bytes.filter((byte) => byte === 10)).toHaveLength(entries.length);

  const session = await world.gauntlet.session({ resume: world.session.id });
  for await (const _ of session.prompt("and?"));
  await session.close();
  const sent = world.model.requests.map(({ messages }) => resultsIn(messages)[0]?.content);
  expect(sent.slice(1)).toEqual([odd.toWellFormed(), odd.toWellFormed()]);
});

test("results that came before a crash are kept beside the one that was still waited for", async () => {
  const world = await createWorld({ toolList: tools() });
  const lines = (await recorded()).at(-1)?.toString("utf8").split("\n") ?? [];
  const second = lines.findIndex((line, i) => line.includes('"type":"call.settled"') && i > 0);
  const journal = Buffer.from(`${lines.slice(0, second + 1).join("\n")}\n`);
  const session = await afterCrash(world, "waiting", journal);
  for await (const _ of session.prompt("go on"));
  await session.close();
  const messages = world.model.requests[0]?.messages ?? [];
  assertValidRequest(messages);
  const contents = resultsIn(messages).map(({ content }) => String(content));
  expect(contents.filter((content) => /^(acted|looked)$/.test(content))).toHaveLength(1);
  expect(contents.filter((content) => /^(Outcome unknown|Not run)/.test(content)).length).toBeGreaterThan(0);
});

test("a line in the middle that cannot be read costs what it said, and the request is valid all the same", async () => {
  const whole = (await recorded()).at(-1)?.toString("utf8").trimEnd().split("\n") ?? [];
  const world = await createWorld({ toolList: tools() });
  for (const [at, line] of whole.entries()) {
    if (at === 0) continue;
    for (const bad of ["\0".repeat(300), line.slice(0, line.length >> 1)]) {
      const lines = [...whole.slice(0, at), bad, ...whole.slice(at + 1)];
      const before = world.model.requests.length;
      const session = await afterCrash(
        world,
        `bad-${at}-${bad.length}`,
        Buffer.from(`${lines.join("\n")}\n`),
      );
      expect(session.warnings[0]).toMatch(new RegExp(`damaged in line ${at + 1}\\b`));
      for await (const _ of session.prompt("last question"));
      await session.close();
      const messages = world.model.requests[before]?.messages ?? [];
      assertValidRequest(messages);
      expect(JSON.stringify(messages.at(-1))).toContain("last question");
      const text = await readFile(join(session.directory, "journal.jsonl"), "utf8");
      expect(text.split("\n").slice(0, lines.length)).toEqual(lines);
    }
  }
});

test("after a torn line, what is said next is on a line of its own and found by the next process", async () => {
  const [cut = Buffer.alloc(0)] = (await recorded()).slice(-1);
  const world = await createWorld({ toolList: tools() });
  const first = await afterCrash(
    world,
    "torn-twice",
    Buffer.concat([cut, Buffer.from('{"seq":99,"at":"2026')]),
  );
  for await (const _ of first.prompt("again"));
  await first.close();
  const second = await world.gauntlet.session({ resume: "torn-twice" });
  expect(second.warnings).toEqual([]);
  for await (const _ of second.prompt("and once more"));
  await second.close();
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain("again");
});
