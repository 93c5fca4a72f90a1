import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../src/index.ts";
import { createWorld, eventsOf, tool } from "../world.ts";
import { expectValid, resultsIn, stillSound } from "./conversation.ts";
import { type RawMessage, rawMessage, rawModel, rawText, rawUse, saying } from "./raw-model.ts";

const whole = rawMessage(
  [
    rawText(0, "I will ", "act."),
    rawUse(1, { id: "toolu_one", name: "Act" }, '{"n"', ":1}"),
    rawUse(2, { id: "toolu_two", name: "Act" }, '{"n":2', ',"more":"x"}'),
    rawText(3, "That ", "was it."),
  ],
  "tool_use",
);
const points = whole.map((_, afterEvents) => afterEvents);
const hasResults = ({ messages }: ModelRequest) => resultsIn(messages).length > 0;

/** A world whose model says `first` once, then what a server would: the message again, or an end after results. */
async function play(first: RawMessage) {
  const runs: unknown[] = [];
  const model = rawModel((index, request) => {
    if (index === 0) return first;
    return hasResults(request) || runs.length > 0 ? saying("Done.") : { events: whole };
  });
  const act = tool("Act", { execute: (input) => void runs.push(input) });
  const world = await createWorld({ model, toolList: [act] });
  return { world, model, runs };
}

const inputs = [{ n: 1 }, { n: 2, more: "x" }];

describe.each(["fails", "ends"] as const)("a stream that %s", (kind) => {
  test.each(points)(
    "after %i events leaves a valid conversation, and each call runs once, whole",
    async (k) => {
      const { world, model, runs } = await play({ events: whole, mishap: { kind, afterEvents: k } });
      const { summary } = await world.prompt();
      expect(summary.reason).toBe("done");
      // A call that had arrived is answered, and the request that brought it never repeated.
      expect([inputs.slice(0, 1), inputs]).toContainEqual(runs);
      expect(model.requests).toHaveLength(
        runs.length === 1 || hasResults(model.requests[1] as ModelRequest) ? 2 : 3,
      );
      await stillSound(world, model.requests);
      await world.session.close();
      const settled = eventsOf(await world.journal(), "call.settled");
      expect(settled.map(({ outcome }) => outcome)).toEqual(runs.map(() => "succeeded"));
    },
  );
});

describe("a stream that hangs until it is aborted", () => {
  test.each(points)("after %i events leaves a valid conversation, and no call runs twice", async (k) => {
    const abort = new AbortController();
    const { world, model, runs } = await play({
      events: whole,
      mishap: { kind: "hangs", afterEvents: k, onHang: () => abort.abort() },
    });
    const { summary } = await world.prompt("go", abort.signal);
    expect(summary.reason).toBe("aborted");
    expectValid(model.requests);
    for (const run of runs) expect(inputs).toContainEqual(run);
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(runs.length);
    const begun = runs.length;
    await stillSound(world, model.requests);
    if (begun > 0) expect(runs).toHaveLength(begun);
  });
});
