import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LocatedEffect } from "../../src/contract/effect.ts";
import { ALONE, type Claim, claimOf, conflicts, FREE } from "../../src/schedule/conflict.ts";

const at = (kind: "read" | "write" | "delete", path: string, tree?: boolean): LocatedEffect => ({
  kind,
  path,
  realPath: path,
  ...(tree && { tree }),
});
const effects = (...list: LocatedEffect[]): Claim => ({ kind: "effects", effects: list });

describe("claim of a call", () => {
  test.each<[string, readonly LocatedEffect[] | undefined, boolean | undefined, Claim]>([
    ["says nothing at all", undefined, undefined, ALONE],
    ["says only that it is safe", undefined, true, FREE],
    ["says that it is not safe", undefined, false, ALONE],
    ["declares effects and that it is not safe", [at("read", "/a")], false, ALONE],
    ["declares effects", [at("read", "/a")], undefined, effects(at("read", "/a"))],
    ["declares effects and that it is safe", [at("write", "/a")], true, effects(at("write", "/a"))],
    ["declares that it touches nothing", [], undefined, effects()],
    ["declares nothing but says that it is safe, at the gate", [{ kind: "unknown" }], true, FREE],
    ["declares an unknown effect beside others", [at("read", "/a"), { kind: "unknown" }], true, ALONE],
    ["declares a command of which not all is known", [{ kind: "exec", text: "make" }], undefined, ALONE],
    [
      "declares a command with all it does",
      [{ kind: "exec", text: "ls", complete: true }],
      undefined,
      effects({ kind: "exec", text: "ls", complete: true }),
    ],
    ["declares a command nobody can analyze", [{ kind: "opaque", text: "x", reasons: [] }], undefined, ALONE],
  ])("a tool that %s", (_, declared, safe, claim) => {
    expect(claimOf(declared, safe)).toEqual(claim);
  });
});

describe("two claims", () => {
  test.each<[string, Claim, Claim, boolean]>([
    ["two reads of one file overlap", effects(at("read", "/a")), effects(at("read", "/a")), false],
    ["a read and a write of one file do not", effects(at("read", "/a")), effects(at("write", "/a")), true],
    ["two writes of one file do not", effects(at("write", "/a")), effects(at("write", "/a")), true],
    ["writes of two files overlap", effects(at("write", "/a")), effects(at("write", "/b")), false],
    [
      "a write inside a tree that is read does not",
      effects(at("read", "/d", true)),
      effects(at("write", "/d/x/y")),
      true,
    ],
    ["a write beside a tree overlaps", effects(at("read", "/d", true)), effects(at("write", "/dx")), false],
    [
      "a tree below the root holds everything",
      effects(at("read", "/", true)),
      effects(at("write", "/x")),
      true,
    ],
    [
      "deleting a directory and reading in it do not",
      effects(at("delete", "/d", true)),
      effects(at("read", "/d/x")),
      true,
    ],
    [
      "a file and its own directory as plain paths overlap",
      effects(at("write", "/d")),
      effects(at("read", "/d/x")),
      false,
    ],
    [
      "one file under two names does not",
      effects({ kind: "write", path: "/link", realPath: "/a" }),
      effects(at("read", "/a")),
      true,
    ],
    [
      "reading a state that is written does not",
      effects({ kind: "state", slot: "cwd", access: "read" }),
      effects({ kind: "state", slot: "cwd", access: "write" }),
      true,
    ],
    [
      "reading one state twice overlaps",
      effects({ kind: "state", slot: "cwd", access: "read" }),
      effects({ kind: "state", slot: "cwd", access: "read" }),
      false,
    ],
    [
      "two connections overlap",
      effects({ kind: "connect", host: "a" }),
      effects({ kind: "connect", host: "a" }),
      false,
    ],
    ["two safe calls without effects overlap", FREE, FREE, false],
    ["a safe call without effects and one with effects do not", FREE, effects(), true],
    ["nothing overlaps a call that runs alone", ALONE, effects(), true],
  ])("%s", (_, a, b, expected) => {
    expect(conflicts(a, b)).toBe(expected);
  });

  test("conflict the same way round and back", () => {
    const path = fc.constantFrom("/a", "/a/b", "/a/b/c", "/d", "/");
    const effect = fc.record({
      kind: fc.constantFrom("read" as const, "write" as const, "delete" as const),
      path,
      tree: fc.boolean(),
    });
    const claim = fc.oneof(
      fc.constant(ALONE),
      fc.constant(FREE),
      fc
        .array(effect, { maxLength: 3 })
        .map((list) => effects(...list.map((one) => ({ ...one, realPath: one.path })))),
    );
    fc.assert(
      fc.property(claim, claim, (a, b) => {
        expect(conflicts(a, b)).toBe(conflicts(b, a));
      }),
    );
  });
});
