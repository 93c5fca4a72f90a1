import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexRules } from "../../src/policy/compile-rules.ts";
import type { PathEnv } from "../../src/policy/match-path.ts";
import { CWD, ENV, HOME, rule } from "./fixtures.ts";

const names = fc.constantFrom("src", "SRC", "a", "b", ".env", "ſrc", "e\u0301", "é", "x.ts", "work", "ws");
const segments = fc.array(fc.oneof(names, fc.constantFrom("*", "**", "*.ts", "s?c")), {
  minLength: 1,
  maxLength: 4,
});
const specifier = fc
  .tuple(fc.constantFrom("", "./", "/", "//", "~/", "//srv/ws/"), segments, fc.constantFrom("", "/"))
  .map(([start, parts, end]) => `${start}${parts.join("/")}${end}`);
const place = fc
  .tuple(fc.constantFrom("/", `${CWD}/`, `${HOME}/`, "/srv/", "/real/ws/"), fc.array(names, { maxLength: 4 }))
  .map(([start, parts]) => (start + parts.join("/")).replace(/(.)\/$/, "$1"));
const env = fc.record({
  caseInsensitive: fc.boolean(),
  unicodeNormalizing: fc.boolean(),
  realPathOf: fc.constantFrom<NonNullable<PathEnv["realPathOf"]>[]>(
    (path) => path,
    (path) => path.replace("/srv/", "/real/"),
    (path) => path.replace(/\/src$/, "/b"),
  ),
});

describe("the index of path rules", () => {
  it("finds every rule that matches or covers a path, in the order of the rules", () => {
    const rules = fc.array(fc.tuple(fc.constantFrom("allow", "ask", "deny"), specifier), { maxLength: 8 });
    fc.assert(
      fc.property(rules, fc.array(place, { minLength: 1, maxLength: 3 }), env, (given, places, change) => {
        const sources = given.map(([behavior, text]) => rule(behavior as "deny", `Read(${text})`));
        const { paths, pathIndex } = indexRules(sources, { ...ENV, ...change });
        // One after another, as a search asks.
        for (const path of places) {
          const near = pathIndex.near([path]);
          for (const entry of paths) {
            const binds = entry.matcher.matchesPath(path) || entry.matcher.coversTree(path);
            if (binds) expect(near).toContain(entry);
          }
          expect(near).toEqual(paths.filter((entry) => near.includes(entry)));
          const binding = new Set(pathIndex.bindingNear(path));
          expect(binding).toEqual(new Set(near.filter(({ behavior }) => behavior !== "allow")));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("leaves out rules about other names", () => {
    const sources = ["Read(./a/**)", "Read(./b/**)", "Read(**/x.ts)"].map((text) => rule("deny", text));
    const { pathIndex } = indexRules(sources, ENV);
    expect(pathIndex.near([`${CWD}/b/c`]).map((entry) => entry.rule.source.text)).toEqual(["Read(./b/**)"]);
  });
});
