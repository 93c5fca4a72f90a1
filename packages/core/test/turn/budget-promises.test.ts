import fc from "fast-check";
import { expect, test } from "vitest";
import { assertValidRequest, defineTool, type JournalEntry, Type } from "../../src/index.ts";
import { createWorld } from "../world.ts";

/** How one tool use behaves: calls it makes, at once or one by one, and whether it may overlap its neighbors. */
const use = fc.record({
  children: fc.nat(3),
  together: fc.boolean(),
  name: fc.constantFrom("Free", "Alone", "Refused", "Missing"),
});

/** 1-based places of a call's events in the journal; 0 where there is none. */
function places(journal: readonly JournalEntry[], call: string): readonly number[] {
  return ["call.decided", "call.intent", "call.settled"].map(
    (type) =>
      journal.findIndex(({ event }) => event.type === type && "call" in event && event.call === call) + 1,
  );
}

test("no more calls run than the budget has, every use has a result, and the journal keeps its order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(use, { maxLength: 5 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 12 }),
      async (messages, maxCalls) => {
        let ran = 0;
        const input = Type.Object({ children: Type.Integer(), together: Type.Boolean() });
        const running = (name: string, isConcurrencySafe: boolean) =>
          defineTool({
            name,
            description: "Runs and calls others.",
            input,
            isConcurrencySafe,
            async execute({ children, together }, context) {
              ran++;
              const call = () => context.call("Free", { children: 0, together });
              if (together) await Promise.all(Array.from({ length: children }, call));
              else for (let i = 0; i < children; i++) await call();
            },
          });
        const world = await createWorld({
          toolList: [running("Free", true), running("Alone", false), running("Refused", true)],
          permissions: { allow: ["Free", "Alone"], deny: ["Refused(children:*)"] },
          limits: { maxCalls },
          turns: messages.map((uses) => ({
            blocks: uses.map(({ name, ...given }) => ({ type: "tool_use" as const, name, input: given })),
          })),
        });
        const { summary } = await world.prompt();
        expect(ran).toBeLessThanOrEqual(maxCalls);
        await world.prompt("and again");
        for (const request of world.model.requests) assertValidRequest(request.messages);
        await world.session.close();

        const journal = await world.journal();
        const end = journal.findIndex(({ event }) => event.type === "turn.ended");
        const settled = journal.flatMap(({ event }) => (event.type === "call.settled" ? [event] : []));
        expect(summary.reason).toBe(
          journal
            .slice(0, end)
            .some(({ event }) => event.type === "call.settled" && event.outcome === "cancelled")
            ? "max_calls"
            : "done",
        );
        for (const { call, outcome } of settled) {
          const [decided = 0, intent = 0, over = 0] = places(journal, call);
          if (outcome === "succeeded") expect(intent).toBeGreaterThan(decided);
          if (intent > 0) expect(over).toBeGreaterThan(intent);
          if (outcome === "succeeded") expect(decided).toBeGreaterThan(0);
          expect(outcome === "succeeded").toBe(intent > 0);
        }
      },
    ),
    { numRuns: 60 },
  );
});
