import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assertValidRequest,
  definePlugin,
  defineTool,
  type Effect,
  type Message,
  type Session,
  Type,
} from "../src/index.ts";
import { createWorld } from "./world.ts";

const anyJson = fc.jsonValue({ maxDepth: 3 });
const blockText = fc.oneof(fc.string(), fc.constant(""), fc.constant("  \n"));
const toolNames = ["Fine", "Throws", "Refused", "Picky", "Missing", "Nothing", "Broken"];

/** One assistant block: text of any kind, or a use of any tool with any input and any id. */
const block = fc.oneof(
  blockText.map((text) => ({ type: "text" as const, text })),
  fc.record({
    type: fc.constant("tool_use" as const),
    id: fc.constantFrom("toolu_a", "toolu_b", "toolu_c", "toolu_d", ""),
    name: fc.constantFrom(...toolNames),
    input: fc.oneof(anyJson, fc.constant({}), fc.constant({ text: "x" })),
  }),
);

// What goes over the wire: `-0` is sent as `0`.
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const stopReason = fc.constantFrom("tool_use", "end_turn", "max_tokens", "pause_turn", "refusal");

function tools() {
  const input = Type.Object({ text: Type.Optional(Type.String()) });
  const base = { description: "A tool of the test.", input };
  return [
    defineTool({ ...base, name: "Fine", isConcurrencySafe: true, execute: ({ text }) => text ?? "fine" }),
    defineTool({
      ...base,
      name: "Throws",
      execute: () => {
        throw new Error("thrown by the tool");
      },
    }),
    defineTool({ ...base, name: "Refused", execute: () => "never" }),
    defineTool({ ...base, name: "Picky", validateInput: () => "not today", execute: () => "never" }),
    defineTool({ ...base, name: "Nothing", execute: () => undefined }),
    defineTool({
      ...base,
      name: "Broken",
      effects: () => {
        throw new Error("effects threw");
      },
      execute: () => "never",
    }),
  ];
}

