import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { serverSegment, toolName } from "../src/index.ts";

describe("the name a model calls a tool by", () => {
  test.each([
    ["fs", "read_file", "mcp__fs__read_file"],
    ["my-server", "a-b", "mcp__my-server__a-b"],
    ["git", "hub__delete", "mcp__git__hub__delete"],
  ])("of %s and %s is the plain one", (server, tool, name) => {
    expect(toolName(server, tool)).toBe(name);
  });

  test.each([
    ["dots", "admin.tools.list", /^mcp__s__admin_tools_list_[0-9a-f]{8}$/],
    ["slashes and spaces", "user/profile update", /^mcp__s__user_profile_update_[0-9a-f]{8}$/],
    ["letters of other scripts", "日本語", /^mcp__s_{6}[0-9a-f]{8}$/],
  ])("with %s in it ends in a hash of the true one", (_, tool, shape) => {
    expect(toolName("s", tool)).toMatch(shape);
  });

  test("keeps apart what is long, cut or replaced the same", () => {
    const long = "x".repeat(70);
    const tools = [
      "admin.tools.list",
      "admin/tools/list",
      "admin_tools_list",
      `${long}1`,
      `${long}2`,
      "",
      "_",
    ];
    const names = tools.map((tool) => toolName("my server.v2", tool));
    expect(new Set(names).size).toBe(tools.length);
  });

  test("is one a model can give, the same at each start, and none two tools share", () => {
    const name = fc.string({ unit: "grapheme", maxLength: 80 });
    fc.assert(
      fc.property(name, name, name, name, (s1, t1, s2, t2) => {
        const [one, other] = [toolName(s1, t1), toolName(s2, t2)];
        expect(one).toMatch(/^mcp__[a-zA-Z0-9_-]{1,59}$/);
        expect(toolName(s1, t1)).toBe(one);
        if (one === other) expect([serverSegment(s1), t1]).toEqual([serverSegment(s2), t2]);
      }),
    );
  });
});

describe("the name rules know a server by", () => {
  test("never reaches into that of another: a rule for `git` does not cover `git__hub`", () => {
    for (const server of ["git__hub", "git__", "git_", "_git", "__git__hub"]) {
      expect(toolName(server, "delete_repo").startsWith("mcp__git__")).toBe(false);
    }
  });

  test("has no two underscores in a row and none at its ends, so that a tool name has one reading", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "_", "-", ".", "é") }), (server) => {
        expect(serverSegment(server)).toMatch(/^[a-zA-Z0-9-]+(_[a-zA-Z0-9-]+)*$/);
        expect(serverSegment(server).length).toBeLessThanOrEqual(28);
      }),
    );
  });
});
