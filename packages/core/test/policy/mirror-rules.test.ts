import { describe, expect, test } from "vitest";
import type { PathEnv } from "../../src/policy/match-path.ts";
import { compilePathRule } from "../../src/policy/match-path.ts";
import { mirrored } from "../../src/policy/mirror-rules.ts";

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
    ["//home/u/other/a", [], ["", "a"]],
    ["//home/u/repos/a", [], ["a"]],
    ["//srv/a", [], ["a", "srv/a"]],
  ])("%s", (specifier, denied, others) => {
    const { matchesPath } = compilePathRule({ specifier, behavior: "deny", anchor: env.cwd }, env);
    const at = (path: string): string => (path === "" ? mirror.at : `${mirror.at}/${path}`);
    expect(denied.filter((path) => !matchesPath(at(path)))).toEqual([]);
    expect(others.filter((path) => matchesPath(at(path)))).toEqual([]);
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
