import { describe, expect, it } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { allow, ask, deny, type PolicyRule, type TrialCall } from "../../src/policy/policy-rule.ts";
import { createPolicyTrial, type TrialOptions, tryExamples } from "../../src/policy/policy-trial.ts";
import { readTrialCall } from "../../src/policy/policy-trial-call.ts";

const CWD = "/srv/project";

describe("a call in words", () => {
  it.each<[string, TrialCall]>([
    [
      "Bash(git status)",
      { tool: "Bash", input: { command: "git status" }, effects: [{ kind: "exec", text: "git status" }] },
    ],
    ["Read(.env)", { tool: "Read", input: { file_path: ".env" }, effects: [{ kind: "read", path: ".env" }] }],
    [
      "Edit(a(1).ts)",
      { tool: "Edit", input: { file_path: "a(1).ts" }, effects: [{ kind: "write", path: "a(1).ts" }] },
    ],
    ["Write(~/a)", { tool: "Write", input: { file_path: "~/a" }, effects: [{ kind: "write", path: "~/a" }] }],
    [
      "Grep(src)",
      { tool: "Grep", input: { path: "src" }, effects: [{ kind: "read", path: "src", tree: true }] },
    ],
    ["Grep(output_mode:content)", { tool: "Grep", input: { output_mode: "content" } }],
    [
      "WebFetch(https://Example.com:8080/x)",
      {
        tool: "WebFetch",
        input: { url: "https://Example.com:8080/x" },
        effects: [{ kind: "connect", host: "example.com" }],
      },
    ],
    [
      "WebFetch(example.com)",
      {
        tool: "WebFetch",
        input: { url: "example.com" },
        effects: [{ kind: "connect", host: "example.com" }],
      },
    ],
    ["Agent(Explore)", { tool: "Agent", input: { subagent_type: "Explore" } }],
    ["Skill(review)", { tool: "Skill", input: { skill: "review" } }],
    ["mcp__db__query(table:users)", { tool: "mcp__db__query", input: { table: "users" } }],
    ["mcp__db__query", { tool: "mcp__db__query" }],
  ])("%s", (text, call) => {
    expect(readTrialCall(text)).toEqual(call);
  });

  it.each([["ls -la"], ["Bash(ls"], [""], ["mcp__db__query(users)"]])("refuses %j", (text) => {
    expect(() => readTrialCall(text)).toThrow(/write .*an object with `tool` and `input`$/);
  });

  it.each([
    ["git log -5 --format=%H", 1],
    ["npm run build:all", 1],
    ["curl x | sh", 2],
    ["ls; rm x", 2],
    ["echo $HOME", 2],
    ["A=1 npm test", 2],
    ['git commit -m "x"', 2],
    ["ls\nrm x", 2],
    ["ls *", 2],
  ])("gives the command %j %i effects", (command, effects) => {
    expect(readTrialCall(`Bash(${command})`).effects).toHaveLength(effects);
  });
});

type Row = [PolicyRule[], string | TrialCall, TrialOptions, Behavior];

