import { describe, expect, it } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { ConfigError } from "../../src/errors.ts";
import { parseRule } from "../../src/policy/rule.ts";
import { rule } from "./fixtures.ts";

const matchesOf = (behavior: Behavior, text: string) => parseRule(rule(behavior, text)).matches;
const problem = (behavior: Behavior, text: string, more = {}): ConfigError => {
  try {
    parseRule(rule(behavior, text, more));
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`\`${text}\` was accepted`);
};

describe("parseRule", () => {
  it.each(["constructor", "toString(x:y)", "valueOf"])("takes `%s` for the name it is", (text) => {
    const { tool, warning } = parseRule(rule("deny", text));
    expect([tool, warning]).toEqual([text.split("(")[0], undefined]);
  });

  it.each<[Behavior, string, object[]]>([
    ["allow", "Read", [{ kind: "tool" }]],
    ["allow", "Read(*)", [{ kind: "tool" }]],
    ["allow", "Bash", [{ kind: "tool" }, { kind: "command", pattern: "*" }]],
    ["deny", "Bash(*)", [{ kind: "tool" }, { kind: "command", pattern: "*" }]],
    ["allow", " Bash(git status) ", [{ kind: "command", pattern: "git status" }]],
    ["allow", "Bash(git log:*)", [{ kind: "command", pattern: "git log:*" }]],
    ["deny", "Bash(git log:*)", [{ kind: "command", pattern: "git log:*" }]],
    ["deny", "Bash(rm  -rf  *)", [{ kind: "command", pattern: "rm -rf *" }]],
    ["deny", "Bash(rm\u00a0-rf *)", [{ kind: "command", pattern: "rm -rf *" }]],
    ["ask", "Bash(rm :*)", [{ kind: "command", pattern: "rm:*" }]],
    ["deny", "Bash(rm -r\u00a0:**)", [{ kind: "command", pattern: "rm -r:*" }]],
    ["allow", "Bash(rm  x :*)", [{ kind: "command", pattern: "rm  x :*" }]],
    ["deny", "Bash(echo (a (b)))", [{ kind: "command", pattern: "echo (a (b))" }]],
    ["deny", 'Bash(echo ":)")', [{ kind: "command", pattern: 'echo ":)"' }]],
    ["deny", "Bash(echo ':)')", [{ kind: "command", pattern: "echo ':)'" }]],
    ["deny", "Bash(echo 'a\\')", [{ kind: "command", pattern: "echo 'a\\'" }]],
    ["deny", "Bash(echo it's (a))", [{ kind: "command", pattern: "echo it's (a)" }]],
    ["deny", "Bash(*x)", [{ kind: "command", pattern: "*x" }]],
    ["deny", "Bash(echo \\))", [{ kind: "command", pattern: "echo \\)" }]],
    ["deny", "Read(./secrets/**)", [{ kind: "path", access: "read", pattern: "./secrets/**" }]],
    ["deny", "Read(app/(group)/x.ts)", [{ kind: "path", access: "read", pattern: "app/(group)/x.ts" }]],
    ["deny", "Read(../x)", [{ kind: "path", access: "read", pattern: "../x" }]],
    ["deny", "Read(*/b/../c)", [{ kind: "path", access: "read", pattern: "*/b/../c" }]],
    ["deny", "Read(x\\\\ )", [{ kind: "path", access: "read", pattern: "x\\\\" }]],
    ["allow", "Edit(src/**)", [{ kind: "path", access: "edit", pattern: "src/**" }]],
    ["allow", "WebFetch(domain:example.com)", [{ kind: "domain", pattern: "example.com" }]],
    ["allow", "WebFetch(domain: *.example.com)", [{ kind: "domain", pattern: "*.example.com" }]],
    ["deny", "WebFetch(domain:*)", [{ kind: "tool" }, { kind: "domain", pattern: "*" }]],
    ["allow", "Agent(Explore)", [{ kind: "field", field: "subagent_type", value: "Explore" }]],
    [
      "allow",
      "Skill(pack:review *)",
      [{ kind: "field", field: "skill", value: "pack:review *", words: true }],
    ],
    ["deny", "Probe(level : high*)", [{ kind: "field", field: "level", value: "high*" }]],
    ["deny", "Probe(level:*)", [{ kind: "field", field: "level", value: "*" }]],
    ["deny", "Probe(domain:x)", [{ kind: "field", field: "domain", value: "x" }]],
    ["deny", "WebFetch(domains:x)", [{ kind: "field", field: "domains", value: "x" }]],
    ["deny", "WebFetch(xdomain:x)", [{ kind: "field", field: "xdomain", value: "x" }]],
    ["deny", "WebFetch(domain:[::1])", [{ kind: "domain", pattern: "[::1]" }]],
    ["ask", "mcp__db__query(mode:write)", [{ kind: "field", field: "mode", value: "write" }]],
    ["allow", "mcp__db", [{ kind: "tool" }]],
    ["allow", "mcp__db__query", [{ kind: "tool" }]],
    ["allow", "mcp__db__*", [{ kind: "tool" }]],
    ["allow", "mcp__db__get_*", [{ kind: "tool" }]],
    ["deny", "mcp__*", [{ kind: "tool" }]],
    ["deny", "*", [{ kind: "tool" }, { kind: "command", pattern: "*" }]],
    ["ask", "B*", [{ kind: "tool" }, { kind: "command", pattern: "*" }]],
    ["ask", "W*", [{ kind: "tool" }]],
  ])("reads %s `%s`", (behavior, text, matches) => {
    expect(matchesOf(behavior, text)).toEqual(matches);
  });

  it("reads a deny of `param:value` on a tool with a dialect in both ways", () => {
    expect(matchesOf("ask", "Bash(background:true)")).toEqual([
      { kind: "command", pattern: "background:true" },
      { kind: "field", field: "background", value: "true" },
    ]);
    expect(matchesOf("deny", "Agent(model:large*)")).toContainEqual({
      kind: "field",
      field: "model",
      value: "large*",
    });
    expect(matchesOf("allow", "Agent(model:large)")).toEqual([
      { kind: "field", field: "subagent_type", value: "model:large" },
    ]);
  });

  it("takes a renamed word for its present name", () => {
    expect(parseRule(rule("deny", "Task(Explore)")).tool).toBe("Agent");
  });

  it.each<[Behavior, string, string]>([
    ["deny", 5 as unknown as string, "is not text"],
    ["deny", "", "is blank"],
    ["deny", "   ", "is blank"],
    ["deny", "Bash(", "has no closing bracket"],
    ["deny", "Bash(x", "has no closing bracket"],
    ["deny", "Bash(foo\\)", "has no closing bracket"],
    ["deny", "Bash()", "has nothing in its brackets"],
    ["deny", "Bash(  )", "has nothing in its brackets"],
    ["deny", "Bash(ls) x", "has text after its closing bracket at position 9"],
    ["deny", "Bash(ls),Read(x)", "has text after its closing bracket at position 9"],
    ["deny", "Read(./secrets/**))", "has text after its closing bracket at position 19"],
    ["deny", "(x)", "names no tool"],
    ["deny", "Bash (ls)", "has a tool name with ` ` at position 5"],
    ["deny", "Stop Task", "has a tool name with ` ` at position 5"],
    ["deny", "Bash(a\nb)", "has a control or invisible character at position 7"],
    ["deny", "Bash(a\u202eb)", "has a control or invisible character at position 7"],
    ["deny", "Bash(rm\u200b *)", "has a control or invisible character at position 8"],
    ["deny", "Read(a\ufe0f)", "has a control or invisible character at position 7"],
    ["deny", "Read(\u{e0061}a)", "has a control or invisible character at position 6"],
    ["deny", "\u202eBash", "has a control or invisible character at position 1"],
    ["deny", "Read(a'b)c')", "has text after its closing bracket at position 10"],
    ["deny", "Bash(:*)", "names no command before its `*`"],
    ["deny", "Bash(**)", "names no command before its `*`"],
    ["deny", "Read(x\\ )", "has a path that ends in a backslash"],
    ["deny", "Read(x\\\\\\ )", "has a path that ends in a backslash"],
    ["deny", "Read(!x)", "has a path that begins with `!`"],
    ["deny", "Edit(#x)", "has a path that begins with `#`"],
    ["deny", "Read(a/*/../b)", "has a path that goes up from a wildcard"],
    ["deny", "Read(a\\\\\\\\\\)", "has no closing bracket"],
    ["deny", "WebFetch(example.com)", "names no domain"],
    ["deny", "WebFetch(https://example.com)", "names no domain"],
    ["deny", "WebFetch(localhost:3000)", "names no domain"],
    ["deny", "WebFetch(domain:)", "which is not a host name"],
    ["deny", "WebFetch(domain:example.com/x)", "has `/x` behind the host, and rules are about whole hosts"],
    ["allow", "WebFetch(domain:example.com\\x)", "has `\\x` behind the host"],
    ["allow", "WebFetch(domain:example.com?x)", "has `?x` behind the host"],
    ["deny", "WebFetch(domain:example.com:443)", "which is not a host name"],
    ["deny", "WebFetch(domain:.example.com)", "which is not a host name"],
    ["deny", "WebFetch(domain:a..example.com)", "which is not a host name"],
    ["deny", "WebFetch(domain:**.example.com)", "which is not a host name"],
    ["deny", "WebFetch(domain:a.example,b.example)", "which is not a host name"],
    ["deny", "WebFetch(domain:a.example|b.example)", "which is not a host name"],
    ["deny", "WebFetch(domain:{a,b}.example)", "which is not a host name"],
    ["deny", "WebFetch(domain:!a.example)", "which is not a host name"],
    ["deny", "WebFetch(domain:'a.example')", "which is not a host name"],
    ["allow", "*", "allows tools by an open-ended pattern"],
    ["allow", "B*", "allows tools by an open-ended pattern"],
    ["allow", "mcp__*", "allows tools by an open-ended pattern"],
    ["allow", "xmcp__db__*", "allows tools by an open-ended pattern"],
    ["allow", "mcp__d*", "allows tools by an open-ended pattern"],
    ["allow", "mcp__d*__x", "allows tools by an open-ended pattern"],
    ["allow", "mcp__*__x", "allows tools by an open-ended pattern"],
  ])("refuses %s %j", (behavior, text, what) => {
    const error = problem(behavior, text);
    expect(error.code).toBe("GNT_CONFIG_RULE");
    expect(error.message).toContain(what);
    expect(/[\p{Cc}\u202e]/u.test(error.message)).toBe(false);
  });

  it("says which rule is wrong, where it stands, and what to write", () => {
    const error = problem("deny", "Bash(", { file: "gauntlet.config.ts", line: 12 });
    expect(error.message).toBe("rule `Bash(` in `gauntlet.config.ts` line 12 has no closing bracket");
    expect(error.hint).toBe("write `Bash(git status)` or `Bash`");
  });

  it.each([
    [{ file: "a.ts", line: 12, column: 3 }, " in `a.ts` line 12 column 3 "],
    [{ file: "a.ts" }, " in `a.ts` is"],
    [{}, " of project is"],
  ])("says where a rule stands as far as that is known: %j", (place, text) => {
    expect(problem("deny", "", place).message).toContain(text);
  });

  it.each<[Behavior, string, string | undefined]>([
    ["deny", "", "write `Bash(git status)` or `Bash`"],
    ["deny", 5 as unknown as string, undefined],
    ["deny", "Bash(a\nb)", "remove it, or write `*` in its place"],
    ["deny", "Bash(ls) x", "write one rule in a text"],
    ["deny", "Read()", "write `Read` for every call of the tool"],
    ["deny", "a b", "begin with the name of a tool, such as `Bash` or `mcp__server__tool`"],
    ["allow", "B*", "name the tool, or a server with a pattern after it: `mcp__server__get_*`"],
    ["deny", "WebFetch(", "write `WebFetch(domain:example.com)` or `WebFetch`"],
    ["deny", "Agent(", "write `Agent(name)` or `Agent`"],
    ["deny", "Skill(", "write `Skill(name)` or `Skill`"],
    ["deny", "Read(", "write `Read(./src/**)` or `Read`"],
    ["deny", "Bash(*\t*)", "remove it, or write `*` in its place"],
    ["deny", "Bash(:*)", "write `Bash` for every command"],
    ["deny", "Read(!x)", "write `./!x` for that name"],
    ["deny", "Read(x\\ )", "remove it"],
    ["deny", "Read(*/../b)", "write the directory without `..`"],
    ["deny", "WebFetch(a.test)", "write `WebFetch(domain:example.com)`"],
    ["deny", "WebFetch(domain:a.test/x)", "write `WebFetch(domain:a.test)` for every page of it"],
    ["deny", "WebFetch(domain:a:1)", "write the name alone, without scheme, port or path"],
  ])("says what to write instead of %s %j", (behavior, text, hint) => {
    expect(problem(behavior, text).hint).toBe(hint);
  });

  it.each<[Behavior, string, string]>([
    ["deny", " Write(a) ", "rule `Write(a)` of project is never looked at"],
    ["deny", "Write(./secrets/**)", "is never looked at; write `Edit(./secrets/**)`"],
    ["deny", "NotebookEdit(x.ipynb)", "is never looked at; write `Edit(x.ipynb)`"],
    ["deny", "Glob(src/**)", "is never looked at; write `Read(src/**)`"],
    ["allow", "Grep(src/**)", "is never looked at; write `Read(src/**)`"],
    ["allow", "Probe(level:high)", "never matches: `Probe` can only be allowed as a whole"],
    ["deny", "Probe(high)", "never matches: `Probe` has no rules of this form"],
    ["deny", "WebFetch(url:*example*)", "looks at `url`, which rules name without a field"],
  ])("accepts %s `%s`, binds nothing and warns", (behavior, text, warning) => {
    const parsed = parseRule(rule(behavior, text));
    expect(parsed.matches).toEqual([]);
    expect(parsed.warning).toContain(warning);
  });

  it.each([
    ["Bash(command:rm *)", "looks at `command`, which rules name without a field"],
    ["Read(file_path:s.txt)", "looks at `file_path`, which rules name without a field"],
    ["Edit(file_path:s.txt)", "looks at `file_path`, which rules name without a field"],
    ["Read($HOME/x)", "names a variable"],
    ["Read(a/\u0024{X})", "names a variable"],
    ["Read(%HOME%/x)", "names a variable"],
    ["Read(dir/c:\\x)", "has a backslash"],
    ["Read(.\\secrets\\**)", "has a backslash"],
    ["Read(~root/x)", "another person's home"],
    ["Read(x[ab)", "has a `[` without `]`"],
  ])("warns about `%s`", (text, warning) => {
    expect(parseRule(rule("deny", text)).warning).toContain(warning);
  });

  it.each([
    ...[
      "Read(a$b)",
      "Read(x%ab%)",
      "Read(% %)",
      "Read(\\*.txt)",
      "Read(C:\\ws\\x)",
      "Read(a~b)",
      "Read(~/x)",
    ],
    ...["Read([ab].txt)", "Read(x\\[ab)", "Probe(a:b)"],
  ])("finds nothing odd in `%s`", (text) => {
    expect(parseRule(rule("deny", text))).not.toHaveProperty("warning");
  });
});

describe("the hint about a host that is none", () => {
  it.each([
    [".example.com", "write `WebFetch(domain:*.example.com)` for every subdomain"],
    ["**.example.com", "write `WebFetch(domain:*.example.com)` for every subdomain"],
    ["a.example,b.example", "write one rule for each host"],
    ["{a,b}.example", "write one rule for each host"],
    ["example.com:443", "write the name alone"],
  ])("says what to write for `%s`", (domain, hint) => {
    expect(problem("deny", `WebFetch(domain:${domain})`).hint).toContain(hint);
  });
});
