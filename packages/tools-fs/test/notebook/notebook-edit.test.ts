import { utimes } from "node:fs/promises";
import { toolTester } from "@gauntlet/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesRead, hashOf, notebookEdit, read } from "../../src/index.ts";
import { callTool, makeWorld, type World } from "../context.ts";
import { asJupyter, codeCell, markdownCell, notebookOf } from "../notebooks.ts";

type Input = Parameters<typeof notebookEdit.execute>[0];
type Change = Omit<Input, "notebook_path">;

const call = (world: World, change: Change) =>
  callTool(notebookEdit, { notebook_path: "n.ipynb", ...change }, world.ctx);

async function worldWith(notebook: object | string): Promise<World> {
  const world = await makeWorld();
  await world.put("n.ipynb", typeof notebook === "string" ? notebook : asJupyter(notebook));
  await callTool(read, { file_path: "n.ipynb" }, world.ctx);
  return world;
}

interface Cell {
  readonly cell_type: string;
  readonly id?: string;
  readonly source: string | string[];
}
const cellsOf = async (world: World): Promise<readonly Cell[]> =>
  JSON.parse(await world.text("n.ipynb")).cells;
const sourcesOf = async (world: World) =>
  (await cellsOf(world)).map(({ source }) => [source].flat().join(""));

const TWO = notebookOf([codeCell(["x = 1"]), markdownCell(["# M"])]);

