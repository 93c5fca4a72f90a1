import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/contract/decision.ts";
import type { CommandPart, Effect } from "../../src/contract/effect.ts";
import { combine } from "../../src/policy/combine.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../../src/policy/voters.ts";
import {
  CWD,
  call,
  connect,
  context,
  ENV,
  exec,
  opaque,
  read,
  remove,
  rule,
  votesOf,
  write,
} from "./fixtures.ts";

type Effects = readonly (Effect & CommandPart)[];

/** What is decided on some effects of the shell tool, with rules written `behavior rule`. */
function decide(effects: Effects, rules: readonly string[] = [], mode: Mode = "default"): string {
  const sources = rules.map((text) => {
    const [behavior = "", ...rest] = text.split(" ");
    return rule(behavior as "allow", rest.join(" "));
  });
  const spec = call({ tool: "Bash", effects });
  const votes = collectVotes(
    [...BUILTIN_VOTERS, rulesVoter(compileRules(sources, ENV))],
    spec,
    context({ mode }),
  );
  return combine({ votes, effectCount: effects.length, mode, headless: false }).behavior;
}

const inside = { command: 0, inherent: true } as const;
const COMPLETE = { complete: true } as const;

describe("deny and ask rules on an analyzed command", () => {
  const command = exec("rm -rf 'my file'", {
    spelled: "rm -rf my\\ file",
    also: ["sudo rm -rf 'my file'", "/bin/rm -rf 'my file'"],
    line: "cd x && sudo rm -rf my\\ file",
  });
  it.each([
    ["its words", "deny Bash(rm -rf 'my file')", ["deny 0"]],
    ["how it is written", "ask Bash(rm -rf my\\ file)", ["ask 0"]],
    ["what was taken off it", "deny Bash(sudo *)", ["deny 0"]],
    ["its directory", "ask Bash(/bin/rm *)", ["ask 0"]],
    ["not the line, which names it no better", "deny Bash(cd x && sudo rm -rf my\\ file)", []],
    ["not other words", "deny Bash(rmdir *)", []],
  ])("bind it by %s", (_, text, votes) => {
    expect(votesOf([text], { effects: [command] })).toEqual(votes);
  });
});

describe("allow rules on an analyzed command", () => {
  const command = exec("git log -1", {
    spelled: "git  log -1",
    also: ["git -C x log -1"],
    line: "git  log -1; rm x",
  });
  it.each([
    ["its words", "allow Bash(git log *)", ["allow 0"]],
    ["how it is written", "allow Bash(git  log -1)", ["allow 0"]],
    ["exactly the line", "allow Bash(git  log -1; rm x)", ["allow 0"]],
    ["no pattern of the line", "allow Bash(git  log -1; *)", []],
    ["nothing that was taken off it", "allow Bash(git -C *)", []],
  ])("take %s", (_, text, votes) => {
    expect(votesOf([text], { effects: [command] })).toEqual(votes);
  });

  it("cover what the command is for, and leave what options add to exact ones", () => {
    const effects = [
      exec("find . -delete"),
      read(CWD, { ...inside, tree: true }),
      remove(CWD, { command: 0, tree: true }),
    ];
    expect(votesOf(["allow Bash(find *)"], { effects })).toEqual(["allow 0", "allow 1"]);
    expect(votesOf(["allow Bash(find . -delete)"], { effects })).toEqual(["allow 0", "allow 1", "allow 2"]);
  });

  it("cover an opaque part by an exact rule for its command or for its line, and by no pattern", () => {
    const effects = [
      exec("make $x", { line: "make $x; ls" }),
      opaque("make $x", { command: 0, line: "make $x; ls" }),
    ];
    expect(decide(effects, ["allow Bash(make *)"])).toBe("ask");
    expect(decide(effects, ["allow Bash(make $x)"])).toBe("allow");
    expect(decide(effects, ["allow Bash(make $x; ls)"])).toBe("allow");
  });
});

describe("a command whose effects are all listed", () => {
  it.each<[string, Effects, Partial<Record<Mode, string>>]>([
    [
      "and read inside the working directories",
      [exec("cat a", COMPLETE), read(`${CWD}/a`, inside)],
      { default: "allow", plan: "allow", acceptEdits: "allow", dontAsk: "allow" },
    ],
    ["and read nothing", [exec("pwd", COMPLETE)], { default: "allow", plan: "allow" }],
    [
      "and read elsewhere",
      [exec("cat /x", COMPLETE), read("/x", inside)],
      { default: "ask", acceptEdits: "ask", bypassPermissions: "allow" },
    ],
    [
      "and change files inside the working directories",
      [exec("rm a", COMPLETE), remove(`${CWD}/a`, inside)],
      { default: "ask", plan: "deny", acceptEdits: "allow" },
    ],
    [
      "and change files elsewhere",
      [exec("rm /x/a", COMPLETE), remove("/x/a", inside)],
      { default: "ask", plan: "deny", acceptEdits: "ask" },
    ],
    [
      "and change a protected file",
      [exec("tee .bashrc", COMPLETE), write(`${CWD}/.bashrc`, inside)],
      { default: "ask", acceptEdits: "ask", bypassPermissions: "ask" },
    ],
    [
      "and connect",
      [exec("x", COMPLETE), connect("x.test", inside)],
      { default: "ask", plan: "deny", acceptEdits: "ask" },
    ],
    [
      "but for an opaque part",
      [exec("x", COMPLETE), opaque("x", { command: 0 })],
      { default: "ask", plan: "deny", acceptEdits: "ask", bypassPermissions: "allow" },
    ],
    [
      "beside one of which they are not",
      [exec("pwd", COMPLETE), exec("npm test")],
      { default: "ask", plan: "deny", acceptEdits: "ask" },
    ],
  ])("%s", (_, effects, expected) => {
    for (const [mode, behavior] of Object.entries(expected)) {
      expect([mode, decide(effects, [], mode as Mode)]).toEqual([mode, behavior]);
    }
  });

  it("is not believed from a tool whose claims are not trusted", () => {
    const spec = call({ plugin: "acme", effects: [exec("pwd", COMPLETE)] });
    expect(collectVotes(BUILTIN_VOTERS, spec, context())).toEqual([]);
  });
});
