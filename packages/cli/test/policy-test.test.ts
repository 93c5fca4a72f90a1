import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const config = JSON.stringify({ permissions: { deny: ["Read(secret/**)"], ask: ["Edit(*.lock)"] } });
const read = (path: string, expect: string, more: object = {}) => ({
  call: { tool: "Read", input: { file_path: path } },
  expect,
  ...more,
});
const write = (path: string, expect: string, more: object = {}) => ({
  call: { tool: "Write", input: { file_path: path, content: "" } },
  expect,
  ...more,
});
const lines = (...cases: object[]): string =>
  `[\n${cases.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;

describe("gauntlet policy test", () => {
  test("decides the calls of every policy test below the directory", async () => {
    const place = await createPlace({
      "gauntlet.config.json": config,
      "rules.policy.test.json": lines(read("secret/key", "deny"), read("README.md", "allow")),
      "deep/er/more.policy.test.yaml":
        "- call: { tool: Write, input: { file_path: a.lock, content: '' } }\n  expect: ask\n" +
        "- call: { tool: Write, input: { file_path: a.lock, content: '' } }\n  expect: deny\n  mode: plan\n",
      "node_modules/x/no.policy.test.json": "broken",
      ".git/no.policy.test.json": "broken",
    });
    const { code, stdout } = await run(place, ["policy", "test"]);
    expect([code, stdout]).toEqual([0, "4 of 4 policy tests passed\n"]);
  });

  test("prints what was expected and the rule that decided otherwise", async () => {
    const place = await createPlace({
      "gauntlet.config.json": config,
      "rules.policy.test.json": lines(
        read("a", "allow"),
        read("secret/key", "allow", { why: "the key is public" }),
        write("b", "ask", { mode: "acceptEdits" }),
      ),
    });
    const { code, stdout } = await run(place, ["policy", "test"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'rules.policy.test.json:3: Read {"file_path":"secret/key"}\n  expected allow (the key is public)\n',
    );
    expect(stdout).toContain("  got      deny: rule `Read(secret/**)` of project denies reading it");
    expect(stdout).toContain(
      'rules.policy.test.json:4: Write {"file_path":"b","content":""} in mode acceptEdits\n',
    );
    expect(stdout).toContain("1 of 3 policy tests passed\n");
  });

  test("a call that is invalid is no decision", async () => {
    const place = await createPlace({
      "a.policy.test.json": lines({ call: { tool: "Read", input: {} }, expect: "deny" }),
    });
    const { code, stdout } = await run(place, ["policy", "test", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      passed: 0,
      failed: 1,
      examples: 0,
      tests: [{ tool: "Read", expect: "deny", got: "invalid", passed: false, line: 2 }],
    });
  });

  test("takes files by name and the flags of every deciding command", async () => {
    const place = await createPlace({
      "cases.json": lines(read("a", "deny")),
      "other.policy.test.json": lines(read("a", "allow")),
    });
    const { code, stdout } = await run(place, ["policy", "test", "cases.json", "--deny", "Read(a)"]);
    expect([code, stdout]).toEqual([0, "1 of 1 policy tests passed\n"]);
  });

  test("runs nothing and leaves no trace", async () => {
    const place = await createPlace({
      "a.policy.test.json": lines(write("made.txt", "allow", { mode: "acceptEdits" })),
    });
    expect((await run(place, ["policy", "test"])).code).toBe(0);
    expect(await readdir(place.cwd)).toEqual(["a.policy.test.json"]);
    expect(await readdir(place.root)).toEqual(["work"]);
  });

  test.each([
    ["holds is counted", "curl https://example.com", 0],
    ["fails is a failed test", "wget https://example.com", 1],
  ])("an example in a policy that %s", async (_, command, exit) => {
    const rules = [{ behavior: "deny", text: "Bash(curl *)", examples: { deny: [command] } }];
    const policy = { contract: 1, name: "acme", revision: "1", rules, extends: [] };
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ extends: ["./acme.mjs"] }),
      "acme.mjs": `const policy = ${JSON.stringify(policy)};
Object.defineProperty(policy, Symbol.for("gauntlet.policy"), { value: true });
export default policy;
`,
    });
    expect((await run(place, ["trust"])).code).toBe(0);
    const { code, stdout, stderr } = await run(place, ["policy", "test"]);
    expect(code).toBe(exit);
    if (exit === 0) expect(stdout).toBe("0 of 0 policy tests passed; examples in policies: 1, all hold\n");
    else expect(stderr).toContain(command);
    // Every other command starts under the policy or not at all.
    expect((await run(place, ["tools"])).code).toBe(exit === 0 ? 0 : 2);
  });

  test("with nothing to test it exits with 2 and says what could be", async () => {
    const { code, stderr } = await run(await createPlace(), ["policy", "test"]);
    expect(code).toBe(2);
    expect(stderr).toContain("there are no policy tests below");
    expect(stderr).toContain("*.policy.test.json");
  });

  test.each([
    ["broken JSON", "[", "line 1"],
    ["no list", "{}", "is not a list"],
    [
      "an expectation nobody has",
      '[\n{"call":{"tool":"Read"},"expect":"maybe"}]',
      'line 2 expects `"maybe"`',
    ],
    [
      "a mode nobody has",
      '[{"call":{"tool":"Read"},"expect":"ask","mode":"yolo"}]',
      'names the mode `"yolo"`',
    ],
    ["an unknown key", '[{"call":{"tool":"Read"},"expect":"ask","wyh":""}]', "the key `wyh`"],
    ["no tool", '[{"call":{},"expect":"ask"}]', "no `call` with a `tool`"],
    ["a key said twice", '[{"call":{"tool":"Read"},"expect":"ask","expect":"deny"}]', "repeats the key"],
  ])("refuses a test with %s: exit code 2, file and line", async (_, text, said) => {
    const place = await createPlace({ "a.policy.test.json": text });
    const { code, stdout, stderr } = await run(place, ["policy", "test"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("a.policy.test.json");
    expect(stderr).toContain(said);
  });
});
