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

/** What a person sees of one event. */
function shownOf(event: PromptEvent): string {
  let shown = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      shown += chunk.toString();
      done();
    },
  });
  const renderer = createRenderer({ text: stream, calls: stream });
  renderer.show(event);
  renderer.end();
  return shown;
}

test("what happens at one time is one write, in its order beside the model's text", async () => {
  const written: string[] = [];
  const streamOf = (name: string): Writable =>
    new Writable({
      write(chunk: Buffer, _, done) {
        written.push(`${name}: ${chunk.toString()}`);
        done();
      },
    });
  const renderer = createRenderer({ text: streamOf("text"), calls: streamOf("calls") });
  const progress = (text: string): PromptEvent => ({ type: "call.progress", call: "1", text });
  renderer.show(progress("one"));
  renderer.show(progress("two"));
  renderer.show({ type: "text", text: "words" });
  renderer.show(progress("three"));
  expect(written).toEqual(["calls:   … one\n  … two\n", "text: words", "text: \n"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written.slice(3)).toEqual(["calls:   … three\n"]);
});

test.each([
  [0, ""],
  [300, " in 1 s"],
  [60_000, " in 60 s"],
])("a request that is sent again after %d ms says why%s", (delayMs, when) => {
  const why = "the model server at `http://127.0.0.1:1` answered 429\u001b[31m";
  const shown = shownOf({ type: "request.retried", attempt: 1, delayMs, why });
  expect(shown).toBe(
    `the model did not answer (the model server at \`http://127.0.0.1:1\` answered 429\\u{1b}[31m); trying again${when}\n`,
  );
});

test("images that leave the conversation are counted, with the reason", () => {
  const places = [
    { message: 0, block: 1 },
    { message: 2, block: 0, part: 1 },
  ];
  expect(shownOf({ type: "media.dropped", why: "too large", places })).toBe(
    "2 images and documents leave the conversation: too large\n",
  );
});

test.each<[PromptEvent, string]>([
  [
    { type: "results.cleared", why: "the context window is nearly full", places: [{ message: 2, block: 0 }] },
    "1 old results leave the conversation: the context window is nearly full\n",
  ],
  [
    { type: "conversation.compacted", why: "full", from: 8, summary: "Goal", dropped: 8 },
    "a summary takes the place of 8 messages: full\n",
  ],
  [{ type: "compaction.failed", why: "no\u001b" }, "the conversation could not be shortened: no\\u{1b}\n"],
])("a conversation that is shortened is told: %j", (event, line) => {
  expect(shownOf(event)).toBe(line);
});

test("a decision line ends with what `gauntlet why` takes", () => {
  const shown = shownOf({ type: "call.decided", call: "c", tool: "Read", decision });
  expect(shown).toBe("  denied Read — no (cli rule `Read`) [1a2b3c4d]\n");
});

test("a vote of a rule names rule, id and place", () => {
  const vote = { ...decision.because[0], ruleId: "acme/no-read", file: "/p.ts", line: 7 } as Vote;
  const [view] = viewDecision({ ...decision, because: [vote] }).because;
  expect(view && describeVote(view)).toBe("no (cli rule `Read`, acme/no-read, /p.ts:7)");
});

test("a vote of a plugin names the plugin and its tap", () => {
  const vote: Vote = { behavior: "deny", source: "project", voter: "acme: cost", why: "too expensive" };
  expect(describeVote(vote as never)).toBe("too expensive (plugin acme: cost, project)");
});

test("a repeated failing call is one line", () => {
  expect(shownOf({ type: "call.repeated", call: "c", tool: "Read", times: 3 })).toBe(
    "  Read has gone wrong 3 times with the same input\n",
  );
});

test("a budget that is used up is said with its figure", () => {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const detail = "the budget of 3 calls is used up";
  expect(shownOf({ type: "turn.ended", reason: "max_calls", detail, turns: 1, usage })).toBe(
    'ended: max_calls (the budget of 3 calls is used up)\n  to go on: `gauntlet -c -p "go on"`, with a larger `--max-calls`\n',
  );
});

test("how to go on is said of the prompt, and not of an agent whose budget it is as well", () => {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const event = { type: "turn.ended", reason: "max_turns", detail: "no more", turns: 1, usage } as const;
  const shown = { type: "agent.shown", call: "c", agent: "a", name: "Plan", event } as const;
  expect(shownOf(shown)).toBe("  Plan │ ended: max_turns (no more)\n");
  expect(shownOf({ ...event, reason: "stopped" })).toBe("ended: stopped (no more)\n");
});

test.each(["--max-turns", "--max-calls", "--max-total-tokens", "--max-budget-usd", "--max-time"])(
  "%s is named when its budget is used up",
  (flag) => {
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const reasons = ["max_turns", "max_calls", "max_total_tokens", "max_cost", "max_duration"] as const;
    const shown = reasons.map((reason) => shownOf({ type: "turn.ended", reason, turns: 1, usage }));
    expect(shown.filter((text) => text.includes(`\`${flag}\``))).toHaveLength(1);
  },
);

test("a hook is shown when it has something to say to people, or failed", () => {
  const ran = {
    type: "hook.ran",
    event: "Stop",
    hook: "Stop hook `a.sh`",
    source: "user",
    durationMs: 1,
  } as const;
  expect(shownOf({ ...ran, exitCode: 0, stdout: "noise" })).toBe("");
  expect(shownOf({ ...ran, message: "well done" })).toBe("  Stop hook `a.sh` says: well done\n");
  expect(shownOf({ ...ran, failure: "timed out" })).toBe("  Stop hook `a.sh` failed: timed out\n");
});