describe("replace", () => {
  test("puts a new source in and clears outputs; all else keeps its bytes", async () => {
    const world = await worldWith(TWO);
    expect(await call(world, { cell_id: "aaa", new_source: "y = 2\nz = '$&'" })).toEqual({
      ok: true,
      text: `Replaced the source of code cell \`aaa\` in \`${world.path("n.ipynb")}\`. Its outputs were cleared.`,
    });
    const cell = codeCell(["y = 2\n", "z = '$&'"], { execution_count: null, outputs: [] });
    expect(await world.text("n.ipynb")).toBe(asJupyter(notebookOf([cell, markdownCell(["# M"])])));
  });

  test("keeps what JSON readers lose: numbers, escapes, key order, odd blanks, a byte order mark", async () => {
    const odd = `\uFEFF{ "nbformat_minor":5,"nbformat" : 4,
  "metadata": {"big": 12345678901234567890, "exact": 1.0, "e": 1e5, "2": "\\u00e9", "1": "é", "__proto__": {}},
\t"cells":[ {"source":"a" ,"id":"q","metadata":{"t":0.10},"cell_type":"markdown"} , {"cell_type":"raw","metadata":{},"source":""}]}`;
    const world = await worldWith(odd);
    expect(await call(world, { cell_id: "q", new_source: "b" })).toMatchObject({ ok: true });
    expect(await world.text("n.ipynb")).toBe(odd.replace('"source":"a"', '"source":"b"'));
  });

  test.each([
    { form: "string", source: "x = 1", after: "y\nz" },
    { form: "list", source: ["x = 1"], after: ["y\n", "z"] },
  ])("keeps a source that is a $form", async ({ source, after }) => {
    const world = await worldWith(notebookOf([codeCell(source)]));
    await call(world, { cell_id: "aaa", new_source: "y\nz" });
    expect((await cellsOf(world))[0]?.source).toEqual(after);
  });

  test("follows indentation, line ends and escapes of the file", async () => {
    const python = JSON.stringify(notebookOf([codeCell(["é"])]), null, 4)
      .replaceAll("\n", "\r\n")
      .replaceAll("é", "\\u00e9");
    const world = await worldWith(python);
    await call(world, { cell_id: "aaa", new_source: "ü\n𝄞" });
    const text = await world.text("n.ipynb");
    expect(text).toContain(
      '            "source": [\r\n                "\\u00fc\\n",\r\n                "\\ud834\\udd1e"\r\n            ]\r\n',
    );
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("follows a file on one line", async () => {
    const world = await worldWith(JSON.stringify(TWO));
    await call(world, { cell_id: "aaa", new_source: "a\nb" });
    const cell = codeCell(["a\n", "b"], { execution_count: null, outputs: [] });
    expect(await world.text("n.ipynb")).toBe(JSON.stringify(notebookOf([cell, markdownCell(["# M"])])));
  });

  test("changes the type with the members that belong to it", async () => {
    const world = await worldWith(
      notebookOf([codeCell(["x"]), markdownCell(["# M"], { attachments: { "a.png": {} } })]),
    );
    await call(world, { cell_id: "aaa", new_source: "# T", cell_type: "markdown" });
    await call(world, { cell_id: "bbb", new_source: "m", cell_type: "code" });
    expect(await cellsOf(world)).toEqual([
      { cell_type: "markdown", id: "aaa", metadata: { k: 1 }, source: ["# T"] },
      { cell_type: "code", execution_count: null, id: "bbb", metadata: {}, outputs: [], source: ["m"] },
    ]);
  });

  test("can empty a cell", async () => {
    const world = await worldWith(TWO);
    await call(world, { cell_id: "bbb", new_source: "" });
    expect((await cellsOf(world))[1]?.source).toEqual([]);
  });
});

test("a cell without an id is named by its place, in as many digits as it takes", async () => {
  const cells = Array.from({ length: 12 }, (_, i) => {
    const { id: _id, ...cell } = codeCell([`v${i}`]) as Record<string, unknown>;
    return cell;
  });
  const world = await worldWith({ ...notebookOf(cells as never), nbformat_minor: 4 });
  expect(await call(world, { cell_id: "cell-10", new_source: "ten" })).toMatchObject({ ok: true });
  expect((await sourcesOf(world))[10]).toBe("ten");
  for (const cell_id of ["cell-12", "xcell-1", "cell-1x", "cell--1", "cell-", "1"])
    expect((await call(world, { cell_id, new_source: "y" })).text).toContain(
      `There is no cell \`${cell_id}\``,
    );
});

describe("insert", () => {
  test("goes behind the cell named, and to the top without one", async () => {
    const world = await worldWith(TWO);
    const after = await call(world, {
      cell_id: "aaa",
      new_source: "y",
      cell_type: "code",
      edit_mode: "insert",
    });
    const top = await call(world, { new_source: "first", cell_type: "markdown", edit_mode: "insert" });
    expect(await sourcesOf(world)).toEqual(["first", "x = 1", "y", "# M"]);
    const ids = (await cellsOf(world)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => /^[a-zA-Z0-9-_]{1,64}$/.test(id ?? ""))).toBe(true);
    expect(after.text).toBe(
      `Inserted code cell \`${ids[2]}\` after \`aaa\` of \`${world.path("n.ipynb")}\`.`,
    );
    expect(top.text).toContain(`Inserted markdown cell \`${ids[0]}\` at the top`);
    expect(await call(world, { cell_id: ids[2] ?? "", new_source: "z" })).toMatchObject({ ok: true });
  });

  test("writes a cell as Jupyter does, and nothing else", async () => {
    const world = await worldWith(TWO);
    await call(world, { cell_id: "bbb", new_source: "y", cell_type: "code", edit_mode: "insert" });
    const id = (await cellsOf(world))[2]?.id;
    const cell = { cell_type: "code", execution_count: null, id, metadata: {}, outputs: [], source: ["y"] };
    const cells = [codeCell(["x = 1"]), markdownCell(["# M"]), cell];
    expect(await world.text("n.ipynb")).toBe(asJupyter(notebookOf(cells)));
  });

  test("gives a text cell none of what only code has", async () => {
    const world = await worldWith(TWO);
    await call(world, { new_source: "# T", cell_type: "markdown", edit_mode: "insert" });
    const [cell] = await cellsOf(world);
    expect(cell).toEqual({ cell_type: "markdown", id: cell?.id, metadata: {}, source: ["# T"] });
  });

  test.each([asJupyter(notebookOf([])), JSON.stringify(notebookOf([])), '{"cells":[ ],"nbformat":4}'])(
    "fills an empty notebook",
    async (json) => {
      const world = await worldWith(json);
      await call(world, { new_source: "a", cell_type: "markdown", edit_mode: "insert" });
      expect(await sourcesOf(world)).toEqual(["a"]);
    },
  );

  test("gives no id where cells have none, and says that names moved", async () => {
    const cells = [markdownCell("a", { id: undefined }), markdownCell("b", { id: undefined })];
    const world = await worldWith(notebookOf(cells, { nbformat_minor: 4 }));
    const { text } = await call(world, {
      cell_id: "cell-0",
      new_source: "n",
      cell_type: "markdown",
      edit_mode: "insert",
    });
    expect(text).toContain("Inserted markdown cell `cell-1` after `cell-0`");
    expect(text).toContain("those behind it have new names now");
    expect(await sourcesOf(world)).toEqual(["a", "n", "b"]);
    expect((await cellsOf(world)).some((cell) => "id" in cell)).toBe(false);
    await call(world, { cell_id: "cell-2", new_source: "", edit_mode: "delete" });
    expect(await sourcesOf(world)).toEqual(["a", "n"]);
  });
});

describe("delete", () => {
  test.each([0, 1, 2])("takes cell %s of three out and nothing else", async (index) => {
    const cells = ["a", "b", "c"].map((id) => markdownCell([id], { id }));
    const world = await worldWith(notebookOf(cells));
    const { ok } = await call(world, { cell_id: "abc".charAt(index), new_source: "", edit_mode: "delete" });
    expect(ok).toBe(true);
    expect(await world.text("n.ipynb")).toBe(asJupyter(notebookOf(cells.filter((_, i) => i !== index))));
  });

  test("can take the last one", async () => {
    const world = await worldWith(notebookOf([markdownCell("a")]));
    await call(world, { cell_id: "bbb", new_source: "", edit_mode: "delete" });
    expect(await world.text("n.ipynb")).toBe(asJupyter(notebookOf([])));
  });
});

describe("refuses, and changes nothing", () => {
  test.each<{ what: string; change: Change; says: string }>([
    { what: "no cell", change: { new_source: "x" }, says: "`cell_id` is missing, and replace needs one" },
    {
      what: "an unknown cell",
      change: { cell_id: "zzz", new_source: "x" },
      says: "Its cells are `aaa`, `bbb`.",
    },
    {
      what: "a place past the end",
      change: { cell_id: "cell-9", new_source: "x" },
      says: "There is no cell",
    },
    {
      what: "a place where cells have ids",
      change: { cell_id: "cell-1", new_source: "x" },
      says: "now is `bbb`",
    },
    {
      what: "insert without a type",
      change: { new_source: "x", edit_mode: "insert" },
      says: "An insert needs `cell_type`",
    },
    {
      what: "the same source",
      change: { cell_id: "aaa", new_source: "x = 1" },
      says: "has this source and type already",
    },
    {
      what: "half a character",
      change: { cell_id: "aaa", new_source: "\ud800" },
      says: "half of a surrogate pair",
    },
  ])("$what", async ({ change, says }) => {
    const world = await worldWith(TWO);
    const { ok, text } = await call(world, change);
    expect({ ok, said: text.includes(says) ? says : text }).toEqual({ ok: false, said: says });
    expect(await world.text("n.ipynb")).toBe(asJupyter(TWO));
  });

  test("a notebook of which cells have not been read, which are named; read in parts, it is known", async () => {
    const world = await makeWorld();
    const cells = ["a", "b", "c"].map((id) => codeCell(id, { id, outputs: [] }));
    await world.put("n.ipynb", asJupyter(notebookOf(cells)));
    const readCells = (offset: number, limit: number) =>
      callTool(read, { file_path: "n.ipynb", offset, limit }, world.ctx);
    await readCells(2, 1);
    expect((await call(world, { cell_id: "b", new_source: "x" })).text).toContain(
      "Read the rest first, with offset 1 and limit 1; both count cells.",
    );
    await readCells(1, 1);
    expect((await call(world, { cell_id: "b", new_source: "x" })).text).toContain(
      "with offset 3 and limit 1",
    );
    await readCells(3, 1);
    expect(await call(world, { cell_id: "b", new_source: "x" })).toMatchObject({ ok: true });
  });

  test("a cell too long to be shown whole, and no other", async () => {
    const world = await worldWith(
      notebookOf([codeCell("x".repeat(50_000), { id: "long" }), markdownCell("m", { id: "short" })]),
    );
    const says = "The cell `long`";
    expect((await call(world, { cell_id: "long", new_source: "x" })).text).toContain(says);
    expect((await call(world, { cell_id: "long", new_source: "", edit_mode: "delete" })).text).toContain(
      says,
    );
    expect(await call(world, { cell_id: "short", new_source: "x" })).toMatchObject({ ok: true });
  });

  test("a notebook that others changed, with what they changed", async () => {
    const world = await worldWith(TWO);
    await world.put("n.ipynb", asJupyter(notebookOf([codeCell(["x = 2"]), markdownCell(["# M"])])));
    expect((await call(world, { cell_id: "aaa", new_source: "y" })).text).toContain(
      "What changed since:\n@@ -1,4 +1,4 @@\n code cell aaa:\n-x = 1\n+x = 2\n markdown cell bbb:",
    );
    await callTool(read, { file_path: "n.ipynb" }, world.ctx);
    const ran = codeCell(["x = 2"], { execution_count: 9, outputs: [] });
    await world.put("n.ipynb", asJupyter(notebookOf([ran, markdownCell(["# M"])])));
    expect((await call(world, { cell_id: "aaa", new_source: "y" })).text).toContain(
      "What changed since:\n(outputs or metadata; all sources are as they were)",
    );
  });

  test("a notebook that was not read", async () => {
    const world = await makeWorld();
    await world.put("n.ipynb", asJupyter(TWO));
    expect((await call(world, { cell_id: "aaa", new_source: "y" })).text).toContain("has not been read");
  });

  test("a notebook that changed since it was read, but not one that was only touched", async () => {
    const world = await worldWith(TWO);
    await utimes(world.path("n.ipynb"), 1, 1);
    expect(await call(world, { cell_id: "aaa", new_source: "y" })).toMatchObject({ ok: true });
    expect(await call(world, { cell_id: "aaa", new_source: "z" })).toMatchObject({ ok: true });
    await world.put("n.ipynb", asJupyter(notebookOf([codeCell("other")])));
    expect((await call(world, { cell_id: "aaa", new_source: "y" })).text).toContain(
      "was changed by someone else",
    );
    expect(await sourcesOf(world)).toEqual(["other"]);
  });

  test("ids and keys that say two things", async () => {
    const twins = await worldWith(notebookOf([codeCell("a"), codeCell("b")]));
    expect((await call(twins, { cell_id: "aaa", new_source: "y" })).text).toContain("2 cells of");
    const keys = asJupyter(TWO).replace('"metadata": {', '"source": "hidden",\n   "metadata": {');
    const world = await worldWith(keys);
    expect((await call(world, { cell_id: "aaa", new_source: "y" })).text).toContain(
      "holds the key `source` twice",
    );
    expect(await world.text("n.ipynb")).toBe(keys);
    const lists = asJupyter(TWO).replace('"cells": [', '"cells": [],\n "cells": [');
    const doubled = await worldWith(lists);
    for (const mode of ["replace", "delete"] as const)
      expect((await call(doubled, { cell_id: "aaa", new_source: "y", edit_mode: mode })).text).toContain(
        "holds the key `cells` twice",
      );
    expect(await doubled.text("n.ipynb")).toBe(lists);
  });

  test("what is no notebook", async () => {
    const world = await worldWith('{"cells":');
    expect((await call(world, { cell_id: "a", new_source: "y" })).text).toContain("Mend it with Edit");
    await world.put("a.json", asJupyter(TWO));
    const other = { notebook_path: "a.json", cell_id: "aaa", new_source: "y" };
    expect((await callTool(notebookEdit, other, world.ctx)).text).toContain("does not end in .ipynb");
    const gone = { notebook_path: "m.ipynb", cell_id: "aaa", new_source: "y" };
    expect((await callTool(notebookEdit, gone, world.ctx)).text).toContain("does not exist");
  });
});

describe("NotebookEdit", () => {
  test("gives its output in the shape hooks expect and records its own write", async () => {
    const world = await worldWith(TWO);
    const before = await world.text("n.ipynb");
    const input: Input = { notebook_path: "n.ipynb", cell_id: "aaa", new_source: "y" };
    const output = await notebookEdit.execute(input, world.ctx);
    expect(output).toMatchObject({
      notebook_path: world.path("n.ipynb"),
      new_source: "y",
      old_source: "x = 1",
      cell_id: "aaa",
      cell_type: "code",
      language: "python",
      edit_mode: "replace",
      original_file: before,
      updated_file: await world.text("n.ipynb"),
    });
    const hash = hashOf(await world.bytes("n.ipynb"));
    expect(world.ctx.slots.get(filesRead, world.path("n.ipynb"))).toMatchObject({ hash, partial: false });
    const view = { outcome: "succeeded" as const, input, output, text: "Replaced." };
    expect(notebookEdit.toPerson(view)).toBe("Replaced.\n@@ -1,1 +1,1 @@\n-x = 1\n+y");
  });

  test("asks a person with the cell and its new source", () => {
    const ask = (change: Change) =>
      notebookEdit.toPerson({ outcome: "asked", input: { notebook_path: "n.ipynb", ...change }, text: "" });
    expect(ask({ cell_id: "aaa", new_source: "y\nz" })).toBe("n.ipynb: the whole source of cell aaa\n+y\n+z");
    expect(ask({ new_source: "y", cell_type: "code", edit_mode: "insert" })).toBe(
      "n.ipynb: insert a code cell at the top\n+y",
    );
    expect(ask({ cell_id: "aaa", new_source: "", edit_mode: "delete" })).toBe("n.ipynb: delete cell aaa");
  });

  test("holds what it declares, through the whole pipeline", async () => {
    const files = { "n.ipynb": asJupyter(TWO) };
    const unread = { outcome: "invalid" as const, filesAfter: files, files };
    await toolTester(notebookEdit, [
      {
        ...unread,
        input: { notebook_path: "n.ipynb", cell_id: "aaa", new_source: "y" },
        result: "not been read",
      },
      { ...unread, input: { notebook_path: "n.ipynb", new_source: "y" }, result: "not been read" },
      { ...unread, input: { notebook_path: "m.ipynb", new_source: "y" }, result: "does not exist" },
    ]);
    await toolTester(read, [
      { input: { file_path: "n.ipynb" }, files, filesAfter: files, result: '<cell id="aaa"' },
      { input: { file_path: "f.pdf" }, files: { "f.pdf": "%PDF-1.4" }, outcome: "failed", result: "damaged" },
      {
        input: { file_path: "n.ipynb", pages: "0" },
        files,
        outcome: "invalid",
        result: "not a list of pages",
      },
    ]);
  });

  test("changes the cell it names and no other, whatever they hold", async () => {
    const source = fc.string({ unit: "grapheme", maxLength: 30 });
    const layout = fc.constantFrom(0, 1, 2, 4, "\t");
    const cell = fc.record({
      source: fc.oneof(source, fc.array(source, { maxLength: 3 })),
      isCode: fc.boolean(),
    });
    const input = {
      cells: fc.array(cell, { minLength: 1, maxLength: 5 }),
      layout,
      next: source,
      pick: fc.nat(),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(input), async ({ cells, layout: space, next, pick }) => {
        const notebook = notebookOf(
          cells.map((one, i) => (one.isCode ? codeCell : markdownCell)(one.source, { id: `c${i}` })),
        );
        const world = await worldWith(JSON.stringify(notebook, null, space));
        const index = pick % cells.length;
        const old = await cellsOf(world);
        const { ok } = await call(world, { cell_id: `c${index}`, new_source: next });
        const now = await cellsOf(world);
        expect([now[index]?.source].flat().join("")).toBe(next);
        expect(ok).toBe([old[index]?.source].flat().join("") !== next);
        expect(now.filter((_, i) => i !== index)).toEqual(old.filter((_, i) => i !== index));
      }),
      { numRuns: 40 },
    );
  });
});
