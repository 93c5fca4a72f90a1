import { describe, expect, test } from "vitest";
import { compileNameFilter } from "../../src/search/name-filter.ts";

const filter = (glob: string) => compileNameFilter(glob, "/root");

describe("the files a search is narrowed to", () => {
  test.each([
    { glob: "*.ts", yes: ["a.ts", "x/a.ts"], no: ["a.js", "a.ts/b"] },
    { glob: "/*.ts", yes: ["a.ts"], no: ["x/a.ts"] },
    { glob: "./*.ts", yes: ["a.ts"], no: ["x/a.ts"] },
    { glob: "x/*.ts", yes: ["x/a.ts"], no: ["a.ts", "y/x/a.ts"] },
    { glob: "/root/*.ts", yes: ["a.ts"], no: ["x/a.ts"] },
    { glob: "/rootless/*.ts", yes: ["rootless/a.ts"], no: ["a.ts"] },
    { glob: "docs", yes: ["docs", "docs/a", "x/docs/a/b"], no: ["docs2"] },
    { glob: "docs/", yes: ["docs/a", "x/docs/a/b"], no: ["a"] },
    { glob: "docs///", yes: ["docs/a", "x/docs/a/b"], no: ["a"] },
    { glob: "x/docs", yes: ["x/docs/a"], no: ["docs/a", "y/x/docs/a"] },
    { glob: "*.d/", yes: ["a.d/b", "x/a.d/b"], no: ["b"] },
    { glob: "*.d", yes: ["a.d"], no: ["a.d/b"] },
    { glob: "do?s", yes: ["docs"], no: ["docs/a"] },
    { glob: "x*/docs", yes: ["xy/docs/a"], no: ["docs/a"] },
    { glob: "{a,/b}", yes: ["a", "x/a", "b"], no: ["x/b"] },
    { glob: "*.ts,*.tsx", yes: ["a.ts", "x/a.tsx"], no: ["a.js"] },
    { glob: "*.ts, x/*.js", yes: ["a.ts", "x/a.js"], no: ["a.js"] },
    { glob: "*.ts *.tsx", yes: ["a.ts", "x/a.tsx"], no: ["a.js"] },
    { glob: "*.{ts,js},*.md", yes: ["a.ts", "a.js", "a.md"], no: ["a.css"] },
    { glob: "*.ts,!*.test.ts", yes: ["a.ts"], no: ["a.test.ts", "a.js"] },
    { glob: "!*.ts !*.js", yes: ["a.md"], no: ["a.ts", "x/a.js"] },
    { glob: "a,b.txt", yes: ["a,b.txt", "x/a", "b.txt"], no: ["b"] },
    { glob: "a b.txt", yes: ["a b.txt"], no: ["a", "b.txt"] },
    { glob: "My Project/*.ts", yes: ["My Project/a.ts"], no: ["Project/a.ts", "My"] },
    { glob: "a\\,b", yes: ["a,b"], no: ["a", "b"] },
    { glob: ",", yes: [","], no: ["a"] },
    { glob: "!*.ts", yes: ["a.js", "x/a"], no: ["a.ts", "x/a.ts", "a.ts/b"] },
    { glob: "!/a", yes: ["x/a", "b"], no: ["a", "a/b"] },
    { glob: "!{a,b}", yes: ["c"], no: ["a", "x/b"] },
    { glob: "!x/", yes: ["a"], no: ["x/a", "y/x/a"] },
  ])("are told by $glob", ({ glob, yes, no }) => {
    const { matches, reaches, mayBeNamed } = filter(glob);
    expect(yes.filter((path) => !matches(path))).toEqual([]);
    expect(no.filter(matches)).toEqual([]);
    // What is not looked at is not found.
    const parts = yes.map((path) => path.split("/"));
    expect(parts.filter((names) => !mayBeNamed(names.at(-1) ?? ""))).toEqual([]);
    const directories = parts.flatMap((names) =>
      names.slice(1).map((_, at) => names.slice(0, at + 1).join("/")),
    );
    expect(directories.filter((directory) => !reaches(directory))).toEqual([]);
  });

  test("are not looked for where none can be", () => {
    expect(filter("x/*.ts").reaches("y")).toBe(false);
    expect(filter("*.ts").mayBeNamed("a.js")).toBe(false);
    expect(filter("!build").reaches("x/build")).toBe(false);
  });

  test.each(["{a,b}".repeat(8), "!*a*b*c*"])("are refused when too costly to tell: %s", (glob) => {
    expect(() => filter(glob)).toThrow(`The pattern \`${glob}\` is too complex`);
  });
});
