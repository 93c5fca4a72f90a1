import type { ExecuteContext } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import type { EditingSettings } from "../../src/file/editing-settings.ts";
import { edit, read, write } from "../../src/index.ts";
import { callTool, makeWorld, type World } from "../context.ts";

interface Hands {
  readonly world: World;
  read(range?: { offset?: number; limit?: number }): ReturnType<typeof callTool>;
  edit(old_string: string, new_string: string, replace_all?: boolean): ReturnType<typeof callTool>;
  write(content: string): ReturnType<typeof callTool>;
}

async function handsOn(content: string, options: Partial<EditingSettings> = {}): Promise<Hands> {
  const world = await makeWorld();
  await world.put("f", content);
  const ctx: ExecuteContext = Object.assign({}, world.ctx, { options });
  return {
    world,
    read: (range = {}) => callTool(read, { file_path: "f", ...range }, ctx),
    edit: (old_string, new_string, replace_all = false) =>
      callTool(edit, { file_path: "f", old_string, new_string, replace_all }, ctx),
    write: (content) => callTool(write, { file_path: "f", content }, ctx),
  };
}

const ok = { ok: true };
const says = (text: string) => ({ ok: false, text: expect.stringContaining(text) });
const TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n";

describe("Of a file read in part", () => {
  test("only the lines that were read are edited", async () => {
    const { world, ...hands } = await handsOn(TEN);
    await hands.read({ offset: 2, limit: 3 });
    expect(await hands.edit("7\n8", "x")).toEqual(
      says(`stands at lines 7-8 of \`${world.path("f")}\`, which have not been read`),
    );
    expect(await hands.edit("4\n5", "x")).toEqual(says("Read with offset 4 and limit 2"));
    expect(await hands.edit("\n2", "x")).toEqual(says("lines 1-2"));
    expect(await hands.edit("3\n4\n", "three\nand\n4\n")).toMatchObject(ok);
    expect(await world.text("f")).toBe("1\n2\nthree\nand\n4\n5\n6\n7\n8\n9\nten\n");
  });

  test("the lines that were read, or shown after an edit, are the same lines later, under new numbers", async () => {
    const line = (n: number) => `line ${n}.\n`;
    const { world, ...hands } = await handsOn(Array.from({ length: 40 }, (_, i) => line(i + 1)).join(""));
    await hands.read({ offset: 2, limit: 1 });
    await hands.read({ offset: 20, limit: 1 });
    expect(await hands.edit("line 2.\n", "line 2.\na\nb\n")).toMatchObject(ok);
    expect(await hands.edit("line 3.", "three")).toMatchObject(ok);
    expect(await hands.edit("line 14.", "x")).toEqual(says("stands at line 16 "));
    expect(await hands.edit("line 20.", "twenty")).toMatchObject(ok);
    expect(await hands.edit("b\n", "")).toMatchObject(ok);
    expect(await hands.edit("line 23.", "twenty-three")).toMatchObject(ok);
    expect(await hands.edit("line 27.", "x")).toEqual(says("stands at line 28 "));
    expect((await world.text("f")).split("\n").slice(18, 25)).toEqual(
      ["18.", "19.", "twenty", "21.", "22.", "twenty-three", "24."].map((one) =>
        one.endsWith(".") ? `line ${one}` : one,
      ),
    );
  });

  test("replace_all needs all its lines read", async () => {
    const hands = await handsOn("x\ny\nx\n");
    await hands.read({ limit: 1 });
    expect(await hands.edit("x", "z", true)).toEqual(says("line 3"));
    await hands.read({ offset: 3 });
    expect(await hands.edit("x", "z", true)).toMatchObject(ok);
  });

  test("nothing is overwritten until the rest was read", async () => {
    const hands = await handsOn(TEN);
    await hands.read({ limit: 4 });
    expect(await hands.write("x")).toEqual(says("Read the rest first, from offset 5 on"));
    await hands.read({ offset: 5 });
    expect(await hands.write("x")).toMatchObject(ok);
  });

  test("a place is edited after others changed the file when it can be told that it was read", async () => {
    const { world, ...hands } = await handsOn(TEN);
    await hands.read({ offset: 7, limit: 2 });
    await world.put("f", `0\n${TEN}`);
    expect(await hands.edit("4", "x")).toEqual(says("line 5 "));
    expect(await hands.edit("8", "eight")).toMatchObject(ok);
    expect(await world.text("f")).toBe("0\n1\n2\n3\n4\n5\n6\n7\neight\n9\nten\n");
  });
});

