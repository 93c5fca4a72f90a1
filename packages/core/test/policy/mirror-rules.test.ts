import { describe, expect, it, test } from "vitest";
import type { PathEnv } from "../../src/policy/match-path.ts";
import { compilePathRule } from "../../src/policy/match-path.ts";
import { compileMirrored, mirrored } from "../../src/policy/mirror-rules.ts";
import { CWD, call, context, ENV, HOME, read, rule, short, write } from "./fixtures.ts";

const mirror = { of: "/home/u/repo", at: "/home/u/repo/.trees/w" };
const env: PathEnv = { cwd: "/home/u/repo", home: "/home/u", caseInsensitive: false, mirror };

describe("what a rule says about a path of the place it says about the path of the copy", () => {
  test.each<[rule: string, denied: readonly string[], others: readonly string[]]>([
    ["/secret/**", ["secret", "secret/a/b"], ["", "secrets", "a/secret"]],
    ["secret", ["secret", "a/secret/b"], [""]],
    ["./a/b", ["a/b", "a/b/c"], ["a", "b"]],
    ["//home/u/repo/secret/*.pem", ["secret/a.pem"], ["secret", "secret/a.txt"]],
    ["~/repo/secret", ["secret", "secret/a"], ["a/secret"]],
    ["//home/*/repo/a/**", ["a/b", "a"], ["b"]],
    ["//**/repo/*/x", ["a/x"], ["x"]],
    ["//home/**/x", ["x", "a/x"], ["y"]],
    ["//home/u/**", ["", "a"], []],
    ["//home/u/repo", ["", "a"], []],
    ["//home/u/re*", ["", "a"], []],
    ["//home/u", ["", "a"], []],
    ["//home/x**/repo/a", [], ["a"]],
    ["//home/**x/repo/a", [], ["a"]],
    ["//home/u/other/a", [], ["", "a"]],
    ["//home/u/repos/a", [], ["a"]],
    ["//srv/a", [], ["a", "srv/a"]],
  ])("%s", (specifier, denied, others) => {
    const { matchesPath } = compilePathRule({ specifier, behavior: "deny", anchor: env.cwd }, env);
    const at = (path: string): string => (path === "" ? mirror.at : `${mirror.at}/${path}`);
    expect(denied.filter((path) => !matchesPath(at(path)))).toEqual([]);
    expect(others.filter((path) => matchesPath(at(path)))).toEqual([]);
  });

  test.each([
    ["/home/u/repo/sub", "sub/a", true],
    ["/home/u/repo/sub", "a", false],
    ["/home/u", "a", false],
    ["/etc", "a", false],
  ])("from where it is anchored: in %s, %s is denied: %s", (anchor, path, expected) => {
    const { matchesPath } = compilePathRule({ specifier: "/a", behavior: "deny", anchor }, env);
    expect(matchesPath(`${mirror.at}/${path}`)).toBe(expected);
  });

  test("and says where to look for it", () => {
    const of = (specifier: string) =>
      compilePathRule({ specifier, behavior: "deny", anchor: env.cwd }, env).roots;
    expect(of("//home/u/repo/a/b*")).toEqual([`${mirror.at}/a`]);
    expect(of("//home/*/repo/a/b")).toEqual([`${mirror.at}/a/b`]);
    expect(of("//srv/a")).toEqual([]);
  });
});

test.each([
  ["/r", "/c"],
  ["/r/a", "/c/a"],
  ["/r/..a", "/c/..a"],
  ["/", "/"],
  ["/ra", "/ra"],
])("the place of %s in the copy is %s", (path, there) => {
  expect(mirrored(path, { of: "/r", at: "/c" })).toBe(there);
});

test.each(["/srv", "/srv/other", "/srv/ws/.."])("%s has no place in a copy elsewhere", (path) => {
  expect(mirrored(path, { of: CWD, at: "/elsewhere/deep/copy" })).toBe(path);
});

const COPY = "/srv/copy";
const OTHER = "/elsewhere/copy";
const compile = (...texts: readonly string[]) => {
  const rules = texts.map((text) => {
    const [behavior = "", ...rest] = text.split(" ");
    return rule(behavior as "deny", rest.join(" "), { anchor: CWD });
  });
  return compileMirrored(rules, ENV, [
    { of: CWD, at: COPY },
    { of: CWD, at: OTHER },
  ]);
};

describe("rules for a place and a copy of it", () => {
  it.each([
    ["deny Read(./secrets/**)", ["deny 0", "deny 1", "deny 2"]],
    ["ask Read(/secrets/**)", ["ask 0", "ask 1", "ask 2"]],
    ["allow Read(./secrets/**)", ["allow 0"]],
    ["allow Read(/secrets/**)", ["allow 0"]],
    [`deny Read(/${CWD}/secrets/**)`, ["deny 0", "deny 1", "deny 2"]],
  ])("%s holds for both when it tightens", (text, votes) => {
    const effects = [CWD, COPY, OTHER].map((place) => read(`${place}/secrets/key`));
    expect([...new Set(short(compile(text).votes(call({ effects }), context())))]).toEqual(votes);
  });

  it("keep a place outside of what is copied as it is", () => {
    const effects = [read(`${HOME}/.ssh/id`)];
    const votes = compile("deny Read(~/.ssh/**)").votes(call({ effects }), context());
    expect(new Set(short(votes))).toEqual(new Set(["deny 0"]));
  });

  it("leave out of searches what either denies", () => {
    const rules = compile("deny Read(./secrets/**)");
    const denied = (path: string) => rules.isReadDenied(path, path);
    expect([`${CWD}/secrets/key`, `${COPY}/secrets/key`, `${COPY}/a`, `${CWD}/a`].map(denied)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it("tell whether reads are denied at all", () => {
    expect(compile("deny Read(a)").deniesReads).toBe(true);
    expect(compile("allow Read(a)", "deny Edit(b)").deniesReads).toBe(false);
  });

  it("are the rules alone without a copy", () => {
    const rules = compileMirrored([rule("deny", "Edit(./a)")], ENV, []);
    const effects = [write(`${CWD}/a`), write(`${COPY}/a`)];
    expect(short(rules.votes(call({ effects }), context()))).toEqual(["deny 0"]);
  });
});