describe("pairing", () => {
  test("any assistant messages with any stop reasons leave a valid request, and the journal gives the same one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ blocks: fc.array(block, { maxLength: 5 }), stopReason }), { maxLength: 4 }),
        async (turns) => {
          const world = await createWorld({
            toolList: tools(),
            turns,
            permissions: {
              allow: ["Fine", "Throws", "Picky", "Nothing", "Broken"],
              deny: ["Refused(text:*)"],
            },
          });
          await world.prompt();
          await world.prompt("and again");
          for (const { messages } of world.model.requests) assertValidRequest(messages);
          await world.session.close();

          const continued = await world.gauntlet.session({ resume: world.session.id });
          const before = world.model.requests.length;
          for await (const _ of continued.prompt("once more"));
          await continued.close();
          const resumed = world.model.requests[before]?.messages ?? [];
          assertValidRequest(resumed);
          const last = flat(world.model.requests[before - 1]?.messages ?? []);
          expect(sent(flat(resumed).slice(0, last.length))).toEqual(sent(last));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("execution", () => {
  test("no tool runs without an allow or a yes, whatever rules, taps and people say", async () => {
    const behavior = fc.constantFrom("allow", "ask", "deny", "none", "throw");
    const answer = fc.constantFrom("allow", "deny", "stop", "none", "throw");
    await fc.assert(
      fc.asyncProperty(
        behavior,
        behavior,
        behavior,
        behavior,
        answer,
        fc.boolean(),
        async (rule, tap, pre, own, said, headless) => {
          let ran = false;
          const voteOf = (kind: string, vote: (b: "allow" | "ask" | "deny", why: string) => void): void => {
            if (kind === "throw") throw new Error("tap threw");
            if (kind !== "none") vote(kind as "allow", "test");
          };
          const tool = defineTool({
            name: "Act",
            description: "Acts.",
            input: Type.Object({}),
            checkPermission: () => {
              if (own === "throw") throw new Error("own check threw");
              return own === "none" ? undefined : { behavior: own as "allow", why: "own" };
            },
            execute: () => {
              ran = true;
            },
          });
          const world = await createWorld({
            toolList: [tool],
            permissions: rule === "none" || rule === "throw" ? {} : { [rule]: ["Act"] },
            headless,
            answerers: [
              {
                name: "test",
                answer: async () => {
                  if (said === "throw") throw new Error("answerer threw");
                  return said === "none" ? undefined : { behavior: said as "allow" };
                },
              },
            ],
            plugins: [
              definePlugin({
                name: "voter",
                apply({ hooks }) {
                  hooks.permission.tap("vote", (ballot) => voteOf(tap, (b, why) => ballot.vote(b, why)));
                  hooks.preToolUse.tap("vote", (draft) => voteOf(pre, (b, why) => draft.vote(b, why)));
                },
              }),
            ],
          });
          const [settled] = await world.session.call([{ tool: "Act", input: {} }]);
          const votes = [rule === "throw" ? "none" : rule, tap, pre, own].map((kind) =>
            kind === "throw" ? "deny" : kind,
          );
          const denied = votes.includes("deny");
          const asks = votes.includes("ask") || !votes.includes("allow");
          const mayRun = !denied && (!asks || (!headless && said === "allow"));
          expect(ran).toBe(mayRun);
          expect(settled?.outcome).toBe(
            mayRun ? "succeeded" : settled?.outcome === "invalid" ? "invalid" : "denied",
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test("results come in call order, whoever ends first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(12), { minLength: 1, maxLength: 12 }), async (delays) => {
        const wait = defineTool({
          name: "Wait",
          description: "Waits.",
          input: Type.Object({ ms: Type.Integer() }),
          isConcurrencySafe: true,
          async execute({ ms }) {
            await new Promise((resolve) => setTimeout(resolve, ms));
            return String(ms);
          },
        });
        const blocks = delays.map((ms, i) => ({
          type: "tool_use" as const,
          id: `t${i}`,
          name: "Wait",
          input: { ms },
        }));
        const world = await createWorld({ toolList: [wait], turns: [{ blocks }] });
        await world.prompt();
        const results = world.model.requests[1]?.messages.at(-1)?.content as unknown as {
          tool_use_id: string;
          content: string;
        }[];
        expect(results.map(({ tool_use_id, content }) => [tool_use_id, content])).toEqual(
          delays.map((ms, i) => [`t${i}`, String(ms)]),
        );
      }),
      { numRuns: 25 },
    );
  });

  test("running calls at once gives what running them one by one gives", async () => {
    const step = fc.record({
      cell: fc.constantFrom("a", "b", "c"),
      other: fc.constantFrom("a", "b", "c"),
      add: fc.nat(9),
      ms: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const together = await cells();
        await together.session.call(steps.map((input) => ({ tool: "Copy", input })));
        const serial = await cells();
        for (const input of steps) await serial.session.call([{ tool: "Copy", input }]);
        expect(together.values).toEqual(serial.values);
      }),
      { numRuns: 40 },
    );
  });
});

const flat = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => content.map((one) => [role, one]));

/** Three cells and a tool that slowly copies one into another, with its effects declared. */
async function cells(): Promise<{ session: Session; values: Record<string, number> }> {
  const values: Record<string, number> = { a: 1, b: 2, c: 3 };
  const copy = defineTool({
    name: "Copy",
    description: "Copies one cell into another.",
    input: Type.Object({
      cell: Type.String(),
      other: Type.String(),
      add: Type.Integer(),
      ms: Type.Integer(),
    }),
    effects: ({ cell, other }): readonly Effect[] => [
      { kind: "state", slot: other, access: "read" },
      { kind: "state", slot: cell, access: "write" },
    ],
    async execute({ cell, other, add, ms }) {
      const seen = values[other] ?? 0;
      await new Promise((resolve) => setTimeout(resolve, ms));
      values[cell] = (values[cell] ?? 0) * 2 + seen + add;
    },
  });
  const world = await createWorld({ toolList: [copy] });
  return { session: world.session, values };
}