describe("A file that others changed since", () => {
  test("is edited where old_string stands exactly once, and the result shows what else changed", async () => {
    const { world, ...hands } = await handsOn("a=1\nb = 2\n");
    await hands.read();
    await world.put("f", "a = 1\nb = 2\n");
    const { ok: isOk, text } = await hands.edit("b = 2", "b = 3");
    expect(isOk).toBe(true);
    expect(text).toContain(
      "changed by someone else since it was read. Those changes are kept:\n@@ -1,2 +1,2 @@\n-a=1\n+a = 1\n b = 2\n",
    );
    expect(await world.text("f")).toBe("a = 1\nb = 3\n");
  });

  test("is known again once the model was shown all that changed", async () => {
    const { world, ...hands } = await handsOn("a=1\nb = 2\n");
    await hands.read();
    await world.put("f", "a = 1\nb = 2\n");
    await hands.edit("b = 2", "b = 3");
    expect((await hands.edit("b = 3", "b = 4")).text).not.toContain("someone else");
    expect(await hands.write("x\n")).toMatchObject(ok);
  });

  test("is not known again when not all of it was shown", async () => {
    const { world, ...hands } = await handsOn(`b = 2\n${"line\n".repeat(200)}`);
    await hands.read();
    await world.put("f", `b = 2\n${"other\n".repeat(200)}`);
    expect((await hands.edit("b = 2", "b = 3")).text).toContain("more changes are not shown");
    expect(await hands.write("x\n")).toEqual(says("from offset 5 on"));
    expect(await hands.edit("b = 3", "b = 4")).toMatchObject(ok);
  });

  test("is refused with the changes for replace_all of several, for no match, and for Write", async () => {
    const { world, ...hands } = await handsOn("x x\n");
    await hands.read();
    await world.put("f", "x x x\n");
    const diff = "-x x\n+x x x";
    expect(await hands.edit("x", "y", true)).toEqual(says(diff));
    expect(await hands.edit("nowhere", "y")).toEqual(says(diff));
    expect(await hands.write("mine\n")).toEqual(says(diff));
    expect(await world.text("f")).toBe("x x x\n");
  });

  test("says so in words when what was read is no longer remembered", async () => {
    const { world, ...hands } = await handsOn(`old\nb\n${"x".repeat(3_000_000)}\n`);
    await hands.read({ limit: 3 });
    await world.put("f", "new\nb\n");
    expect(await hands.write("mine\n")).toEqual(says("changed by someone else since it was read"));
    const { text } = await hands.edit("b", "B");
    expect(text).toContain("Read it again before relying on other lines");
    expect(await hands.edit("new", "newer")).toMatchObject(ok);
    expect(await hands.write("mine\n")).toEqual(says("changed by someone else"));
  });

  test("has not changed when it was only touched", async () => {
    const { world, ...hands } = await handsOn("a\n");
    await hands.read();
    await world.put("f", "a\n");
    expect((await hands.edit("a", "b")).text).not.toContain("someone else");
  });
});

