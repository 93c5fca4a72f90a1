import { describe, expect, test } from "vitest";
import { compilePattern, patternRoot } from "../../src/search/glob-pattern.ts";

const matches = (pattern: string, path: string) => compilePattern(pattern, pattern).matches(path);

describe("patterns", () => {
  test.each([
    { pattern: "*.ts", yes: ["a.ts", ".a.ts"], no: ["a.tsx", "b/a.ts", "ats"] },
    { pattern: "**", yes: ["a", "a/b", ".x/y"], no: [] },
    { pattern: "**/*.ts", yes: ["a.ts", "x/.y/a.ts"], no: ["a.js"] },
    {
      pattern: "src/**/t/*.ts",
      yes: ["src/t/a.ts", "src/x/y/t/a.ts", "src/t/t/a.ts"],
      no: ["t/a.ts", "src/t/x/a.ts"],
    },
    { pattern: "**/a/**/b", yes: ["a/b", "x/a/y/a/z/b"], no: ["a/c", "b"] },
    {
      pattern: "{src,test/unit}/*.{ts,js}",
      yes: ["src/a.ts", "test/unit/a.js"],
      no: ["test/a.ts", "src/a.css"],
    },
    { pattern: "a{b{c,d},e}f", yes: ["abcf", "abdf", "aef"], no: ["abf"] },
    { pattern: "{a}{}\\{b,c\\}", yes: ["{a}{}{b,c}"], no: ["a"] },
    { pattern: "f?o.[jt]s", yes: ["foo.js", "fxo.ts"], no: ["fo.js", "foo.cs"] },
    { pattern: "[!a]b", yes: ["xb", "[!a]b"], no: ["ab"] },
    { pattern: "a+(b)@!c", yes: ["a+(b)@!c"], no: ["abbc"] },
    { pattern: "!a", yes: ["!a"], no: ["b"] },
    { pattern: "./a/./b", yes: ["a/b"], no: ["b"] },
    { pattern: "a//b/", yes: ["a/b"], no: ["a", "b"] },
    { pattern: "./", yes: [], no: ["a", "."] },
    { pattern: "a**b**c****d", yes: ["abcd", "axbyczd"], no: ["ab/cd"] },
    { pattern: "[ab]", yes: ["a", "[ab]"], no: ["ab", "c"] },
    { pattern: "(a)[0-9]", yes: ["a1", "(a)[0-9]"], no: ["(a)1"] },
    { pattern: "(a|b)*", yes: ["ac", "b"], no: ["c"] },
    { pattern: "\\[ab]", yes: ["[ab]"], no: ["a"] },
    { pattern: "[z-a]", yes: ["[z-a]"], no: ["z"] },
    { pattern: '"*"', yes: ['""', '"a"'], no: ["a", '"a'] },
    { pattern: '*.a"b', yes: ['x.a"b'], no: ["x.ab"] },
    { pattern: "*|a", yes: ["x|a"], no: ["x", "a"] },
    { pattern: "a|b", yes: ["a|b"], no: ["a", "b"] },
    { pattern: "?++", yes: ["a++"], no: ["++", "a+++"] },
    { pattern: "a+.b^$^c", yes: ["a+.b^$^c"], no: ["aa.b^$^c", "a+xb^$^c"] },
    { pattern: "?^^", yes: ["a^^"], no: ["a^"] },
    { pattern: "?.😀", yes: ["😀.😀", "a.😀"], no: ["ab.😀"] },
    { pattern: "[😀é]-[!a]", yes: ["😀-😀", "é-b"], no: ["😀-a"] },
    { pattern: "[^a]$$*", yes: ["b$$", "b$$c"], no: ["a$$", "b$"] },
  ])("$pattern", ({ pattern, yes, no }) => {
    expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(no.filter((path) => matches(pattern, path))).toEqual([]);
  });

  test("end on long names and deep paths made to hold them up", () => {
    expect(matches("*a*a*b", "a".repeat(250))).toBe(false);
    expect(matches(`${"**/a/".repeat(30)}b`, `${"a/".repeat(200)}c`)).toBe(false);
    expect(matches(`${"*a*a/".repeat(20)}b`, `${`${"a".repeat(200)}/`.repeat(20)}c`)).toBe(false);
  });

  test.each(["*a*b*c*", "{a,b}".repeat(8), "a".repeat(1001)])(
    "are refused when too costly: %s",
    (pattern) => {
      expect(() => matches(pattern, "x")).toThrow("too complex");
    },
  );

  test("may be as long as a thousand characters", () => {
    expect(matches("a".repeat(1_000), "a".repeat(1_000))).toBe(true);
  });

  test.each(["a/../b", "*/..", ".."])("are refused when they climb: %s", (pattern) => {
    expect(() => matches(pattern, "x")).toThrow("which nothing can match");
  });
});

describe("a pattern tells", () => {
  test.each([
    { pattern: "{a,b}/*.{c,d}", yes: ["x.c", "x.d"], no: ["x.e", "a"] },
    { pattern: "src/**", yes: ["a"], no: [] },
    { pattern: "./", yes: [], no: ["a"] },
  ])("which names it can end in: $pattern", ({ pattern, yes, no }) => {
    const { mayBeNamed } = compilePattern(pattern, pattern);
    expect(yes.filter((name) => !mayBeNamed(name))).toEqual([]);
    expect(no.filter(mayBeNamed)).toEqual([]);
  });

  test.each([
    { pattern: "{a,b}/c/*", yes: ["a", "b", "a/c"], no: ["c", "a/c/d", "a/d"] },
    { pattern: "a/**/b", yes: ["a", "a/x", "a/x/b"], no: ["b"] },
    { pattern: "*.ts", yes: [], no: ["a", "a.ts"] },
  ])("which directories to look into: $pattern", ({ pattern, yes, no }) => {
    const { reaches } = compilePattern(pattern, pattern);
    expect(yes.filter((directory) => !reaches(directory))).toEqual([]);
    expect(no.filter(reaches)).toEqual([]);
  });
});

describe("the place where a pattern has to be searched", () => {
  const ctx = { resolve: (path: string) => (path.startsWith("/") ? path : `/cwd/${path}`) } as never;

  test.each([
    { pattern: "*.ts", root: "/cwd", rest: "*.ts" },
    { pattern: "a/b/*.ts", root: "/cwd/a/b", rest: "*.ts" },
    { pattern: "a/b.ts", root: "/cwd/a", rest: "b.ts" },
    { pattern: "a/", root: "/cwd/a", rest: "" },
    { pattern: "a/{b,c}/d", root: "/cwd/a", rest: "{b,c}/d" },
    { pattern: "a|b/*", root: "/cwd/a|b", rest: "*" },
    { pattern: "/a/*", root: "/a", rest: "*" },
    { pattern: "/*", root: "/", rest: "*" },
    { pattern: "~/*", root: "/cwd/~", rest: "*" },
    { pattern: "~/a/*", root: "/cwd/~/a", rest: "*" },
    { pattern: "../*", root: "/", rest: "*" },
    { pattern: "*", path: "p", root: "/cwd/p", rest: "*" },
    { pattern: "a/*", path: "p", root: "/cwd/p/a", rest: "*" },
    { pattern: "/a/*", path: "p", root: "/a", rest: "*" },
    { pattern: "~/*", path: "p", root: "/cwd/~", rest: "*" },
    { pattern: "~a/*", path: "p", root: "/cwd/p/~a", rest: "*" },
  ])("of $pattern in $path is $root", ({ root, rest, ...input }) => {
    expect(patternRoot(input, ctx)).toEqual({ root, rest });
  });
});
