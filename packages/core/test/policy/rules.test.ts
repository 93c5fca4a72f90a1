import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BEHAVIORS, type Behavior, MODES, type Vote } from "../../src/contract/decision.ts";
import { combine } from "../../src/policy/combine.ts";
import type { NamedVoter, RuleSource } from "../../src/policy/policy.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../../src/policy/voters.ts";
import {
  type CallSpec,
  CWD,
  call,
  connect,
  context,
  ENV,
  exec,
  HOME,
  opaque,
  read,
  remove,
  rule,
  short,
  votesOf,
  write,
} from "./fixtures.ts";

type Row = [string, string[], CallSpec, string[]];

describe("rules on whole tools", () => {
  it.each<Row>([
    ["a bare name votes on the call", ["allow Probe"], { tool: "Probe" }, ["allow call"]],
    ["`Tool(*)` is the bare name", ["deny Probe(*)"], { tool: "Probe" }, ["deny call"]],
    ["a name is not a prefix", ["deny Pro"], { tool: "Probe" }, []],
    ["names keep their case", ["deny probe"], { tool: "Probe" }, []],
    ["a bare name needs no trust", ["allow Probe"], { tool: "Probe", plugin: "acme" }, ["allow call"]],
    ["a server means all its tools", ["allow mcp__db"], { tool: "mcp__db__query" }, ["allow call"]],
    ["a server's name is at the start", ["deny amcp__db"], { tool: "amcp__db__query" }, []],
    ["a server name is not a prefix", ["allow mcp__db"], { tool: "mcp__dbx__query" }, []],
    ["a tool of a server is not a server", ["allow mcp__db__q"], { tool: "mcp__db__q__x" }, []],
    ["a pattern after a server", ["allow mcp__db__get_*"], { tool: "mcp__db__get_row" }, ["allow call"]],
    ["a pattern is about whole names", ["deny P*e"], { tool: "Probes" }, []],
    ["a pattern for everything", ["deny *"], { tool: "Probe" }, ["deny call"]],
    ["an old name still denies", ["deny Old"], { tool: "Probe", aliases: ["Old"] }, ["deny call"]],
    [
      "an old name of a trusted tool allows",
      ["allow Old"],
      { tool: "Probe", aliases: ["Old"] },
      ["allow call"],
    ],
    [
      "an alias of another plugin does not allow",
      ["allow Old"],
      { tool: "X", aliases: ["Old"], plugin: "acme" },
      [],
    ],
    [
      "an alias of another plugin denies",
      ["deny Old"],
      { tool: "X", aliases: ["Old"], plugin: "acme" },
      ["deny call"],
    ],
    ["a field of any name is none", ["deny Probe"], { input: { undefined: "x" } }, ["deny call"]],
    [
      "a path word binds nothing but its tool",
      ["deny Read"],
      { tool: "Probe", effects: [read(`${CWD}/a`)] },
      [],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });
});

describe("rules on input fields", () => {
  it.each<Row>([
    ["the value is equal", ["deny Probe(level:high)"], { input: { level: "high" } }, ["deny call"]],
    ["the value differs", ["deny Probe(level:high)"], { input: { level: "higher" } }, []],
    ["a star in the value", ["ask Probe(level:h*)"], { input: { level: "high" } }, ["ask call"]],
    ["a star needs the field", ["ask Probe(level:*)"], { input: {} }, []],
    ["an inherited member is no field", ["ask Probe(constructor:*)"], { input: {} }, []],
    [
      "an inherited value is no field",
      ["ask Probe(level:*)"],
      { input: Object.create({ level: "high" }) as unknown },
      [],
    ],
    [
      "numbers and booleans compare as text",
      ["deny Probe(n:5)", "deny Probe(b:true)"],
      { input: { n: 5, b: true } },
      ["deny call", "deny call"],
    ],
    ["objects never match", ["deny Probe(o:*)"], { input: { o: {} } }, []],
    ["an input that is no object", ["deny Probe(length:4)"], { input: "high" }, []],
    ["an input of null", ["deny Probe(o:*)"], { input: null }, []],
    ["a slash in front counts", ["deny Probe(at:/a)"], { input: { at: "a" } }, []],
    [
      "an agent type",
      ["deny Agent(Explore)"],
      { tool: "Agent", input: { subagent_type: "Explore" } },
      ["deny call"],
    ],
    ["another agent type", ["deny Agent(Explore)"], { tool: "Agent", input: { subagent_type: "Plan" } }, []],
    [
      "an allowed agent type",
      ["allow Task(Explore)"],
      { tool: "Agent", input: { subagent_type: "Explore" } },
      ["allow call"],
    ],
    ["a skill", ["allow Skill(review)"], { tool: "Skill", input: { skill: "/review" } }, ["allow call"]],
    [
      "a skill with a slash",
      ["allow Skill(/review)"],
      { tool: "Skill", input: { skill: "review" } },
      ["allow call"],
    ],
    [
      "a skill with space around",
      ["deny Skill(review)"],
      { tool: "Skill", input: { skill: " /review " } },
      ["deny call"],
    ],
    [
      "a slash within the name of a rule",
      ["allow Skill(re/view)"],
      { tool: "Skill", input: { skill: "review" } },
      [],
    ],
    [
      "a slash within the name of a skill",
      ["allow Skill(review)"],
      { tool: "Skill", input: { skill: "re/view" } },
      [],
    ],
    [
      "a skill of a pack",
      ["deny Skill(pack:review)"],
      { tool: "Skill", input: { skill: "pack:review" } },
      ["deny call"],
    ],
    [
      "a skill prefix",
      ["allow Skill(review *)"],
      { tool: "Skill", input: { skill: "review" } },
      ["allow call"],
    ],
    [
      "a skill prefix is a word",
      ["allow Skill(review *)"],
      { tool: "Skill", input: { skill: "reviews" } },
      [],
    ],
    [
      "a field of Bash",
      ["ask Bash(background:true)"],
      { tool: "Bash", input: { background: true } },
      ["ask call"],
    ],
    [
      "`:*` on Bash is a command prefix",
      ["deny Bash(timeout:*)"],
      { tool: "Bash", input: { timeout: 5 } },
      [],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });
});

describe("path rules", () => {
  const secret = `${CWD}/secrets/key`;
  it.each<Row>([
    [
      "Read deny binds reads of every tool",
      ["deny Read(./secrets/**)"],
      { effects: [read(secret)] },
      ["deny 0"],
    ],
    [
      "Read deny binds untrusted tools",
      ["deny Read(./secrets/**)"],
      { plugin: "acme", effects: [read(secret)] },
      ["deny 0"],
    ],
    ["Read deny binds writes", ["deny Read(./secrets/**)"], { effects: [write(secret)] }, ["deny 0"]],
    ["Read ask binds deletions", ["ask Read(./secrets/**)"], { effects: [remove(secret)] }, ["ask 0"]],
    ["Read allow binds reads", ["allow Read(//opt/**)"], { effects: [read("/opt/x")] }, ["allow 0"]],
    ["Read allow is no allow of writes", ["allow Read(//opt/**)"], { effects: [write("/opt/x")] }, []],
    [
      "Read allow needs a trusted tool",
      ["allow Read(//opt/**)"],
      { plugin: "acme", effects: [read("/opt/x")] },
      [],
    ],
    [
      "Edit deny binds writes and deletions",
      ["deny Edit(a)"],
      { effects: [write(`${CWD}/a`), remove(`${CWD}/a`)] },
      ["deny 0", "deny 1"],
    ],
    ["Edit deny is no deny of reads", ["deny Edit(a)"], { effects: [read(`${CWD}/a`)] }, []],
    [
      "Edit allow binds writes, deletions and reads",
      ["allow Edit(src/**)"],
      { effects: [write(`${CWD}/src/a`), remove(`${CWD}/src/a`), read(`${CWD}/src/a`)] },
      ["allow 0", "allow 1", "allow 2"],
    ],
    [
      "Edit allow needs a trusted tool",
      ["allow Edit(src/**)"],
      { plugin: "acme", effects: [write(`${CWD}/src/a`)] },
      [],
    ],
    [
      "Edit allow stops at component boundaries",
      ["allow Edit(./src/**)"],
      { effects: [write(`${CWD}/src-old/a`)] },
      [],
    ],
    [
      "rules of other words bind nothing",
      ["deny Write(./secrets/**)"],
      { tool: "Write", effects: [write(secret)] },
      [],
    ],
    [
      "only the bound effect is voted on",
      ["deny Read(./secrets/**)"],
      { effects: [read(`${CWD}/a`), read(secret)] },
      ["deny 1"],
    ],
    [
      "a directory is readable when everything in it is",
      ["allow Read(//opt/x/**)"],
      { effects: [read("/opt/x")] },
      ["allow 0"],
    ],
    [
      "a directory is not writable when everything in it is",
      ["allow Edit(//opt/x/**)"],
      { effects: [write("/opt/x")] },
      [],
    ],
    [
      "effects without a path are left alone",
      ["deny Read(**)"],
      { effects: [{ kind: "unknown" }, { kind: "person" }] },
      [],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });

  it.each<Row>([
    [
      "a deny holds for the target of a link",
      ["deny Read(./secrets/**)"],
      { effects: [read(`${CWD}/link`, { realPath: secret })] },
      ["deny 0"],
    ],
    [
      "a deny holds for the link itself",
      ["deny Read(./secrets/**)"],
      { effects: [read(secret, { realPath: "/opt/x" })] },
      ["deny 0"],
    ],
    [
      "an allow does not follow a link out",
      ["allow Read(src/**)"],
      { effects: [read(`${CWD}/src/a`, { realPath: "/etc/x" })] },
      [],
    ],
    [
      "an allow does not follow a link in",
      ["allow Read(src/**)"],
      { effects: [read("/tmp/x", { realPath: `${CWD}/src/a` })] },
      [],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });

  const tree = { tree: true } as const;
  const honors = { honorsReadDenies: true };
  it.each<Row>([
    [
      "an allow covers a tree it contains",
      ["allow Read(//opt/**)"],
      { effects: [read("/opt", tree)] },
      ["allow 0"],
    ],
    [
      "an allow does not cover a tree that is wider",
      ["allow Read(//opt/x/**)"],
      { effects: [read("/opt", tree)] },
      [],
    ],
    [
      "an allow of some files does not cover a tree",
      ["allow Read(//opt/**/*.md)"],
      { effects: [read("/opt", tree)] },
      [],
    ],
    [
      "an allow of what is in a tree covers its removal",
      ["allow Edit(src/**)"],
      { effects: [remove(`${CWD}/src`, tree)] },
      ["allow 0"],
    ],
    ["and not that of the directory alone", ["allow Edit(src/**)"], { effects: [remove(`${CWD}/src`)] }, []],
    [
      "an allow does not cover a linked tree",
      ["allow Edit(src/**)"],
      { effects: [remove(`${CWD}/src/a`, { ...tree, realPath: "/opt" })] },
      [],
    ],
    [
      "a deny of the root binds",
      ["deny Read(./secrets/**)"],
      { flags: honors, effects: [read(`${CWD}/secrets`, tree)] },
      ["deny 0"],
    ],
    [
      "a deny above the root binds",
      ["deny Read(./secrets/**)"],
      { flags: honors, effects: [read(`${CWD}/secrets/x`, tree)] },
      ["deny 0"],
    ],
    [
      "a deny inside is left to a tool that honors it",
      ["deny Read(./secrets/**)"],
      { flags: honors, effects: [read(CWD, tree)] },
      [],
    ],
    [
      "an ask inside is left to a tool that honors it",
      ["ask Read(./secrets/**)"],
      { flags: honors, effects: [read(CWD, tree)] },
      [],
    ],
    [
      "a deny inside makes other tools ask",
      ["deny Read(./secrets/**)"],
      { effects: [read(CWD, tree)] },
      ["ask 0"],
    ],
    [
      "the promise of an untrusted tool does not count",
      ["deny Read(./secrets/**)"],
      { plugin: "acme", flags: honors, effects: [read(CWD, tree)] },
      ["ask 0"],
    ],
    [
      "deleting a tree around a denied place asks",
      ["deny Edit(/a/b)"],
      { flags: honors, effects: [remove(`${CWD}/a`, tree)] },
      ["ask 0"],
    ],
    [
      "writing a tree around a read-denied place asks",
      ["deny Read(/a/b)"],
      { flags: honors, effects: [write(`${CWD}/a`, tree)] },
      ["ask 0"],
    ],
    ["a deny elsewhere says nothing", ["deny Read(/a/b/**)"], { effects: [read(`${CWD}/src`, tree)] }, []],
    [
      "a deny inside the real tree counts",
      ["deny Read(//data/x)"],
      { effects: [read(`${CWD}/link`, { ...tree, realPath: "/data" })] },
      ["ask 0"],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });

  it("tells tools that search what to leave out", () => {
    const rules = compileRules(
      [
        rule("deny", "Read(./secrets/**)"),
        rule("ask", "Read(*.pem)"),
        rule("allow", "Read(x)"),
        rule("deny", "Edit(y)"),
      ],
      ENV,
    );
    const denied = (path: string, real = path) => rules.isReadDenied(path, real);
    expect(denied(secret)).toBe(true);
    expect(denied(`${CWD}/secrets`)).toBe(true);
    expect(denied(`${CWD}/a/b.pem`)).toBe(true);
    expect(denied(`${CWD}/link`, secret)).toBe(true);
    expect(denied(`${CWD}/x`)).toBe(false);
    expect(denied(`${CWD}/y`)).toBe(false);
    expect(denied(`${CWD}/y`, `${CWD}/z`)).toBe(false);
    expect(rules.deniesReads).toBe(true);
    expect(compileRules([rule("allow", "Read(x)"), rule("deny", "Edit(y)")], ENV).deniesReads).toBe(false);
  });
});

describe("command rules", () => {
  it.each<Row>([
    [
      "an allow binds commands of trusted tools",
      ["allow Bash(ls *)"],
      { effects: [exec("ls -la")] },
      ["allow 0"],
    ],
    [
      "an allow does not bind untrusted tools",
      ["allow Bash(ls *)"],
      { plugin: "acme", effects: [exec("ls")] },
      [],
    ],
    [
      "a deny binds commands of every tool",
      ["deny Bash(rm:*)"],
      { plugin: "acme", effects: [exec("rm -rf x")] },
      ["deny 0"],
    ],
    [
      "a deny sees through odd white space",
      ["deny Bash(rm -rf *)"],
      { effects: [exec(" rm\t-rf \n x")] },
      ["deny 0"],
    ],
    [
      "a deny sees through odd white space within words",
      ["deny Bash(git push)"],
      { effects: [exec("git \t push")] },
      ["deny 0"],
    ],
    ["an allow sees through space around", ["allow Bash(ls)"], { effects: [exec(" ls ")] }, ["allow 0"]],
    [
      "what needs an exact rule is allowed by no pattern",
      ["allow Bash(find *)"],
      { effects: [exec("find x", { exactOnly: true })] },
      [],
    ],
    [
      "and by an exact rule",
      ["allow Bash(find x)"],
      { effects: [exec("find x", { exactOnly: true })] },
      ["allow 0"],
    ],
    [
      "an exact rule may name the whole line",
      ["allow Bash(cd a && ls)"],
      { effects: [exec("ls", { line: " cd a && ls " })] },
      ["allow 0"],
    ],
    [
      "an exact rule about something else names no line",
      ["allow Bash(cd b)"],
      { effects: [exec("ls", { line: "cd a && ls" })] },
      [],
    ],
    [
      "each command is voted on alone",
      ["allow Bash(ls)", "ask Bash(rm *)"],
      { effects: [exec("ls"), exec("rm x")] },
      ["allow 0", "ask 1"],
    ],
    ["a bare Bash votes on its calls", ["deny Bash"], { tool: "Bash", effects: [exec("ls")] }, ["deny call"]],
    [
      "a bare Bash deny binds commands of other tools",
      ["deny Bash"],
      { effects: [exec("ls"), opaque("x")] },
      ["deny 0", "deny 1", "ask 1"],
    ],
    [
      "a bare Bash allow binds commands of other tools",
      ["allow Bash"],
      { effects: [exec("ls"), opaque("x")] },
      ["allow 0"],
    ],
    [
      "a pattern that means Bash binds commands of other tools",
      ["deny B*"],
      { effects: [exec("ls")] },
      ["deny 0"],
    ],
    ["a rule without wildcard is exact", ["allow Bash(make test)"], { effects: [exec("make test2")] }, []],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });

  it.each<Row>([
    ["without deny and ask rules it is nobody's business", [], { effects: [opaque("eval $X")] }, []],
    ["a wildcard never allows it", ["allow Bash(eval *)"], { effects: [opaque("eval $X")] }, []],
    ["an exact rule allows it", ["allow Bash(eval $X)"], { effects: [opaque("eval $X")] }, ["allow 0"]],
    [
      "an exact rule allows it with its command",
      ["allow Bash(eval $X)"],
      { effects: [exec("eval $X"), opaque("eval $X")] },
      ["allow 0", "allow 1"],
    ],
    [
      "an exact rule of an untrusted tool does not",
      ["allow Bash(eval $X)"],
      { plugin: "acme", effects: [opaque("eval $X")] },
      [],
    ],
    ["a command rule makes it ask", ["deny Bash(rm *)"], { effects: [opaque("eval $X")] }, ["ask 0"]],
    ["a path rule makes it ask", ["deny Read(./secrets/**)"], { effects: [opaque("eval $X")] }, ["ask 0"]],
    ["an edit rule makes it ask", ["ask Edit(x)"], { effects: [opaque("eval $X")] }, ["ask 0"]],
    [
      "a domain rule makes it ask",
      ["deny WebFetch(domain:x.test)"],
      { effects: [opaque("eval $X")] },
      ["ask 0"],
    ],
    [
      "a rule on another tool does not",
      ["deny Other", "deny Agent(x)"],
      { effects: [opaque("eval $X")] },
      [],
    ],
    ["allow rules do not", ["allow Read(x)", "allow Bash(ls)"], { effects: [opaque("eval $X")] }, []],
    [
      "a deny that matches its text denies",
      ["deny Bash(eval *)"],
      { effects: [opaque("eval $X")] },
      ["deny 0", "ask 0"],
    ],
    [
      "an exact allow lifts the doubt",
      ["allow Bash(eval $X)", "deny Bash(rm *)"],
      { effects: [opaque("eval $X")] },
      ["allow 0"],
    ],
    [
      "an exact allow lifts the doubt about its command only",
      ["allow Bash(eval $X)", "deny Bash(rm *)"],
      { effects: [opaque("eval $X"), opaque("eval $Y")] },
      ["allow 0", "ask 1"],
    ],
    [
      "an exact allow lifts no matching deny",
      ["allow Bash(eval $X)", "deny Bash(eval *)"],
      { effects: [opaque("eval $X")] },
      ["deny 0", "allow 0"],
    ],
    [
      "an exact allow of an untrusted tool lifts nothing",
      ["allow Bash(eval $X)", "deny Bash(rm *)"],
      { plugin: "acme", effects: [opaque("eval $X")] },
      ["ask 0"],
    ],
  ])("a command that cannot be analyzed: %s", (_, rules, spec, votes) => {
    expect([...votesOf(rules, spec)].sort()).toEqual([...votes].sort());
  });

  it.each([
    ["an exact allow of the project does not lift the organization's doubt", "project", ["allow 0", "ask 0"]],
    ["an exact allow of the organization lifts it", "managed", ["allow 0"]],
  ] as const)("%s", (_, source, votes) => {
    const set = compileRules(
      [rule("deny", "Read(.env)", { source: "managed" }), rule("allow", "Bash(cat $X)", { source })],
      ENV,
    );
    const found = set.votes(call({ effects: [opaque("cat $X")] }), context());
    expect(short(found).sort()).toEqual([...votes].sort());
  });

  const cat = [exec("cat /etc/x"), read("/etc/x", { command: 0, inherent: true })];
  const sort = [
    exec("sort -o out in"),
    write("/tmp/out", { command: 0 }),
    read("/tmp/in", { command: 0, inherent: true }),
  ];
  it.each<Row>([
    [
      "an allow covers what the program is for",
      ["allow Bash(cat *)"],
      { effects: cat },
      ["allow 0", "allow 1"],
    ],
    [
      "a wildcard does not cover what options add",
      ["allow Bash(sort *)"],
      { effects: sort },
      ["allow 0", "allow 2"],
    ],
    [
      "an exact rule covers what options add",
      ["allow Bash(sort -o out in)"],
      { effects: sort },
      ["allow 0", "allow 1", "allow 2"],
    ],
    [
      "effects of another command are not covered",
      ["allow Bash(cat *)"],
      { effects: [...cat, exec("rm y"), remove("/y", { command: 2, inherent: true })] },
      ["allow 0", "allow 1"],
    ],
    [
      "effects that stand alone are not covered",
      ["allow Bash(echo a)"],
      { effects: [exec("echo a"), write("/out")] },
      ["allow 0"],
    ],
    [
      "a wrapper is covered by the command in it",
      ["allow Bash(ls)"],
      { effects: [exec("timeout 5 ls", { command: 1, inherent: true }), exec("ls")] },
      ["allow 0", "allow 1"],
    ],
    [
      "a wildcard covers no part that cannot be analyzed",
      ["allow Bash(sh *)"],
      { effects: [exec("sh x"), opaque("y", { command: 0, inherent: true })] },
      ["allow 0"],
    ],
    ["untrusted tools cover nothing", ["allow Bash(cat *)"], { plugin: "acme", effects: cat }, []],
    [
      "a deny of an inherent effect still binds",
      ["allow Bash(cat *)", "deny Read(//etc/**)"],
      { effects: cat },
      ["allow 0", "allow 1", "deny 1"],
    ],
  ])("commands and their effects: %s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });
});

describe("domain rules", () => {
  it.each<Row>([
    [
      "an allow binds connections",
      ["allow WebFetch(domain:example.com)"],
      { effects: [connect("example.com")] },
      ["allow 0"],
    ],
    [
      "a deny binds connections of every tool",
      ["deny WebFetch(domain:example.com)"],
      { plugin: "acme", effects: [connect("EXAMPLE.com.")] },
      ["deny 0"],
    ],
    [
      "an allow needs a trusted tool",
      ["allow WebFetch(domain:example.com)"],
      { plugin: "acme", effects: [connect("example.com")] },
      [],
    ],
    [
      "an allow is not for commands",
      ["allow WebFetch(domain:example.com)"],
      { effects: [exec("curl"), connect("example.com")] },
      [],
    ],
    [
      "an allow is not for commands that cannot be analyzed",
      ["allow WebFetch(domain:example.com)"],
      { effects: [opaque("$X"), connect("example.com")] },
      [],
    ],
    [
      "a deny is for commands too",
      ["deny WebFetch(domain:example.com)"],
      { effects: [exec("curl"), connect("example.com")] },
      ["deny 1"],
    ],
    [
      "`domain:*` is the whole tool and every host",
      ["deny WebFetch(domain:*)"],
      { tool: "WebFetch", effects: [connect("x.test")] },
      ["deny call", "deny 0"],
    ],
    [
      "a suffix is not a domain",
      ["allow WebFetch(domain:example.com)"],
      { effects: [connect("evil-example.com")] },
      [],
    ],
  ])("%s", (_, rules, spec, votes) => {
    expect(votesOf(rules, spec)).toEqual(votes);
  });
});

describe("votes of rules", () => {
  it("carry where they come from", () => {
    const source = rule("deny", "Read(./secrets/**)", {
      source: "managed",
      file: "/etc/policy.json",
      line: 7,
      id: "r1",
    });
    const [vote] = compileRules([source], ENV).votes(
      call({ effects: [read(`${CWD}/secrets/key`)] }),
      context(),
    );
    expect(vote).toEqual({
      behavior: "deny",
      source: "managed",
      voter: "rules",
      why: "rule `Read(./secrets/**)` of managed denies reading it",
      effect: 0,
      rule: "Read(./secrets/**)",
      ruleId: "r1",
      file: "/etc/policy.json",
      line: 7,
    });
  });

  it.each<[Behavior, string, CallSpec, string]>([
    [
      "ask",
      "Bash(rm *)",
      { effects: [exec("rm x")] },
      "rule `Bash(rm *)` of project asks before this command",
    ],
    ["allow", "Probe", {}, "rule `Probe` of project allows every call of Probe"],
    ["allow", "Bash(ls)", { effects: [exec("ls")] }, "rule `Bash(ls)` of project allows this command"],
    ["allow", "Read(a)", { effects: [read(`${CWD}/a`)] }, "rule `Read(a)` of project allows reading it"],
    ["ask", " Probe ", {}, "rule `Probe` of project asks before every call of Probe"],
    [
      "ask",
      "Edit(/a)",
      { effects: [remove(CWD, { tree: true })] },
      "rule `Edit(/a)` of project asks before deleting something below it",
    ],
    ["deny", "Probe(a:b)", { input: { a: "b" } }, "rule `Probe(a:b)` of project denies this call of Probe"],
    [
      "deny",
      "WebFetch(domain:x.test)",
      { effects: [connect("x.test")] },
      "rule `WebFetch(domain:x.test)` of project denies connecting to x.test",
    ],
    [
      "deny",
      "Edit(/a)",
      { effects: [remove(CWD, { tree: true })] },
      "rule `Edit(/a)` of project might deny deleting something below it",
    ],
    [
      "deny",
      "Edit(/a)",
      { effects: [opaque("x")] },
      "the command cannot be analyzed, and rule `Edit(/a)` might be about what it does",
    ],
    [
      "deny",
      " Edit(/a) ",
      { effects: [opaque("x")] },
      "the command cannot be analyzed, and rule `Edit(/a)` might be about what it does",
    ],
  ])("say why: %s %s", (behavior, text, spec, why) => {
    expect(compileRules([rule(behavior, text)], ENV).votes(call(spec), context())[0]?.why).toBe(why);
  });

  it("say how many rules might be about a command that cannot be analysed", () => {
    const set = compileRules(
      ["Edit(/a)", "Edit(/b)", "Read(/c)"].map((text) => rule("deny", text)),
      ENV,
    );
    expect(set.votes(call({ effects: [opaque("x")] }), context())).toEqual([
      {
        behavior: "ask",
        source: "builtin",
        voter: "rules",
        why: "the command cannot be analyzed, and rule `Edit(/a)` or 2 more might be about what it does",
        effect: 0,
      },
    ]);
  });

  it("have no members for what the source does not say", () => {
    const [vote] = compileRules([rule("deny", "Probe")], ENV).votes(call({}), context());
    expect(Object.keys(vote ?? {})).toEqual(["behavior", "source", "voter", "why", "rule"]);
  });

  it("allow by name only what is named whole", () => {
    const votes = (text: string) => {
      const [behavior = "", name = ""] = text.split(" ");
      const set = compileRules([rule(behavior as Behavior, name)], ENV);
      return short(set.votes({ ...call({ tool: "mcp__db__get" }), byNameOnly: true }, context()));
    };
    expect(votes("allow mcp__db__get")).toEqual(["allow call"]);
    expect(["allow mcp__db", "allow mcp__db__*"].flatMap(votes)).toEqual([]);
    expect(["deny mcp__db", "ask mcp__db__*"].flatMap(votes)).toEqual(["deny call", "ask call"]);
  });

  it("give the reason the rule was written with", () => {
    const rules = compileRules([rule("deny", "Probe", { why: "the probe is broken" })], ENV);
    expect(rules.votes(call({}), context())[0]?.why).toBe("the probe is broken");
  });

  it("say which deny takes a tool out of the pool", () => {
    const rules = compileRules(
      [
        rule("deny", "mcp__db"),
        rule("deny", "W*"),
        rule("deny", "Old(*)"),
        rule("deny", "Bash(rm *)"),
        rule("ask", "Probe"),
      ],
      ENV,
    );
    expect(rules.hiddenBy("mcp__db__query")).toMatchObject({ behavior: "deny", rule: "mcp__db" });
    expect(rules.hiddenBy("WebSearch")).toMatchObject({ rule: "W*" });
    expect(rules.hiddenBy("New", ["Old"])).toMatchObject({ rule: "Old(*)" });
    expect(rules.hiddenBy("Bash")).toBeUndefined();
    expect(rules.hiddenBy("Probe")).toBeUndefined();
    expect(rules.hiddenBy("WebSearch")?.why).toBe("rule `W*` of project denies every call of WebSearch");
  });

  it("name the same deny in whichever order the rules stand", () => {
    const texts = ["W*", "Web*", "WebSearch"];
    const hiding = (order: readonly string[]) =>
      compileRules(
        order.map((text) => rule("deny", text)),
        ENV,
      ).hiddenBy("WebSearch");
    const named = hiding(texts);
    expect(named).toMatchObject({ rule: "W*" });
    expect(hiding([...texts].reverse())).toEqual(named);
    expect(hiding(["Web*", "W*", "WebSearch"])).toEqual(named);
  });

  it("collects the warnings of rules that never match", () => {
    const { warnings } = compileRules([rule("deny", "Write(x)"), rule("deny", "Read(x)")], ENV);
    expect(warnings).toEqual(["rule `Write(x)` of project is never looked at; write `Edit(x)`"]);
  });

  it("refuses the whole set for one rule that is none", () => {
    expect(() => compileRules([rule("allow", "Read"), rule("deny", "Bash(")], ENV)).toThrow(
      "no closing bracket",
    );
  });

  it("finds every binding rule among a thousand, and only those", () => {
    const sources = Array.from({ length: 1_000 }, (_, index): RuleSource => {
      const texts = [
        `Read(/dir${index}/**)`,
        `Bash(tool${index} *)`,
        `WebFetch(domain:h${index}.test)`,
        `Tool${index}`,
      ];
      return rule("deny", texts[index % 4] ?? "", { id: `${index}` });
    });
    const rules = compileRules(sources, ENV);
    const effects = [
      read(`${CWD}/dir400/x`),
      exec("tool401 a"),
      connect("h402.test"),
      read(`${CWD}/dir401/x`),
    ];
    const votes = rules.votes(call({ tool: "Tool403", effects }), context());
    expect(votes.map(({ ruleId, effect }) => [ruleId, effect])).toEqual([
      ["403", undefined],
      ["401", 1],
      ["400", 0],
      ["402", 2],
    ]);
    expect(rules.isReadDenied(`${CWD}/dir996/x`, `${CWD}/dir996/x`)).toBe(true);
    expect(rules.isReadDenied(`${CWD}/dir997/x`, `${CWD}/dir997/x`)).toBe(false);
  });
});

describe("what the organization denies or asks", () => {
  const effect = fc.constantFrom(
    read(`${CWD}/secrets/key`),
    read(CWD, { tree: true }),
    write(`${CWD}/src/a`),
    remove(`${HOME}/x`),
    exec("rm -rf x"),
    exec("ls"),
    opaque("eval $X"),
    connect("example.com"),
    { kind: "unknown" } as const,
    { kind: "state", slot: "a/b", access: "write" } as const,
  );
  const text = fc.constantFrom(
    "Probe",
    "P*",
    "Probe(level:high)",
    "Read(./secrets/**)",
    "Read(**)",
    "Edit(src/**)",
    "Edit(~/**)",
    "Bash",
    "Bash(rm:*)",
    "Bash(eval $X)",
    "Bash(ls)",
    "WebFetch(domain:*.com)",
    "WebFetch(domain:example.com)",
  );
  const spec = fc.record({
    plugin: fc.constantFrom("@gauntlet/tools", "acme"),
    input: fc.constantFrom({}, { level: "high" }),
    effects: fc.array(effect, { maxLength: 4 }),
    flags: fc.record({ honorsReadDenies: fc.boolean(), isReadOnly: fc.boolean() }),
  });
  const other = fc.tuple(fc.constantFrom(...BEHAVIORS), text);
  const foreignVote = fc.record({
    behavior: fc.constantFrom(...BEHAVIORS),
    source: fc.constantFrom("hook", "plugin", "tool", "host"),
    voter: fc.constant("x"),
    why: fc.constant("x"),
  }) as fc.Arbitrary<Vote>;

  it("is never allowed, whatever other rules, modes, voters and tools say", () => {
    let bound = 0;
    fc.assert(
      fc.property(
        fc.constantFrom("deny", "ask"),
        text,
        fc.array(other, { maxLength: 6 }),
        spec,
        fc.array(foreignVote, { maxLength: 3 }),
        fc.constantFrom(...MODES),
        fc.boolean(),
        fc.constantFrom([], ["@gauntlet/*"], ["*"]),
        (behavior, managed, others, probe, extra, mode, headless, trustEffects) => {
          const org = rule(behavior as Behavior, managed, { source: "managed" });
          const known = call(probe);
          const session = context({ mode, trustEffects });
          const alone = compileRules([org], ENV).votes(known, session);
          fc.pre(alone.some(({ source }) => source === "managed"));
          bound += 1;

          const rest = others
            .filter(([given, written]) => given !== "allow" || written !== "P*")
            .map(([given, written]) => rule(given, written, { source: "user" }));
          const voters: readonly NamedVoter[] = [
            ...BUILTIN_VOTERS,
            rulesVoter(compileRules([...rest, org, ...rest], ENV)),
            { name: "extra", vote: () => extra },
          ];
          const votes = collectVotes(voters, known, session);
          const verdict = combine({ votes, effectCount: known.effects.length, mode, headless });
          expect(verdict.effective, short(votes).join(", ")).not.toBe("allow");
        },
      ),
      { numRuns: 1_000 },
    );
    expect(bound).toBeGreaterThan(200);
  });
});
