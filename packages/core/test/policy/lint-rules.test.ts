import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { combine } from "../../src/policy/combine.ts";
import { type LintFinding, lintRules, unknownToolWarnings } from "../../src/policy/lint-rules.ts";
import type { RuleSource } from "../../src/policy/policy.ts";
import { compileRules } from "../../src/policy/rules.ts";
import {
  type CallSpec,
  CWD,
  call,
  connect,
  context,
  ENV,
  exec,
  HOME,
  read,
  rule,
  write,
} from "./fixtures.ts";

const TOOLS = ["Bash", "Edit", "Glob", "Grep", "Read", "Write"].map((name) => ({
  name,
  aliases: [] as string[],
}));
TOOLS.push({ name: "KillShell", aliases: ["KillBash"] });

const sourceOf = (text: string, more: Partial<RuleSource> = {}): RuleSource => {
  const [behavior = "", ...rest] = text.split(" ");
  return rule(behavior as Behavior, rest.join(" "), more);
};
const lint = (rules: readonly RuleSource[]): readonly LintFinding[] => lintRules(rules, ENV, TOOLS);
const short = ({ kind, rule: { behavior, text }, other }: LintFinding): string =>
  `${kind}: ${behavior} ${text}${other ? ` < ${other.behavior} ${other.text}` : ""}`;
const found = (...rules: string[]): string[] => lint(rules.map((text) => sourceOf(text))).map(short);

describe("rules that stand for themselves", () => {
  it.each<[string, string, string[]]>([
    ["a rule that binds is fine", "deny Read(.env)", []],
    ["a rule on a tool is fine", "allow Write", []],
    ["an old name of a tool is fine", "deny KillBash", []],
    ["a server may come later", "allow mcp__db__query", []],
    ["a pattern over servers may come to match", "deny mcp__*", []],
    ["an effect is of any tool", "deny WebFetch(domain:example.com)", []],
    ["every command", "allow Bash", []],
    ["a pattern that some tool has", "deny Wri*", []],
    ["a form the tool has no rules of", "allow Glob(src/**)", ["never-matches: allow Glob(src/**)"]],
    ["a name without a tool", "deny Wrote", ["unknown-tool: deny Wrote"]],
    ["a tool whose rules look at its input", "deny Agent(Explore)", ["unknown-tool: deny Agent(Explore)"]],
    ["a pattern no tool has", "deny Foo*", ["unknown-tool: deny Foo*"]],
    ["a variable in a path", "deny Read($HOME/.ssh)", ["doubtful: deny Read($HOME/.ssh)"]],
  ])("%s: %s", (_, text, findings) => {
    expect(found(text)).toEqual(findings);
  });

  it("says which tool was probably meant", () => {
    expect(lint([sourceOf("deny Wrote")])[0]?.message).toBe(
      "rule `Wrote` names no tool; did you mean `Write`?",
    );
  });

  it("says also where such a rule stands, when a session starts", () => {
    const tools = [{ name: "Write", aliases: [] }];
    const here = sourceOf("deny Wrote");
    expect(
      unknownToolWarnings([here, { ...here, file: "/a.json" }, { ...here, file: "/a.json", line: 3 }], tools),
    ).toEqual([
      `rule \`Wrote\` of ${here.source} names no tool; did you mean \`Write\`?`,
      "rule `Wrote` in `/a.json` names no tool; did you mean `Write`?",
      "rule `Wrote` in `/a.json` line 3 names no tool; did you mean `Write`?",
    ]);
  });

  it("refuses a text that is no rule, as everything else does", () => {
    expect(() => found("deny Read(")).toThrow("has no closing bracket");
  });
});

