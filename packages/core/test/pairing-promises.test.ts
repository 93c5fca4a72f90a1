import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertValidRequest, type Message, type PersonAnswer, readJournal, type Tool } from "../src/index.ts";
import { createTranscript } from "../src/transcript/transcript.ts";
import { type RawMessage, rawMessage, rawModel, rawText, rawUse, saying } from "./turn/raw-model.ts";
import { createWorld, tapping, tool, type World } from "./world.ts";

/** `npm run proof:pairing` tries more. */
const runs = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 80);

/** Waits as short as the event loop knows, in different kinds of turns of it. */
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++)
    await (i % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
};

const NAMES = [
  "Fine",
  "Throws",
  "Slow",
  "Hangs",
  "Picky",
  "Denied",
  "Asks",
  "Nested",
  "Odd",
  "Nobody",
  "no such",
];

function tools(): readonly Tool[] {
  return [
    tool("Fine", { isConcurrencySafe: true, execute: () => "fine" }),
    tool("Throws", {
      execute: () => {
        throw new Error("thrown by the tool");
      },
    }),
    tool("Slow", {
      isConcurrencySafe: true,
      async execute() {
        await turns(7);
        return "slow";
      },
    }),
    tool("Hangs", {
      timeoutMs: 30,
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    }),
    tool("Picky", { validateInput: () => "not today" }),
    tool("Denied"),
    tool("Asks"),
    tool("Nested", { execute: (_, { call }) => call("Fine", {}).then(({ text }) => text) }),
    tool("Odd", { execute: () => "\ud800", toModel: () => [{ type: "text", text: " " }] }),
  ];
}

const pieces = fc.oneof(
  fc.constant([] as string[]),
  fc.constant(["{}"]),
  fc.constant(['{"a":', "1}"]),
  fc.constant(['{"a":1,"a":2}']),
  fc.constant(['{"__proto__":{}}']),
  fc.constant(['{"a":"cut o']),
  fc.constant(['"oops"']),
  fc.constant(['{"half":"\\ud800"}']),
  fc.json({ maxDepth: 2 }).map((text) => [text.slice(0, 5), text.slice(5)]),
);
const block = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(["words"], [""], [" \n"], ["half \ud800"], ["two ", "pieces"])
      .map((texts) => ["text", texts] as const),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({ name: fc.constantFrom(...NAMES), id: fc.constantFrom("a", "b", "c", "", "x:1"), pieces })
      .map((use) => ["use", use] as const),
  },
  { weight: 1, arbitrary: fc.constantFrom("c2ln", "").map((signature) => ["thinking", signature] as const) },
  { weight: 1, arbitrary: fc.boolean().map((answered) => ["server", answered] as const) },
);

const message = fc.record({
  blocks: fc.array(block, { maxLength: 5 }),
  stopReason: fc.constantFrom(
    "tool_use",
    "tool_use",
    "end_turn",
    "max_tokens",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
  ),
  mishap: fc.option(
    fc.record({ kind: fc.constantFrom("fails" as const, "ends" as const), afterEvents: fc.nat(16) }),
    { nil: undefined, freq: 3 },
  ),
});
type AnyMessage = typeof message extends fc.Arbitrary<infer T> ? T : never;

function rawOf({ blocks, stopReason, mishap }: AnyMessage, serial: number): RawMessage {
  let index = 0;
  const raw = blocks.flatMap(([kind, what]): (readonly object[])[] => {
    if (kind === "text") return [rawText(index++, ...what)];
    if (kind === "use") return [rawUse(index++, { name: what.name, id: what.id }, ...what.pieces)];
    if (kind === "thinking") return [whole(index++, { type: "thinking", thinking: "hm", signature: what })];
    const id = `srvtoolu_${serial}_${index}`;
    const use = whole(index++, { type: "server_tool_use", id, name: "web_search", input: {} });
    return what
      ? [use, whole(index++, { type: "web_search_tool_result", tool_use_id: id, content: [] })]
      : [use];
  });
  return { events: rawMessage(raw, stopReason), ...(mishap && { mishap }) };
}

const whole = (index: number, content_block: object): readonly object[] => [
  { type: "content_block_start", index, content_block },
  { type: "content_block_stop", index },
];

const hook = fc.constantFrom(
  "none",
  "none",
  "throws",
  "slow",
  "rewrites",
  "denies",
  "ends",
  "replaces",
  "breaks",
);
const answer = fc.constantFrom<PersonAnswer | "throws" | "silent">(
  { behavior: "allow" },
  { behavior: "allow", input: { edited: true } },
  { behavior: "allow", input: "no object" },
  { behavior: "deny", message: "no" },
  { behavior: "stop" },
  "throws",
  "silent",
);

