import { describe, expect, test } from "vitest";
import type { PostToolUseDraft } from "../../src/index.ts";
import { hook, settings } from "../command-hooks/hooks.ts";
import { callOne, createWorld, tapping, textOf, tool, type WorldOptions } from "../world.ts";

const fails = { execute: () => Promise.reject(new Error("broke")) };

describe("what a hook puts in the place of the output", () => {
  /** A call of `Act` that a hook of this session looks at, by a tool that answers with `answer`. */
  async function hooked(answer: object, over: Parameters<typeof tool>[1] = {}, options: WorldOptions = {}) {
    const said = { hookSpecificOutput: { hookEventName: "PostToolUse", ...answer } };
    const handler = { type: "mcp_tool", server: "s", tool: "look" } as const;
    const world = await createWorld({
      toolList: [tool("Act", over), tool("mcp__s__look", { execute: () => JSON.stringify(said) })],
      commandHooks: settings([
        hook("PostToolUse", handler, { matcher: "Act" }),
        hook("PostToolUseFailure", handler, { matcher: "Act" }),
      ]),
      ...options,
    });
    return callOne(world, "Act");
  }
  const rows = {
    execute: () => ({ rows: [1, 2] }),
    toModel: (output: unknown) => `${(output as { rows: unknown[] }).rows.length} rows`,
  };

  test("is read as it is when it is a text", async () => {
    expect(textOf(await hooked({ updatedToolOutput: "short" }, rows))).toBe("short");
  });

  test("is shown by its tool when it is an output", async () => {
    expect(textOf(await hooked({ updatedToolOutput: { rows: [1] } }, rows))).toBe("1 rows");
  });

  test.each<[string, Parameters<typeof tool>[1]]>([
    ["its tool cannot show it", rows],
    ["its tool shows it as no text", { toModel: () => [{ type: "text", text: "a part" }] }],
  ])("is withheld with the output where %s", async (_, over) => {
    const settled = await hooked({ updatedToolOutput: { other: 1 } }, over);
    expect(settled.outcome).toBe("succeeded");
    expect(textOf(settled)).toMatch(/^The result is withheld because `PostToolUse hook .*`/);
    expect(textOf(settled)).not.toMatch(/Act ran|a part|2 rows/);
  });

  test("does not take the place of a failure", async () => {
    const settled = await hooked({ updatedToolOutput: "all fine" }, fails);
    expect([settled.outcome, textOf(settled)]).toEqual(["failed", "broke"]);
  });

  test("is seen by taps, with what hooks add", async () => {
    const seen: PostToolUseDraft[] = [];
    const look = tapping(({ postToolUse }) => postToolUse.tap("look", (draft) => void seen.push(draft)));
    await hooked({ updatedToolOutput: "short", additionalContext: "see docs" }, rows, { plugins: [look] });
    const [draft] = seen.filter(({ call }) => call.tool.name === "Act");
    expect(draft).toMatchObject({ replacement: "short", notes: ["see docs"] });
    expect(draft).not.toHaveProperty("endTurn");
  });
});

describe("a postToolUse tap", () => {
  const tapped = async (
    tap: (draft: PostToolUseDraft) => unknown,
    { over = {}, ...how }: { over?: Parameters<typeof tool>[1]; onFailure?: "withhold" } = {},
  ) => {
    const context = tapping(({ preToolUse }) =>
      preToolUse.tap("add", ({ addContext }) => addContext("mind")),
    );
    const plugin = tapping(
      ({ postToolUse }) => postToolUse.tap({ name: "look", ...how }, tap as never),
      "post",
    );
    return callOne(await createWorld({ toolList: [tool("Act", over)], plugins: [context, plugin] }), "Act", {
      n: 1,
    });
  };
  const boom = () => {
    throw new Error("boom");
  };

  test("sees the call and how it ended, and can change neither", async () => {
    const seen: PostToolUseDraft[] = [];
    const { id } = await tapped((draft) => void seen.push(draft));
    expect(seen).toStrictEqual([
      {
        call: { id, tool: expect.objectContaining({ name: "Act" }), input: { n: 1 } },
        outcome: { kind: "succeeded", output: "Act ran", durationMs: expect.any(Number) },
        notes: ["mind"],
      },
    ]);
    expect([seen[0], seen[0]?.call, seen[0]?.outcome].every(Object.isFrozen)).toBe(true);
  });

  test("that throws leaves the result and says that it failed", async () => {
    const settled = await tapped(boom);
    expect(textOf(settled)).toMatch(/^Act ran\n\nmind\n\n.*`post`.*boom/);
  });

  test("that withholds keeps back the result, and not what was said before it", async () => {
    const settled = await tapped(boom, { onFailure: "withhold" });
    expect(textOf(settled)).toMatch(/withheld because `post`.*\n\nmind$/);
    expect(textOf(settled)).not.toMatch(/Act ran|boom/);
  });

  test("replaces, adds and ends the turn with texts, whatever it gives", async () => {
    const settled = await tapped((draft) => ({ ...draft, replacement: 5, notes: [6], endTurn: 7 }));
    expect([textOf(settled), settled.endTurn]).toEqual(["5\n\n6", "7"]);
  });

  test("does not make a failure of a call a success", async () => {
    const settled = await tapped((draft) => ({ ...draft, outcome: { kind: "succeeded" } }), { over: fails });
    expect([settled.outcome, settled.block.is_error, textOf(settled)]).toEqual([
      "failed",
      true,
      "broke\n\nmind",
    ]);
  });
});