describe("readBeforeWrite", () => {
  test("`fresh` refuses an edit after any change, with the change", async () => {
    const { world, ...hands } = await handsOn("a\nb\n", { readBeforeWrite: "fresh" });
    await hands.read();
    await world.put("f", "A\nb\n");
    expect(await hands.edit("b", "c")).toEqual(says("-a\n+A"));
    await hands.read();
    expect(await hands.edit("b", "c")).toMatchObject(ok);
  });

  test("`exact` edits what was never read when it stands there exactly once, and overwrites nothing", async () => {
    const { world, ...hands } = await handsOn("a\nb\nb\n", { readBeforeWrite: "exact" });
    expect(await hands.edit("b", "c")).toEqual(says("has 2 matches"));
    expect(await hands.edit("b", "c", true)).toEqual(says("has not been read"));
    expect(await hands.write("x")).toEqual(says("has not been read"));
    await world.put("f", `a\n${"b\n".repeat(40)}`);
    expect(await hands.edit("a", "A")).toMatchObject(ok);
    expect(await hands.write("x")).toEqual(says("only a part has been read"));
    expect((await world.text("f")).startsWith("A\nb\n")).toBe(true);
  });

  test("`exact` still says nothing of a file that may not be read", async () => {
    const { world, ...hands } = await handsOn("secret\n", { readBeforeWrite: "exact" });
    world.denied.add(world.path("f"));
    expect(await hands.edit("guess", "x")).toEqual(says("has not been read"));
    expect(await hands.edit("secret", "x")).toEqual(says("has not been read"));
  });
});

describe("A line that was cut", () => {
  const LONG = `head\n${"x".repeat(3_000)}END\ntail\n`;

  test("keeps Write from replacing the file, also after other reads and edits of it", async () => {
    const { world, ...hands } = await handsOn(LONG);
    await hands.read();
    expect(await hands.write("x")).toEqual(says("has lines that are longer than Read shows"));
    await hands.read({ offset: 3, limit: 1 });
    expect(await hands.write("x")).toEqual(says("has lines that are longer than Read shows"));
    expect(await hands.edit("END", "FIN")).toMatchObject(ok);
    expect(await hands.write("x")).toEqual(says("has lines that are longer than Read shows"));
    expect(await world.text("f")).toBe(LONG.replace("END", "FIN"));
  });

  test("says nothing against other lines, and nothing against what the session wrote itself", async () => {
    const { world, ...hands } = await handsOn("short\n");
    await hands.read();
    expect(await hands.write(LONG)).toMatchObject(ok);
    await hands.read();
    expect(await hands.write(`${LONG}more\n`)).toMatchObject(ok);
    await world.put("f", "short again\n");
    await hands.read();
    expect(await hands.write("x")).toMatchObject(ok);
  });
});

test("files above maxFileBytes are neither changed nor made, and it is said", async () => {
  const hands = await handsOn("12345\n", { maxFileBytes: 8 });
  await hands.read();
  expect(await hands.edit("1", "123456")).toEqual(says("files above 8 bytes"));
  expect(await hands.write("123456789")).toEqual(says("above the limit of 8"));
  expect(await hands.write("12345678")).toMatchObject(ok);
});

test("a file above maxFileBytes is called too large, which no Read would change", async () => {
  const hands = await handsOn("123456789\n", { maxFileBytes: 8 });
  expect(await hands.edit("1", "2")).toEqual(says("files above 8 bytes cannot be changed"));
  await hands.read();
  expect(await hands.edit("1", "2")).toEqual(says("files above 8 bytes cannot be changed"));
  expect(await hands.write("x")).toEqual(says("files above 8 bytes cannot be changed"));
});

describe("An empty old_string", () => {
  test("makes a file with its directories, and knows it", async () => {
    const world = await makeWorld();
    const call = (old_string: string, new_string: string) =>
      callTool(edit, { file_path: "d/e/f", old_string, new_string }, world.ctx);
    expect(await call("", "a\n")).toEqual({ ok: true, text: expect.stringContaining("did not exist") });
    expect(await call("a", "b")).toMatchObject(ok);
    expect(await world.text("d/e/f")).toBe("b\n");
  });

  test("fills an empty file and keeps its form", async () => {
    const { world, ...hands } = await handsOn("\uFEFF");
    expect(await hands.edit("", "a\n")).toMatchObject(ok);
    expect(await world.text("f")).toBe("\uFEFFa\n");
    expect(await hands.edit("", "b")).toEqual(says("is not empty"));
  });
});