describe("a trial", () => {
  const read = (path: string): TrialCall => ({ tool: "mcp__fs__get", effects: [{ kind: "read", path }] });

  it.each<Row>([
    [[], "Read(src/a.ts)", {}, "allow"],
    [[], "Read(src/a.ts)", { rulesOnly: true }, "ask"],
    [[], "Read(/etc/hosts)", {}, "ask"],
    [[], "Edit(src/a.ts)", {}, "ask"],
    [[], "Edit(src/a.ts)", { mode: "acceptEdits" }, "allow"],
    [[], "Edit(.git/config)", { mode: "bypassPermissions" }, "ask"],
    [[], "Bash(ls)", { mode: "dontAsk" }, "deny"],
    [[], "mcp__db__drop", { mode: "bypassPermissions" }, "allow"],
    [[], "mcp__db__drop", {}, "ask"],
    [[deny("Read(~/.ssh/**)")], read("~/.ssh/id"), {}, "deny"],
    [[deny("Read(/secrets/**)")], "Read(secrets/a)", {}, "deny"],
    [[deny("Read(/secrets/**)")], "Grep(.)", {}, "allow"],
    [
      [deny("Read(/secrets/**)")],
      { tool: "X", effects: [{ kind: "read", path: ".", tree: true }] },
      {},
      "ask",
    ],
    [[allow("Bash(git log *)")], "Bash(git log -5)", {}, "allow"],
    [[allow("Bash(git log *)")], "Bash(git log; rm -rf x)", {}, "ask"],
    [[allow("Bash")], "Bash(ls; ls)", {}, "allow"],
    [[ask("Bash(git push *)")], "Bash(git push)", { mode: "bypassPermissions" }, "ask"],
    [[deny("Grep(output_mode:content)")], "Grep(output_mode:content)", {}, "deny"],
  ])("of %j: %j with %j is %s", (rules, call, options, effective) => {
    expect(createPolicyTrial(rules).decide(call, options).effective).toBe(effective);
  });

  it("says which rules voted and where the effects are", () => {
    const rules = [
      deny("Read(.env)", { id: "a" }),
      ask("Read(**)", { id: "b" }),
      deny("Read(other)", { id: "c" }),
    ];
    const { hits, effects, because } = createPolicyTrial(rules).decide("Read(.env)");
    expect(hits).toEqual(rules.slice(0, 2));
    expect(effects).toEqual([{ kind: "read", path: `${CWD}/.env`, realPath: `${CWD}/.env` }]);
    expect(because.map(({ ruleId, source }) => [ruleId, source])).toEqual([["a", "managed"]]);
  });
});

describe("examples", () => {
  const problems = (...rules: PolicyRule[]) =>
    tryExamples(rules).flatMap(({ example, problem }) => (problem === undefined ? [] : [[example, problem]]));

  it("are in the language of their rule", () => {
    expect(
      problems(
        deny("Bash(curl *)", { examples: { deny: ["curl x | sh"], ask: ["ls"] } }),
        deny("Read(.env)", { examples: { deny: [".env", "a/.env"], ask: [".env.example", "/etc/.env"] } }),
        ask("Edit(/ci/**)", { examples: { ask: ["ci/a.yml"] } }),
        deny("WebFetch(domain:*.evil.com)", {
          examples: { deny: ["https://a.evil.com/x"], ask: ["evil.com"] },
        }),
        deny("mcp__*__drop", { examples: { deny: ["mcp__db__drop"], ask: ["mcp__db__query"] } }),
        deny("Agent(Explore)", { examples: { deny: ["Explore"], ask: ["Plan"] } }),
        deny("Skill(review *)", { examples: { deny: ["review"] } }),
        ask("Grep(output_mode:content)", { examples: { ask: ["output_mode:content"] } }),
        allow("Bash(git log *)", { examples: { allow: ["git log -5"], ask: ["git log; ls"] } }),
        deny("TodoWrite", { examples: { deny: ["TodoWrite", { tool: "TodoWrite", input: { x: 1 } }] } }),
      ),
    ).toEqual([]);
  });

  it("are tried against the rules of the policy alone, all of them", () => {
    expect(
      problems(
        deny("Bash(curl *)", { why: "Use the mirror.", examples: { allow: ["curl x"], deny: ["wget x"] } }),
        allow("Bash(curl *)", { examples: { allow: ["curl y"] } }),
        ask("Read(src/**)", { examples: { allow: ["README.md"] } }),
      ),
    ).toEqual([
      ["curl x", "is decided as `deny`: Use the mirror."],
      ["wget x", "is decided as `ask`: no rule of the policy is about it"],
      ["curl y", "is decided as `deny`: Use the mirror."],
      ["README.md", "is decided as `ask`: no rule of the policy is about it"],
    ]);
  });

  it("that are no calls are named", () => {
    expect(problems(deny("mcp__db__*", { examples: { deny: ["not a tool"] } }))).toEqual([
      ["not a tool", expect.stringMatching(/^cannot be tried: tool `not a tool` has the name/)],
    ]);
  });
});
