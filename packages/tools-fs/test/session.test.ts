import { readFile, writeFile } from "node:fs/promises";
import { type CallRequest, definePlugin, Gauntlet, type GauntletOptions, type Session } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import toolsFs from "../src/index.ts";
import { makeWorld } from "./context.ts";

/** Rewrites a file just after Edit or Write changed it, as a formatter run by a hook does. */
const formatter = definePlugin({
  name: "formatter",
  apply({ hooks }) {
    hooks.postToolUse.tap("keeps blanks around =", async (draft) => {
      const input = draft.call.input as { file_path: string };
      if (draft.call.tool.name === "Read") return;
      const text = await readFile(input.file_path, "utf8");
      await writeFile(input.file_path, text.replace(/ *= */g, " = "));
    });
  },
});

async function place(content: string, plugins = [toolsFs], options: GauntletOptions["packs"] = {}) {
  const world = await makeWorld("work");
  await world.put("f", content);
  const gauntlet = new Gauntlet({
    plugins,
    cwd: world.root,
    home: world.root,
    mode: "acceptEdits",
    stateDirectory: world.path("../state"),
    packs: options,
  });
  return { world, gauntlet };
}

const reads = { tool: "Read", input: { file_path: "f" } };
const edits = (old_string: string, new_string: string) => ({
  tool: "Edit",
  input: { file_path: "f", old_string, new_string },
});
const writes = (content: string) => ({ tool: "Write", input: { file_path: "f", content } });

async function outcomes(session: Session, ...calls: readonly CallRequest[]): Promise<readonly string[]> {
  return (await session.call(calls)).map(({ outcome }) => outcome);
}

describe("In a session", () => {
  test("edits of one file in one message happen one after the other, and both stay", async () => {
    const { world, gauntlet } = await place("a\nb\nc\n");
    const session = await gauntlet.session();
    expect(await outcomes(session, reads, edits("a", "A"), edits("c", "C"), edits("a", "x"))).toEqual([
      "succeeded",
      "succeeded",
      "succeeded",
      "invalid",
    ]);
    expect(await world.text("f")).toBe("A\nb\nC\n");
    await session.close();
  });

  test("what was read stays read when the session goes on in another process", async () => {
    const { world, gauntlet } = await place("a\nb\n");
    const session = await gauntlet.session();
    await outcomes(session, reads, edits("a", "A"));
    await session.close();
    const again = await gauntlet.session({ resume: session.id });
    expect(await outcomes(again, edits("b", "B"), writes("c\n"))).toEqual(["succeeded", "succeeded"]);
    expect(await world.text("f")).toBe("c\n");
    await again.close();
    const other = await gauntlet.session();
    expect(await outcomes(other, edits("c", "d"))).toEqual(["invalid"]);
    await other.close();
  });

  test("a hook that formats the file after each change does not stop the next edit", async () => {
    const { world, gauntlet } = await place("a=1\nb=2\nc=3\n", [toolsFs, formatter]);
    const session = await gauntlet.session();
    expect(await outcomes(session, reads, edits("a=1", "a=10"))).toEqual(["succeeded", "succeeded"]);
    expect(await world.text("f")).toBe("a = 10\nb = 2\nc = 3\n");
    const [second] = await session.call([edits("b = 2", "b=20")]);
    expect([second?.outcome, second?.block.content]).toEqual([
      "succeeded",
      expect.stringContaining("+b = 2"),
    ]);
    expect(await outcomes(session, edits("c = 3", "c=30"))).toEqual(["succeeded"]);
    expect(await world.text("f")).toBe("a = 10\nb = 20\nc = 30\n");
    await session.close();
  });

  test("a file that only Grep has shown is not overwritten, and a Write without content is no empty one", async () => {
    const { world, gauntlet } = await place("keep me\n");
    const session = await gauntlet.session();
    const greps = { tool: "Grep", input: { pattern: "keep", output_mode: "content" } };
    expect(await outcomes(session, greps)).toEqual(["succeeded"]);
    expect(await outcomes(session, writes("gone\n"))).toEqual(["invalid"]);
    expect(await outcomes(session, reads, { tool: "Write", input: { file_path: "f" } })).toEqual([
      "succeeded",
      "invalid",
    ]);
    expect(await world.text("f")).toBe("keep me\n");
    await session.close();
  });

  test("configuration sets what a file needs before it is changed", async () => {
    const exact = { "@gauntlet/tools-fs": { readBeforeWrite: "exact", maxFileBytes: 5 } };
    const { world, gauntlet } = await place("a\nb\n", [toolsFs], exact);
    const session = await gauntlet.session();
    expect(await outcomes(session, edits("a", "A"), edits("b", "too long"))).toEqual([
      "succeeded",
      "invalid",
    ]);
    expect(await world.text("f")).toBe("A\nb\n");
    await session.close();
    const wrong = await place("", [toolsFs], { "@gauntlet/tools-fs": { readBeforeWrite: "never" } });
    await expect(wrong.gauntlet.session()).rejects.toThrow("readBeforeWrite");
  });

  test("a path with a NUL character is invalid for every tool", async () => {
    const { gauntlet } = await place("");
    const session = await gauntlet.session();
    const file_path = "a\0b";
    for (const [tool, input] of [
      ["Read", { file_path }],
      ["Edit", { file_path, old_string: "a", new_string: "b" }],
      ["Write", { file_path, content: "" }],
    ] as const) {
      const [settled] = await session.call([{ tool, input }]);
      expect([settled?.outcome, settled?.block.content]).toEqual([
        "invalid",
        expect.stringContaining("`file_path` holds a NUL character"),
      ]);
    }
    await session.close();
  });
});
