import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callOne, scratchDirectory, textOf, tool, type WorldOptions } from "../world.ts";
import { hook, hookWorld, runsOf, saying } from "./hooks.ts";

const shows = tool("Shows", {
  execute: () => ({ rows: [1, 2] }),
  toModel: (output) => {
    const { rows } = output as { rows: number[] };
    return `${rows.length} rows`;
  },
});
const fails = tool("Fails", {
  execute: () => {
    throw new Error("disk on fire");
  },
});

const world = (hooks: Parameters<typeof hookWorld>[0], options: WorldOptions = {}) =>
  hookWorld(hooks, { toolList: [shows, fails], ...options });
const output = (updatedToolOutput: unknown) =>
  saying({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } });

describe("a PostToolUse hook", () => {
  test("reads the call and its output", async () => {
    const file = join(await scratchDirectory(), "seen");
    const of = await world([hook("PostToolUse", `cat > ${file}`)]);
    const settled = await callOne(of, "Shows", { of: "x" });
    const { duration_ms, ...seen } = JSON.parse(await readFile(file, "utf8"));
    expect([Object.keys(seen), seen, duration_ms]).toEqual([
      [
        "session_id",
        "transcript_path",
        "cwd",
        "permission_mode",
        "hook_event_name",
        "tool_name",
        "tool_input",
        "tool_response",
        "tool_use_id",
      ],
      {
        session_id: of.session.id,
        transcript_path: join(of.session.directory, "journal.jsonl"),
        cwd: of.cwd,
        permission_mode: "default",
        hook_event_name: "PostToolUse",
        tool_name: "Shows",
        tool_input: { of: "x" },
        tool_response: { rows: [1, 2] },
        tool_use_id: settled.id,
      },
      expect.any(Number),
    ]);
  });

  test.each<[string, string, string]>([
    [
      "objects",
      saying({ decision: "block", reason: "lint fails" }),
      "2 rows\n\nThe PostToolUse hook `HOOK` objects: lint fails",
    ],
    [
      "objects with exit code 2",
      "echo lint fails >&2; exit 2",
      "2 rows\n\nThe PostToolUse hook `HOOK` objects: lint fails",
    ],
    [
      "adds a text",
      saying({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "see docs" } }),
      "2 rows\n\nsee docs",
    ],
    ["replaces the output with a text", output("short"), "short"],
    ["replaces the output with another one", output({ rows: [1] }), "1 rows"],
    ["says nothing", "echo done", "2 rows"],
    ["fails", "exit 1", "2 rows"],
  ])("that %s has the model read it, and the call stays done", async (_, line, expected) => {
    const settled = await callOne(await world([hook("PostToolUse", line)]), "Shows");
    expect([settled.outcome, textOf(settled).replace(/hook `.*`/, "hook `HOOK`")]).toEqual([
      "succeeded",
      expected,
    ]);
  });

  test("that replaces the output with something the tool cannot show has the output withheld", async () => {
    const settled = await callOne(await world([hook("PostToolUse", output({ other: 1 }))]), "Shows");
    expect(textOf(settled)).toContain("The result is withheld because `PostToolUse hook");
    expect(settled.outcome).toBe("succeeded");
  });

  test("that fails and may not says so beside the result", async () => {
    const strict = hook("PostToolUse", "exit 1", { onFailure: "block" });
    expect(textOf(await callOne(await world([strict]), "Shows"))).toContain(
      "objects: ended with exit code 1",
    );
  });

  test("sees the original output whoever replaced it; the last in configuration order counts", async () => {
    const dir = await scratchDirectory();
    const slow = hook("PostToolUse", `cat > ${dir}/slow; sleep 0.1; ${output("first")}`);
    const quick = hook("PostToolUse", `cat > ${dir}/quick; ${output("second")}`);
    expect(textOf(await callOne(await world([slow, quick]), "Shows"))).toBe("second");
    for (const name of ["slow", "quick"])
      expect(JSON.parse(await readFile(join(dir, name), "utf8")).tool_response).toEqual({ rows: [1, 2] });
  });

  test("can end the prompt when the results are in", async () => {
    const of = await world([hook("PostToolUse", saying({ continue: false, stopReason: "enough" }))], {
      turns: [{ blocks: [{ type: "tool_use", name: "Shows" }] }],
    });
    const { summary } = await of.prompt();
    expect([summary.reason, summary.detail, of.model.requests.length]).toEqual(["stopped", "enough", 1]);
  });

  test("does not run for a call that was refused", async () => {
    const of = await world([hook("PostToolUse", "true"), hook("PostToolUseFailure", "true")], {
      permissions: {},
    });
    await callOne(of, "Shows");
    expect(await runsOf(of)).toEqual([]);
  });
});

describe("a PostToolUseFailure hook", () => {
  test("reads what went wrong, and its objection stands beside it", async () => {
    const file = join(await scratchDirectory(), "seen");
    const of = await world([
      hook("PostToolUseFailure", `cat > ${file}; echo look into it >&2; exit 2`),
      hook("PostToolUse", "true"),
    ]);
    const settled = await callOne(of, "Fails");
    expect([settled.outcome, textOf(settled)]).toEqual([
      "failed",
      expect.stringMatching(/^disk on fire\n\n.*look into it$/),
    ]);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      hook_event_name: "PostToolUseFailure",
      tool_name: "Fails",
      tool_use_id: settled.id,
      error: "disk on fire",
      is_interrupt: false,
    });
    expect((await runsOf(of)).map(({ event }) => event)).toEqual(["PostToolUseFailure"]);
  });

  test("is told of a call that a person stopped", async () => {
    const stop = new AbortController();
    const waits = tool("Waits", {
      execute: (_, ctx) => {
        setImmediate(() => stop.abort(new Error("enough")));
        return new Promise((_resolve, reject) =>
          ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason)),
        );
      },
    });
    const of = await hookWorld([hook("PostToolUseFailure", "jq -r .is_interrupt")], { toolList: [waits] });
    expect((await callOne(of, "Waits", {}, stop.signal)).outcome).toBe("cancelled");
    expect(await runsOf(of)).toMatchObject([{ exitCode: 0, stdout: "true\n" }]);
  });
});
