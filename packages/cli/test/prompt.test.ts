import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run, serve, start } from "./command.ts";

const say = (text: string) => ({ blocks: [{ type: "text", text }] });
const use = (name: string, input: object) => ({ blocks: [{ type: "tool_use", name, input }] });

async function journalOf(place: Place): Promise<readonly { event: Record<string, unknown> }[]> {
  const sessions = join(place.root, "state", "sessions");
  const files = (await readdir(sessions, { recursive: true })).filter((name) =>
    name.endsWith("journal.jsonl"),
  );
  const text = await readFile(join(sessions, files[0] ?? ""), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("gauntlet -p", () => {
  test("prints the model's text to stdout and the calls to stderr", async () => {
    const place = await createPlace({ "note.txt": "the answer is 42\n" });
    const { server, env } = await serve([use("Read", { file_path: "note.txt" }), say("It says 42.")]);
    const { code, stdout, stderr } = await run(place, ["-p", "what does note.txt say?"], { env });
    expect([code, stdout]).toEqual([0, "It says 42.\n"]);
    expect(stderr).toContain("● Read");
    expect(stderr).toContain("allowed");
    expect(stderr).toContain("the answer is 42");
    expect(server.requests).toHaveLength(2);
  });

  test("reads the prompt from standard input", async () => {
    const { server, env } = await serve([say("hello")]);
    const { code } = await run(await createPlace(), ["-p"], { env, input: "from stdin\n" });
    expect(code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("from stdin");
  });

  test("denies what would need a person, and says so to the model", async () => {
    const place = await createPlace();
    const { server, env } = await serve([use("Write", { file_path: "new.txt", content: "x" }), say("ok")]);
    const { code, stderr } = await run(place, ["-p", "write"], { env });
    expect(code).toBe(0);
    expect(stderr).toContain("denied");
    expect(JSON.stringify(server.requests[1]?.body)).toContain("there is nobody to ask");
    expect(await readdir(place.cwd)).toEqual([]);
  });

  test("writes every decision with its determining votes to the journal", async () => {
    const place = await createPlace({ ".env": "SECRET=1\n" });
    const { env } = await serve([use("Read", { file_path: ".env" }), say("ok")]);
    await run(place, ["-p", "read", "--deny", "Read(.env)"], { env });
    const decided = (await journalOf(place)).find(({ event }) => event["type"] === "call.decided")?.event;
    expect(decided).toMatchObject({
      tool: "Read",
      decision: { behavior: "deny", effective: "deny", because: [{ source: "cli", rule: "Read(.env)" }] },
    });
  });

  test("goes on with the last conversation of the directory", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const first = await serve([use("Read", { file_path: "a.txt" }), say("read it")]);
    await run(place, ["-p", "first task"], { env: first.env });
    const second = await serve([]);
    const { code } = await run(place, ["-p", "second task", "--continue"], { env: second.env });
    expect(code).toBe(0);
    const texts = JSON.stringify(second.server.requests[0]?.body);
    for (const part of ["first task", "alpha", "read it", "second task"]) expect(texts).toContain(part);
  });

  test("without key and server says in one line what to set", async () => {
    const { code, stderr } = await run(await createPlace(), ["-p", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "gauntlet: no model is configured (GNT_MODEL_MISSING)\n  set `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`, or `ANTHROPIC_BASE_URL` for a server that needs none; `gauntlet demo` works without\n",
    );
  });

  test("a server that refuses the key is one clear message, without the key", async () => {
    const error = { status: 401, type: "authentication_error", message: "invalid x-api-key", times: 9 };
    const { env } = await serve([{ blocks: [], error }]);
    const { code, stderr } = await run(await createPlace(), ["-p", "hi"], {
      env: { ...env, ANTHROPIC_API_KEY: "sk-secret-key" },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("401");
    expect(stderr).not.toContain("sk-secret-key");
  });

  test("a server that asks to wait for a day is one clear message, and not waited for", async () => {
    const error = {
      status: 429,
      type: "rate_limit_error",
      message: "Slow down.",
      headers: { "retry-after": "86400" },
      times: 9,
    };
    const { server, env } = await serve([{ blocks: [], error }]);
    const { code, stdout, stderr } = await run(await createPlace(), ["-p", "hi"], { env });
    expect([code, stdout, server.requests.length]).toEqual([1, "", 1]);
    expect(stderr).toContain(
      `gauntlet: the model server at \`${server.url}\` answered 429 (rate_limit_error): Slow down. (it asks to wait 24 hours) (GNT_MODEL_REQUEST)\n  send the prompt again after that time, or use another key, model or server\n`,
    );
    expect(stderr).not.toContain("trying again");
    expect(stderr.split("Slow down.")).toHaveLength(2);
  });

  test("a server that is busy is asked again, and the person is told", async () => {
    const error = {
      status: 529,
      type: "overloaded_error",
      message: "Overloaded",
      headers: { "retry-after-ms": "20" },
    };
    const { env } = await serve([{ ...say("here"), error }]);
    const { code, stdout, stderr } = await run(await createPlace(), ["-p", "hi"], { env });
    expect([code, stdout]).toEqual([0, "here\n"]);
    expect(stderr).toContain("answered 529 (overloaded_error): Overloaded); trying again in 1 s");
  });

  test("an interrupt ends the task with exit code 130, and the session can go on", async () => {
    const place = await createPlace();
    const turns = [{ ...use("Bash", { command: "sleep 30" }) }];
    const { env } = await serve(turns);
    const child = start(place, ["-p", "wait", "--allow", "Bash(sleep 30)"], env);
    child.stdin.end();
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      if (stderr.includes("allowed") && !child.killed) setTimeout(() => child.kill("SIGINT"), 200);
    });
    expect(await once(child, "close")).toEqual([130, null]);

    const second = await serve([]);
    const { code } = await run(place, ["-p", "go on", "-c"], { env: second.env });
    expect(code).toBe(0);
    expect(JSON.stringify(second.server.requests[0]?.body)).toContain("Cancelled while it ran");
  });
});

describe("a budget that is used up ends with exit code 1 and says so", () => {
  const reads = (count: number) => ({
    blocks: Array.from({ length: count }, () => ({
      type: "tool_use",
      name: "Read",
      input: { file_path: "a.txt" },
    })),
  });

  test.each([
    ["model messages", ["--max-turns", "1"], "ended: max_turns (the budget of 1 model messages is used up)"],
    ["calls", ["--max-calls", "2"], "ended: max_calls (the budget of 2 calls is used up)"],
    ["tokens", ["--max-total-tokens", "3"], "ended: max_total_tokens (the budget of 3 tokens is used up"],
    [
      "dollars",
      ["--max-budget-usd", "0.000001", "--model", "claude-haiku-4-5"],
      "ended: max_cost (the budget of $0.000001 is used up",
    ],
    [
      "dollars without a price",
      ["--max-budget-usd", "1", "--model", "house"],
      "the price of the model `house` is not known",
    ],
    ["calls in settings", ["--settings", '{"limits":{"maxCalls":2}}'], "ended: max_calls"],
  ])("%s", async (what, flags, said) => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const { env } = await serve([reads(3), say("done")]);
    const { code, stderr } = await run(place, ["-p", "go", ...flags], { env });
    expect([code, stderr]).toEqual([what.includes("without") ? 2 : 1, expect.stringContaining(said)]);
  });

  test("time", async () => {
    const place = await createPlace();
    const { env } = await serve([
      { blocks: [{ type: "tool_use", name: "Bash", input: { command: "sleep 30" } }] },
    ]);
    const flags = ["--allow", "Bash(sleep 30)", "--max-time", "1"];
    const { code, stderr } = await run(place, ["-p", "wait", ...flags], { env });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("ended: max_duration (the budget of 1 s is used up)"),
    ]);
  });

  test("prices from the configuration are used, and a managed budget is not lifted by a flag", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const { env } = await serve([reads(3), say("done")]);
    const managed = join(place.root, "managed.json");
    const prices = { house: { input: 1, output: 1 } };
    await writeFile(managed, JSON.stringify({ limits: { maxCalls: 1 }, model: { prices } }));
    const flags = ["--max-calls", "9", "--max-budget-usd", "1", "--model", "house"];
    const { code, stderr } = await run(place, ["-p", "go", ...flags], {
      env: { ...env, GAUNTLET_MANAGED: managed },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("the budget of 1 calls is used up")]);
  });
});

describe("usage errors end with exit code 2 and start nothing", () => {
  test.each([
    ["an unknown option", ["-p", "hi", "--nonsense"], "unknown option"],
    ["no number of calls", ["-p", "hi", "--max-calls", "0"], "whole number above 0"],
    ["no amount of dollars", ["-p", "hi", "--max-budget-usd", "-1"], "number above 0"],
    ["no time", ["-p", "hi", "--max-time", "soon"], "number above 0"],
    ["an unknown mode", ["-p", "hi", "--mode", "yolo"], "Allowed choices"],
    ["a working directory that is none", ["-p", "hi", "--cwd", "/nowhere/at/all"], "is not a directory"],
    ["a broken rule", ["-p", "hi", "--deny", "Bash("], "Bash("],
    ["broken settings", ["-p", "hi", "--settings", "{"], "GNT_CONFIG"],
    ["an empty prompt", ["-p", ""], "prompt"],
    ["a session that does not exist", ["-p", "hi", "-c"], "no session to continue"],
  ])("%s", async (_, args, message) => {
    const { server, env } = await serve([]);
    const { code, stderr } = await run(await createPlace(), args, { env });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
    expect(server.requests).toEqual([]);
  });
});
