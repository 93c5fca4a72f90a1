import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { converse, createPlace, run } from "./command.ts";

const rules = { permissions: { deny: ["Read(secret/**)"], ask: ["Read(drafts/**)"] } };

describe("gauntlet explain", () => {
  test.each([
    ["would run", 0, "a.txt"],
    ["would be denied", 3, "secret/key.txt"],
    ["would ask a person", 0, "drafts/one.txt"],
  ])("says that a call %s and exits with %i", async (verdict, exit, path) => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify(rules, null, 2),
      [path]: "text\n",
    });
    const { code, stdout } = await run(place, ["explain", "Read", JSON.stringify({ file_path: path })]);
    expect(stdout).toContain(`Read ${verdict}`);
    expect(code).toBe(exit);
  });

  test("names the rule with file and line", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify(rules, null, 2),
      "secret/key.txt": "k\n",
    });
    const { stdout } = await run(place, ["explain", "Read", '{"file_path":"secret/key.txt"}', "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      decision: {
        behavior: "deny",
        because: [
          {
            source: "project",
            rule: "Read(secret/**)",
            file: join(place.cwd, "gauntlet.config.json"),
            line: 4,
          },
        ],
      },
    });
  });

  test("a deny rule for a path binds tools that search around it", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify(rules),
      "secret/key.txt": "needle\n",
      "open.txt": "needle\n",
    });
    const { stdout } = await run(place, ["call", "Grep", '{"pattern":"needle"}']);
    expect(stdout.trim()).toBe("open.txt");
  });

  test("reports the tool's objection beside the decision, and leaves no trace on disk", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const talk = converse(place, ["explain", "--jsonl", "--mode", "acceptEdits"]);
    talk.send({ id: 1, tool: "Edit", input: { file_path: "a.txt", old_string: "alpha", new_string: "b" } });
    expect(await talk.answer(1)).toMatchObject({
      id: 1,
      decision: { behavior: "allow" },
      check: expect.stringContaining("has not been read"),
    });
    talk.send({ id: 2, tool: "Nope", input: {} });
    expect(await talk.answer(2)).toMatchObject({ outcome: "invalid" });
    expect(await talk.end()).toBe(0);
    expect(await readdir(place.root)).toEqual(["work"]);
  });

  test("tells what a subagent of a definition may do: never more than its session, and never a trace", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const talk = converse(place, ["explain", "--jsonl", "--deny", "Read(secret/**)"]);
    const explain = async (id: number, tool: string, input: object, agent: object): Promise<unknown> => {
      talk.send({ id, tool, input, agent });
      return talk.answer(id);
    };
    const write = { file_path: "b.txt", content: "b" };
    const decided = (behavior: string) => ({ decision: { behavior } });
    expect(await explain(1, "Write", write, { permissionMode: "bypassPermissions" })).toMatchObject(
      decided("ask"),
    );
    expect(await explain(2, "Write", write, { permissionMode: "plan" })).toMatchObject(decided("deny"));
    expect(
      await explain(3, "Read", { file_path: "a.txt" }, { permissions: { deny: ["Read"] } }),
    ).toMatchObject({
      decision: { behavior: "deny", because: [{ rule: "Read", source: "session" }] },
    });
    const widened = { permissions: { allow: ["Read(secret/**)"] } };
    expect(await explain(4, "Read", { file_path: "secret/a" }, widened)).toMatchObject(decided("deny"));
    expect(await explain(5, "Read", {}, { permissionMode: "root" })).toMatchObject({
      outcome: "invalid",
      error: expect.stringContaining("permissionMode"),
    });
    for (const [id, agent, key] of [
      [6, { permissions: { denny: ["Read"] } }, "denny"],
      [7, { permissionmode: "plan" }, "permissionmode"],
    ] as const)
      expect(await explain(id, "Read", { file_path: "a.txt" }, agent)).toMatchObject({
        outcome: "invalid",
        error: expect.stringContaining(`\`${key}\`, a key nobody reads`),
      });
    expect(await talk.end()).toBe(0);
    expect(await readdir(place.root)).toEqual(["work"]);
  });

  test("headless turns an ask into a deny and keeps the vote visible", async () => {
    const place = await createPlace();
    const { code, stdout } = await run(place, [
      "explain",
      "Bash",
      '{"command":"npm test"}',
      "--headless",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ decision: { behavior: "ask", effective: "deny" } });
    expect(code).toBe(3);
  });
});