describe("rules that stand beside each other", () => {
  it.each<[string, string[], string[]]>([
    [
      "the same text allowed and denied",
      ["allow Write", "deny Write"],
      ["contradiction: allow Write < deny Write"],
    ],
    [
      "`Tool(*)` is the same text",
      ["allow Bash(*)", "deny Bash"],
      ["contradiction: allow Bash(*) < deny Bash"],
    ],
    ["the same text asked and denied", ["ask Write", "deny Write"], ["shadowed: ask Write < deny Write"]],
    [
      "of two that stand in the way, the deny is named",
      ["allow Write", "ask Write", "deny Wri*"],
      ["shadowed: allow Write < deny Wri*", "shadowed: ask Write < deny Wri*"],
    ],
    ["an allow inside an ask", ["allow Write", "ask Write"], ["shadowed: allow Write < ask Write"]],
    ["an ask inside a deny", ["ask Write", "deny Wri*"], ["shadowed: ask Write < deny Wri*"]],
    ["a deny inside a deny is no fault", ["deny Read(src/a.ts)", "deny Read(src/**)"], []],
    ["an allow around a deny is the purpose of both", ["allow Read(src/**)", "deny Read(src/a.ts)"], []],
    ["everything denied", ["allow Read(a)", "deny *"], ["shadowed: allow Read(a) < deny *"]],
    ["a whole tool is not its effect", ["allow Read(src/**)", "deny Read"], []],
    [
      "a tool of a server",
      ["allow mcp__db__get_*", "deny mcp__db"],
      ["shadowed: allow mcp__db__get_* < deny mcp__db"],
    ],
    [
      "a rule said twice",
      ["deny Read(.env)", "deny  Read(.env) "],
      ["duplicate: deny Read(.env)  < deny Read(.env)"],
    ],
    ["the same text in two lists is no duplicate of itself", ["deny Read(.env)", "ask Read(.envrc)"], []],
  ])("%s", (_, rules, findings) => {
    expect(found(...rules).map((text) => text.replace("deny  Read", "deny Read"))).toEqual(findings);
  });

  it.each<[string, string, boolean]>([
    ["Read(src/a.ts)", "Read(src/**)", true],
    ["Read(src/a.ts)", "Read(src/*)", true],
    ["Read(src/lib/**)", "Read(/src/**)", true],
    ["Read(src/**/*.ts)", "Read(src/**)", true],
    ["Read(src/**)", "Read(src)", true],
    ["Read(//opt/x/y)", "Read(//opt/**)", true],
    ["Read(~/.ssh/id)", "Read(~/.ssh/**)", true],
    ["Read(.env)", "Read(.env)", true],
    ["Read(.env)", "Read(.env*)", true],
    ["Read(*.pem)", "Read(*.pem)", true],
    ["Read(*.pem)", "Read(**/*.pem)", true],
    ["Read(./*.pem)", "Read(*.pem)", true],
    ["Read(*x)", "Read(\\*x)", false],
    ["Read(build/)", "Read(build/)", true],
    ["Read(build)", "Read(build/)", true],
    ["Read(src/*.pem)", "Read(src/**/*.pem)", false],
    ["Read(.env.local)", "Read(.env)", false],
    ["Read(src/a.ts)", "Read(source/**)", false],
    ["Read(src/**)", "Read(src/a.ts)", false],
    ["Read(src/**)", "Read(src/*.ts)", false],
    ["Read(.env)", "Read(./sub/.env)", false],
    ["Read(//opt/x)", "Read(opt/**)", false],
    ["Edit(src/a.ts)", "Read(src/**)", true],
    ["Read(src/a.ts)", "Edit(src/**)", false],
    ["Bash(npm test)", "Bash(npm *)", true],
    ["Bash(npm *)", "Bash(npm:*)", true],
    ["Bash(npm run *)", "Bash(npm *)", true],
    ["Bash(npm*)", "Bash(npm *)", false],
    ["Bash(npm *)", "Bash(npm run *)", false],
    ["Bash(npm test)", "Bash", true],
    ["Bash(npm *)", "Bash", true],
    ["WebFetch(domain:a.example.com)", "WebFetch(domain:*.example.com)", true],
    ["WebFetch(domain:*.a.example.com)", "WebFetch(domain:*.example.com)", true],
    ["WebFetch(domain:example.com)", "WebFetch(domain:*.example.com)", false],
    ["WebFetch(domain:*.example.org)", "WebFetch(domain:*.example.com)", false],
    ["WebFetch(domain:*.example.com)", "WebFetch(domain:a.example.com)", false],
  ])("allow %s inside deny %s: %s", (allow, deny, inside) => {
    const findings = lint([sourceOf(`allow ${allow}`), sourceOf(`deny ${deny}`)]);
    expect(findings.filter(({ kind }) => kind === "shadowed" || kind === "contradiction")).toHaveLength(
      inside ? 1 : 0,
    );
  });

  it("tells an allow whose edits are denied from one that does nothing", () => {
    const [finding] = lint([sourceOf("allow Edit(src/a.ts)"), sourceOf("deny Edit(src/**)")]);
    expect(finding?.message).toBe(
      "rule `Edit(src/a.ts)` allows only reading: `Edit(src/**)` denies every edit it is about",
    );
  });

  it("does not take one text at two anchors for the same rule", () => {
    const here = sourceOf("allow Read(/src/a)", { anchor: CWD });
    const there = sourceOf("deny Read(/src/a)", { anchor: "/elsewhere" });
    expect(lint([here, there])).toEqual([]);
  });
});