interface Situation {
  readonly messages: readonly AnyMessage[];
  readonly pre: string;
  readonly post: string;
  readonly map: string;
  readonly said: PersonAnswer | "throws" | "silent";
  readonly abortAfter: number | undefined;
  /** Small windows have the conversation compacted again and again. */
  readonly contextTokens: number;
}

const situation: fc.Arbitrary<Situation> = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 4 }),
  pre: hook,
  post: hook,
  map: hook,
  said: answer,
  abortAfter: fc.option(fc.nat(120), { nil: undefined, freq: 2 }),
  contextTokens: fc.constantFrom(0, 0, 50, 200),
});

async function worldOf({ messages, pre, post, map, said, contextTokens }: Situation) {
  let asked = 0;
  const model = rawModel((_, { mayUseTools }) => {
    if (mayUseTools === false) return saying("Goal: to go on");
    const index = asked++;
    const given = messages[index];
    return given ? rawOf(given, index) : saying("done");
  });
  const act = async (kind: string): Promise<void> => {
    if (kind === "throws") throw new Error("thrown by a tap");
    if (kind === "slow") await turns(5);
  };
  const world = await createWorld({
    model,
    toolList: tools(),
    permissions: {
      allow: NAMES.filter((name) => /^[A-Z]/.test(name) && name !== "Asks"),
      deny: ["Denied(*)"],
    },
    limits: { maxTurns: 6 },
    contextTokens,
    answerers: [
      {
        name: "person",
        async answer() {
          await turns(3);
          if (said === "throws") throw new Error("thrown by the answerer");
          return said === "silent" ? undefined : said;
        },
      },
    ],
    plugins: [
      tapping((hooks) => {
        hooks.preToolUse.tap("any", async (draft) => {
          await act(pre);
          if (pre === "rewrites") draft.rewrite({ by: "tap" });
          if (pre === "breaks") draft.rewrite("no object" as never);
          if (pre === "denies") draft.vote("deny", "denied by a tap");
        });
        hooks.postToolUse.tap("any", async (draft) => {
          await act(post);
          if (post === "replaces") return { ...draft, replacement: "" };
          if (post === "breaks") return { ...draft, replacement: Object.create(null) as string };
          return post === "ends" ? { ...draft, endTurn: "ended by a tap" } : draft;
        });
        hooks.mapResult.tap("any", async (draft) => {
          await act(map);
          if (map === "replaces")
            return { ...draft, block: { ...draft.block, content: [], tool_use_id: "x" } };
          if (map === "breaks") return { ...draft, block: undefined as never };
          return draft;
        });
      }),
    ],
  });
  return { world, model };
}

/** Runs a prompt to its end, however it ends. */
async function prompt(session: World["session"], words: string, signal?: AbortSignal): Promise<void> {
  try {
    for await (const _ of session.prompt(words, signal && { signal }));
  } catch (thrown) {
    // What a model did wrong is said to the host; the session goes on.
    expect((thrown as { code?: string }).code).toMatch(/^GNT_MODEL_/);
  }
}

/** The conversation as the journal has it, at each request that went out. */
async function replayed(directory: string): Promise<readonly (readonly Message[])[]> {
  const { entries, damage, tornBytes } = await readJournal(join(directory, "journal.jsonl"));
  expect([damage, tornBytes]).toEqual([[], 0]);
  const transcript = createTranscript();
  const requests: (readonly Message[])[] = [];
  for (const { event } of entries) {
    transcript.apply(event);
    if (event.type === "request.sent" && event.purpose === undefined) requests.push([...transcript.messages]);
  }
  expect(transcript.openUses).toEqual([]);
  return requests;
}

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("whatever model, tools, hooks and people do, and whenever it is aborted: the next request is valid, and the journal replays to it", async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { world, model } = await worldOf(given);
      const stop = new AbortController();
      const prompting = prompt(world.session, "go", stop.signal);
      if (given.abortAfter !== undefined) {
        await turns(given.abortAfter);
        stop.abort(new Error("enough"));
      }
      await prompting;
      await prompt(world.session, "why?");
      await world.session.close();
      const resumed = await world.gauntlet.session({ resume: world.session.id });
      expect(resumed.warnings).toEqual(world.session.warnings);
      await prompt(resumed, "once more");
      await resumed.close();
      for (const { messages } of model.requests) assertValidRequest(messages);
      const conversations = model.requests.filter(({ mayUseTools }) => mayUseTools !== false);
      expect(sent(await replayed(resumed.directory))).toEqual(
        sent(conversations.map(({ messages }) => messages)),
      );
    }),
    { numRuns: runs },
  );
}, 600_000);
