import { Writable } from "node:stream";
import type { Decision, PromptEvent, Vote } from "@gauntlet/core";
import { expect, test } from "vitest";
import { describeVote, viewDecision } from "../src/decision-view.ts";
import { createRenderer } from "../src/render.ts";

const decision: Decision = {
  id: "1a2b3c4d-0000-4000-8000-000000000000",
  at: "2026-11-30T00:00:00.000Z",
  behavior: "deny",
  effective: "deny",
  because: [{ behavior: "deny", source: "cli", voter: "rules", why: "no", rule: "Read" }],
  uncovered: [],
  votes: [],
  effects: [],
  mode: "default",
  headless: false,
  policies: [],
};

/** What a renderer prints for one event. */
function shownFor(event: PromptEvent): string {
  let shown = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      shown += chunk.toString();
      done();
    },
  });
  createRenderer({ text: stream, calls: stream }).show(event);
  return shown;
}

test("a decision line ends with what `gauntlet why` takes", () => {
  const shown = shownFor({ type: "call.decided", call: "c", tool: "Read", decision });
  expect(shown).toBe("  denied Read — no (cli rule `Read`) [1a2b3c4d]\n");
});

test("a vote of a rule names rule, id and place", () => {
  const vote = { ...decision.because[0], ruleId: "acme/no-read", file: "/p.ts", line: 7 } as Vote;
  const [view] = viewDecision({ ...decision, because: [vote] }).because;
  expect(view && describeVote(view)).toBe("no (cli rule `Read`, acme/no-read, /p.ts:7)");
});

test("a repeated failing call is one line", () => {
  expect(shownFor({ type: "call.repeated", call: "c", tool: "Read", times: 3 })).toBe(
    "  Read has gone wrong 3 times with the same input\n",
  );
});

test("a budget that is used up is said with its figure", () => {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const detail = "the budget of 3 calls is used up";
  expect(shownFor({ type: "turn.ended", reason: "max_calls", detail, turns: 1, usage })).toBe(
    "ended: max_calls (the budget of 3 calls is used up)\n",
  );
});
