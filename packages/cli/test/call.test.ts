import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { converse, createPlace, run } from "./command.ts";

describe("gauntlet call TOOL JSON", () => {
  test("runs a tool through the gates and prints its result", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const { code, stdout } = await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    expect(code).toBe(0);
    expect(stdout).toContain("alpha");
  });

  test.each([
    ["denied", 3, ["Write", '{"file_path":"b.txt","content":"x"}']],
    ["invalid", 1, ["Read", '{"file":"a.txt"}']],
    ["invalid", 1, ["NoSuchTool", "{}"]],
    ["failed", 1, ["Bash", '{"command":"exit 7"}', "--allow", "Bash(exit 7)"]],
  ])("says that a call is %s and exits with %i", async (outcome, exit, args) => {
    const { code, stderr } = await run(await createPlace(), ["call", ...args]);
    expect(stderr).toContain(`${outcome}: `);
    expect(code).toBe(exit);
  });

  test.each([
    ["the tool is missing", ["call"]],
    ["the input is not JSON", ["call", "Read", "{file}"]],
  ])("exits with 2 when %s", async (_, args) => {
    expect((await run(await createPlace(), args)).code).toBe(2);
  });
});

describe("gauntlet call --jsonl", () => {
  test("answers each line, several calls of a line in their order", async () => {
    const place = await createPlace({ "a.txt": "alpha\n", "b.txt": "beta\n" });
    const talk = converse(place, ["call", "--jsonl"]);
    talk.send({ id: 1, tool: "Read", input: { file_path: "a.txt" } });
    talk.send({
      id: "two",
      calls: [
        { tool: "Read", input: { file_path: "b.txt" } },
        { tool: "Read", input: { file_path: "nope" } },
      ],
    });
    expect(await talk.answer(1)).toMatchObject({
      id: 1,
      outcome: "succeeded",
      decision: { behavior: "allow", effective: "allow" },
      result: { type: "tool_result" },
    });
    expect(await talk.answer("two")).toMatchObject({
      results: [{ outcome: "succeeded" }, { outcome: "invalid", result: { is_error: true } }],
    });
    expect(await talk.end()).toBe(0);
  });

  test("a rule that is none is the answer of its line, and ends nothing", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    for (const command of ["call", "explain"]) {
      const talk = converse(place, [command, "--jsonl"]);
      const line = { tool: "Read", input: { file_path: "a.txt" } };
      talk.send({ id: 1, ...line, agent: { permissions: { deny: ["Bash("] } } });
      expect(await talk.answer(1)).toMatchObject({
        outcome: "failed",
        error: expect.stringContaining("`Bash(`"),
      });
      talk.send({ id: 2, ...line });
      expect(await talk.answer(2)).toMatchObject({ decision: { behavior: "allow" } });
      expect(await talk.end()).toBe(0);
    }
  });

  test("a later request with the id of one that has ended can be cancelled", async () => {
    const place = await createPlace();
    const talk = converse(place, ["call", "--jsonl", "--allow", "Bash"]);
    const sleep = (seconds: number) => ({ id: 1, tool: "Bash", input: { command: `sleep ${seconds}` } });
    const first = talk.answer(1);
    talk.send(sleep(0.5));
    talk.send(sleep(600));
    expect(await first).toMatchObject({ outcome: "succeeded" });
    talk.forget(1);
    const second = talk.answer(1);
    talk.send({ cancel: 1 });
    expect(await second).toMatchObject({ outcome: expect.stringMatching(/cancelled|failed/) });
    expect(await talk.end()).toBe(0);
  });

  test("one process is one session: what was read can be edited", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const talk = converse(place, ["call", "--jsonl", "--mode", "acceptEdits"]);
    const edit = { tool: "Edit", input: { file_path: "a.txt", old_string: "alpha", new_string: "omega" } };
    talk.send({ id: 1, ...edit });
    expect(await talk.answer(1)).toMatchObject({ outcome: "invalid" });
    talk.send({ id: 2, calls: [{ tool: "Read", input: { file_path: "a.txt" } }, edit] });
    expect(await talk.answer(2)).toMatchObject({
      results: [{ outcome: "succeeded" }, { outcome: "succeeded" }],
    });
    await talk.end();
    expect(await readFile(join(place.cwd, "a.txt"), "utf8")).toBe("omega\n");
  });

  test("cancels a running request, which still gets its answer", async () => {
    const talk = converse(await createPlace(), ["call", "--jsonl", "--allow", "Bash(sleep 30)"]);
    talk.send({ id: 1, tool: "Bash", input: { command: "sleep 30" } });
    setTimeout(() => talk.send({ cancel: 1 }), 300);
    expect(await talk.answer(1)).toMatchObject({ outcome: "cancelled", result: { is_error: true } });
    expect(await talk.end()).toBe(0);
  });

  test("denies a question nobody answers, and says that it was one", async () => {
    const talk = converse(await createPlace(), ["call", "--jsonl"]);
    talk.send({ id: 1, tool: "Write", input: { file_path: "x", content: "" } });
    expect(await talk.answer(1)).toMatchObject({
      outcome: "denied",
      decision: { behavior: "ask", effective: "deny" },
    });
    await talk.end();
  });

  test("answers questions from a file, one entry each, and nobody after the last", async () => {
    const place = await createPlace();
    const answers = join(place.root, "answers.json");
    await writeFile(
      answers,
      JSON.stringify([{ answer: "allow" }, { answer: "deny", message: "not that one" }]),
    );
    const talk = converse(place, ["call", "--jsonl", "--answers", answers]);
    for (const id of [1, 2, 3]) {
      talk.send({ id, tool: "Write", input: { file_path: `${id}.txt`, content: "x" } });
      await talk.answer(id);
    }
    expect(await talk.answer(1)).toMatchObject({
      outcome: "succeeded",
      decision: { behavior: "ask", effective: "allow", answer: { by: "script" } },
    });
    expect(JSON.stringify(await talk.answer(2))).toContain("not that one");
    expect(await talk.answer(3)).toMatchObject({ outcome: "denied", decision: { answer: { by: "nobody" } } });
    await talk.end();
  });

  test.each([
    ["a repeated key", '{"id":1,"tool":"Read","input":{"file_path":"a","file_path":"b"}}', "appears twice"],
    ["a __proto__ key", '{"id":1,"tool":"Read","input":{"file_path":"a","__proto__":{"x":1}}}', "__proto__"],
  ])("refuses an input with %s", async (_, line, why) => {
    const talk = converse(await createPlace(), ["call", "--jsonl"]);
    talk.send(line);
    const answer = await talk.answer(1);
    expect(answer["outcome"]).toBe("invalid");
    expect(JSON.stringify(answer)).toContain(why);
    await talk.end();
  });

  test.each([
    ["not JSON", "nonsense"],
    ["not an object", "[1]"],
    ["without a tool", '{"input":{}}'],
  ])("a line that is %s gets an answer with id null", async (_, line) => {
    const talk = converse(await createPlace(), ["call", "--jsonl"]);
    talk.send(line);
    expect(await talk.answer(null)).toMatchObject({ outcome: "invalid", error: expect.any(String) });
    expect(await talk.end()).toBe(0);
  });
});