describe("examples", () => {
  it.each<[string, string, string[], string | undefined]>([
    [
      "that need less than the rule gives",
      "allow Bash(npm *)",
      ["npm test", "npm test -- --watch"],
      "npm test",
    ],
    ["that need all of it", "allow Bash(npm *)", ["npm test", "npm run build"], undefined],
    ["in one directory", "allow Read(docs/**)", ["docs/a/x.md", "./docs/a/y.md"], "docs/a"],
    ["in several directories", "allow Read(docs/**)", ["docs/a/x.md", "docs/b/y.md"], undefined],
    ["with a trailing `:*`", "allow Bash(npm:*)", ["npm test a", "npm test b"], "npm test"],
    ["that are too few", "allow Bash(npm *)", ["npm test"], undefined],
    ["of an exact rule", "allow Bash(npm test)", ["npm test", "npm test"], undefined],
    ["of a whole tool", "allow Write", ["Write", "Write"], undefined],
    ["of a deny rule, which may be wide", "deny Bash(npm *)", ["npm test a", "npm test b"], undefined],
  ])("%s", (_, text, calls, beginning) => {
    const source = sourceOf(text);
    const findings = lint([{ ...source, examples: { [source.behavior]: calls } } as RuleSource]);
    expect(findings.map(({ kind, message }) => [kind, message])).toEqual(
      beginning === undefined
        ? []
        : [
            [
              "wider-than-examples",
              `rule \`${source.text}\` is wider than its examples, which all begin with \`${beginning}\``,
            ],
          ],
    );
  });
});

const TEXTS = [
  ...["a", "src", "src/a", "src/**", "src/*", "*", "**", "**/a", "*.ts", "src/*.ts", "./src", "src/"].flatMap(
    (path) => [`Read(${path})`, `Edit(${path})`],
  ),
  ...[`Read(//srv/**)`, `Edit(~/a)`, "Read(/src/**)", "Edit(../**)", "Read", "Write"],
  ...["ls", "ls *", "ls -la", "ls*", "l*", "ls a *", "ls:*"].map((command) => `Bash(${command})`),
  ...[
    "Bash",
    "WebFetch(domain:*.b.c)",
    "WebFetch(domain:a.b.c)",
    "WebFetch(domain:*)",
    "WebFetch(domain:b.*)",
  ],
];

const places = ["a", "src", "src/a", "src/a/a", "src/x.ts", "x.ts", "lib/src/a", "lib/a"].map(
  (path) => `${CWD}/${path}`,
);
const CALLS: readonly CallSpec[] = [
  ...[...places, `${HOME}/a`, "/srv/other"].flatMap((path) => [
    { tool: "Probe", effects: [read(path)] },
    { tool: "Probe", effects: [write(path)] },
    { tool: "Probe", effects: [read(path, { tree: true })] },
  ]),
  { tool: "Read", effects: [read(`${CWD}/q`)] },
  { tool: "Write", effects: [write(`${CWD}/q`)] },
  ...["ls", "ls -la", "ls a b", "lsof", "lx"].map((text) => ({ tool: "Bash", effects: [exec(text)] })),
  ...["a.b.c", "x.a.b.c", "b.c", "b.d"].map((host) => ({ tool: "Probe", effects: [connect(host)] })),
];

describe("a shadowed rule", () => {
  it("allows nothing in any call that is tried", () => {
    const text = fc.constantFrom(...TEXTS);
    const property = fc.property(
      text,
      text,
      fc.constantFrom<Behavior>("deny", "ask"),
      (allow, other, behavior) => {
        const rules = [rule("allow", allow), rule(behavior, other)];
        const says = (of: string) =>
          lint(rules).some(({ rule: { text: t }, message }) => t === allow && message.includes(of));
        if (!says("does nothing") && !says("the deny wins")) return;
        for (const spec of CALLS) {
          const verdict = (sources: readonly RuleSource[]) => {
            const votes = compileRules(sources, ENV).votes(call(spec), context());
            return combine({
              votes,
              effectCount: spec.effects?.length ?? 0,
              mode: "default",
              headless: false,
            }).behavior;
          };
          const alone = verdict(rules.slice(0, 1));
          if (alone === "allow" && !(says("the deny wins") && allow.startsWith("Edit"))) {
            expect(verdict(rules), `${allow} < ${behavior} ${other}: ${JSON.stringify(spec)}`).not.toBe(
              "allow",
            );
          }
        }
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });
});
