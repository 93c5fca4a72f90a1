import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isToolUse } from "../../src/contract/message.ts";
import type { Message, ModelPort, ModelRequest, ResultBlock, Session } from "../../src/index.ts";
import { createWorld, tool } from "../world.ts";
import { expectValid } from "./conversation.ts";

const CLEARED = "was cleared to make room";
const PREVIEW = "bytes are left out here";
const USAGE = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };

const tools = [
  tool("Big", { isConcurrencySafe: true, execute: () => "big line\n".repeat(500) }),
  tool("Huge", { isConcurrencySafe: true, maxResultBytes: 3_000, execute: () => "huge line\n".repeat(900) }),
  tool("Small", { isConcurrencySafe: true, execute: () => "ok" }),
  tool("Fails", {
    isConcurrencySafe: true,
    execute: () => {
      throw new Error("no\n".repeat(2_000));
    },
  }),
];

/** What happens next: a prompt with these answers, a compaction, or the session ends and goes on. */
type Step =
  | { readonly kind: "prompt"; readonly turns: readonly (readonly string[])[]; readonly isFull: boolean }
  | { readonly kind: "compact" | "resume" | "fork" };

const turn = fc.array(fc.constantFrom("Big", "Huge", "Small", "Fails"), { maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("prompt" as const),
      turns: fc.array(turn, { maxLength: 7 }),
      isFull: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("compact" as const, "resume" as const, "fork" as const) }),
  },
);

const PROMPT: Step = { kind: "prompt", turns: [["Small"]], isFull: false };

let uses = 0;
const turnOf = (names: readonly string[], isFull: boolean): ScriptedTurn => ({
  blocks: [
    { type: "text", text: "I go on." },
    ...names.map((name) => {
      uses += 1;
      return { type: "tool_use", id: `use_${uses}`, name, input: {} } as const;
    }),
  ],
  ...(isFull && names.length > 0 && { stopReason: "model_context_window_exceeded" }),
});

/** A model that plays what it is given, and gives a summary or none. */
function player(hasSummaries: boolean) {
  const requests: ModelRequest[] = [];
  let next: ModelPort = scriptedModel([]);
  const port: ModelPort = {
    name: "player",
    async *stream(request, options) {
      requests.push({ ...request, messages: [...request.messages] });
      if (request.mayUseTools !== false) return yield* next.stream(request, options);
      if (!hasSummaries) throw new Error("no summary");
      yield { type: "message.started", id: "summary", model: "m" };
      yield { type: "block.completed", block: { type: "text", text: "Goal: to test" } };
      yield { type: "message.completed", stopReason: "end_turn", usage: USAGE };
    },
  };
  return {
    port,
    requests,
    play: (turns: readonly ScriptedTurn[]) => {
      next = scriptedModel(turns);
    },
  };
}

const resultsOf = (messages: readonly Message[]): readonly ResultBlock[] =>
  messages.flatMap(({ content }) =>
    content.filter(({ type }) => type === "tool_result"),
  ) as readonly ResultBlock[];

/** What was seen of each result: once it was replaced, that is what it is. */
function expectReplacedToStay(requests: readonly ModelRequest[]): void {
  const seen = new Map<string, string>();
  for (const { messages } of requests) {
    for (const { tool_use_id: id, content } of resultsOf(messages)) {
      const now = JSON.stringify(content);
      const before = seen.get(id) ?? now;
      if (now !== before) expect(now).toContain(CLEARED);
      if (before.includes(CLEARED)) expect(now).toBe(before);
      seen.set(id, now);
    }
  }
}

/** Tools used in a conversation are defined in its request, and what stands before the conversation never changes. */
function expectStablePrefix(requests: readonly ModelRequest[]): void {
  const prefix = ({ system, tools: defined }: ModelRequest): string => JSON.stringify({ system, defined });
  for (const request of requests) {
    expect(prefix(request)).toBe(prefix(requests[0] as ModelRequest));
    const defined = request.tools.map(({ name }) => name);
    for (const { content } of request.messages)
      for (const block of content)
        if (isToolUse(block as never)) expect(defined).toContain((block as { name: string }).name);
  }
}

test("any history, compactions and resumes leave requests that are valid, with replaced results and a stable prefix", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 7 }),
      fc.boolean(),
      fc.constantFrom(0, 3_000, 20_000),
      async (steps, hasSummaries, contextTokens) => {
        const model = player(hasSummaries);
        const world = await createWorld({
          toolList: tools,
          model: model.port,
          contextTokens,
          limits: { messageResultBytes: 9_000 },
        });
        let session: Session = world.session;
        for (const one of [PROMPT, ...steps, PROMPT]) {
          if (one.kind === "compact") await session.compact();
          else if (one.kind === "prompt") {
            model.play(one.turns.map((names, i) => turnOf(names, one.isFull && i === 3)));
            for await (const _ of session.prompt("go on"));
          } else {
            await session.close();
            session = await world.gauntlet.session({ resume: session.id, fork: one.kind === "fork" });
          }
        }
        await session.close();
        expectValid(model.requests);
        expectReplacedToStay(model.requests.filter(({ mayUseTools }) => mayUseTools !== false));
        expectStablePrefix(model.requests);
        const last = resultsOf(model.requests.at(-1)?.messages ?? []);
        for (const { content } of last) expect(JSON.stringify(content).length).toBeLessThan(10_000);
      },
    ),
    { numRuns: 40 },
  );
});

test("what the property is about does happen: previews, cleared results and summaries", async () => {
  const model = player(true);
  const world = await createWorld({
    toolList: tools,
    model: model.port,
    contextTokens: 0,
    limits: { messageResultBytes: 9_000 },
  });
  model.play(Array.from({ length: 9 }, () => turnOf(["Big", "Huge", "Big", "Big"], false)));
  await world.prompt("go");
  const messages = (): string => JSON.stringify(model.requests.at(-1)?.messages);
  expect(messages()).toContain(PREVIEW);
  await world.session.compact();
  model.play([]);
  await world.prompt("go on");
  expect(messages()).toContain(CLEARED);
  await world.session.compact();
  await world.prompt("go on");
  expect(messages()).toContain("Goal: to test");
});
