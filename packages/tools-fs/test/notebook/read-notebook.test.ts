import { truncate } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { edit, filesRead, read, write } from "../../src/index.ts";
import { callTool, makeSession, makeWorld, type World } from "../context.ts";
import { makePng } from "../media-files.ts";
import { asJupyter, codeCell, markdownCell, notebookOf } from "../notebooks.ts";

const call = (world: World, range: { offset?: number; limit?: number } = {}) =>
  callTool(read, { file_path: "n.ipynb", ...range }, world.ctx);

async function worldWith(notebook: object | string): Promise<World> {
  const world = await makeWorld();
  await world.put("n.ipynb", typeof notebook === "string" ? notebook : asJupyter(notebook));
  return world;
}

/** Texts as they are, images by their type. */
async function shown(
  world: World,
  range: { offset?: number; limit?: number } = {},
): Promise<readonly string[]> {
  const input = { file_path: "n.ipynb", ...range };
  const content = read.toModel(await read.execute(input, world.ctx), input);
  if (typeof content === "string") return [content];
  return content.map((part) =>
    part.type === "text" ? part.text : `[${"source" in part ? part.source.media_type : part.type}]`,
  );
}

const withOutputs = (...outputs: object[]) => notebookOf([codeCell("x", { outputs })]);

describe("Read of a notebook", () => {
  test("shows cells with ids, types and outputs", async () => {
    const world = await worldWith(notebookOf([codeCell(["x = 1\n", "x"]), markdownCell("# M")]));
    expect(await shown(world)).toEqual([
      `Notebook \`${world.path("n.ipynb")}\` (python, nbformat 4.5, 2 cells)

<cell id="aaa" type="code" execution_count="3">
x = 1
x
</cell>
<output type="stream">
9
</output>

<cell id="bbb" type="markdown">
# M
</cell>
`,
    ]);
    expect(await read.execute({ file_path: "n.ipynb" }, makeSession(world))).toMatchObject({
      type: "notebook",
      file: {
        filePath: world.path("n.ipynb"),
        cells: [{ cell_id: "aaa", cellType: "code" }, { cell_id: "bbb" }],
      },
    });
  });

  test("names cells without ids by their place, counted from 0", async () => {
    const cells = [codeCell("a", { id: undefined }), markdownCell("b", { id: undefined })];
    const [text] = await shown(await worldWith(notebookOf(cells, { nbformat_minor: 4 })));
    expect(text).toContain('<cell id="cell-0"');
    expect(text).toContain('<cell id="cell-1"');
  });

  test("shows errors without terminal codes, and the plainest form of a value", async () => {
    const [text] = await shown(
      await worldWith(
        withOutputs(
          {
            output_type: "error",
            ename: "ValueError",
            evalue: "no",
            traceback: ["\u001b[31mline 1\u001b[0m"],
          },
          {
            output_type: "execute_result",
            data: { "text/html": "<b>", "text/plain": ["4", "2"] },
            metadata: {},
          },
          { output_type: "display_data", data: { "application/x": {} }, metadata: {} },
        ),
      ),
    );
    expect(text).toContain("ValueError: no\nline 1\n");
    expect(text).toContain("\n42\n</output>");
    expect(text).not.toContain("<b>");
    expect(text).toContain("[no text; it has application/x]");
  });

  test("gives images as images, by what their data is", async () => {
    const png = makePng({ width: 2400, height: 3 }).toString("base64");
    const parts = await shown(
      await worldWith(
        withOutputs(
          { output_type: "display_data", data: { "image/jpeg": `${png}\n`, "text/plain": "<Figure>" } },
          { output_type: "display_data", data: { "image/png": "bm90IG9uZQ==", "text/plain": "<Other>" } },
          { output_type: "display_data", data: { "image/png": png.slice(0, 60) } },
        ),
      ),
    );
    expect(parts.map((part) => (part.startsWith("[") ? part : "text"))).toEqual([
      "text",
      "[image/png]",
      "text",
    ]);
    expect(parts[2]).toContain("[image/png left out: its data is not an image]\n<Other>");
    expect(parts[2]).toContain("[image/png left out: it is damaged or not complete");
  });

  test("cuts a long output in its middle and says so", async () => {
    const [text = ""] = await shown(
      await worldWith(withOutputs({ output_type: "stream", name: "stdout", text: `a${"x".repeat(1e6)}z` })),
    );
    expect(text.length).toBeLessThan(10_000);
    expect(text).toMatch(
      /\nax{3999}\n… \[992002 characters cut; see all of it with a command such as jq\]\nx{3999}z\n/,
    );
  });

  test("is a notebook under the name of a link as well", async () => {
    const world = await worldWith(notebookOf([codeCell("x")]));
    await world.link("other.txt", "n.ipynb");
    const { text } = await callTool(read, { file_path: "other.txt" }, world.ctx);
    expect(text).toContain("<cell id=");
  });

  test("leaves out outputs of a cell that has too many", async () => {
    const outputs = Array.from({ length: 100_000 }, () => ({
      output_type: "stream",
      name: "stdout",
      text: "",
    }));
    const [text = ""] = await shown(await worldWith(withOutputs(...outputs)));
    expect(text).toMatch(/\[\d+ more outputs left out; see them with a command such as jq\]/);
    expect(text.length).toBeLessThan(100_000);
  });

  test("a range of cells counts as a partial view, however small the notebook is", async () => {
    const world = await worldWith(notebookOf([codeCell(["x = 1"]), codeCell(["y = 2"], { id: "b" })]));
    await shown(world, { offset: 1, limit: 1 });
    expect(world.ctx.slots.get(filesRead, world.path("n.ipynb"))).toMatchObject({ partial: true });
    await shown(world, { offset: 1, limit: 2 });
    expect(world.ctx.slots.get(filesRead, world.path("n.ipynb"))).toMatchObject({ partial: false });
  });

  test.each(["", "x"])("cuts no character in half (%j before it)", async (pad) => {
    const long = pad + "😀".repeat(30_000);
    const outputs = [
      { output_type: "stream", name: "stdout", text: long },
      { output_type: `${"x".repeat(59)}${pad}😀`, data: { [`${"k".repeat(59)}${pad}😀`]: 1 } },
    ];
    const world = await worldWith(notebookOf([codeCell(long, { outputs })]));
    expect((await shown(world)).join("").isWellFormed()).toBe(true);
    await world.put("n.ipynb", `{"a": ${pad}😀${long}`);
    const { text } = await call(world);
    expect(text).toContain("it is not JSON");
    expect(text.isWellFormed()).toBe(true);
  });

  test("gives a note for the same cells of an unchanged notebook, once", async () => {
    const world = await worldWith(notebookOf([codeCell(["x = 1"]), codeCell(["y = 2"], { id: "b" })]));
    const text = async (range = {}) => (await call(world, range)).text;
    expect(await text()).toContain("x = 1");
    expect(await text()).toContain("is unchanged since the last Read, which showed these cells.");
    expect(await text()).toContain("x = 1");
    expect(await text({ offset: 2 })).toContain("y = 2");
    expect(await text({ offset: 2 })).toContain("showed these cells");
  });

  test("pages through cells when they are too many", async () => {
    const cells = Array.from({ length: 100_000 }, (_, i) => codeCell(`v${i}`, { id: `c${i}`, outputs: [] }));
    const world = await worldWith(notebookOf(cells));
    const [text = ""] = await shown(world);
    const fit = Number(/^PARTIAL view: cells 1-(\d+) of 100000;/.exec(text)?.[1]);
    expect(text).toContain(`Go on with offset ${fit + 1} and limit ${fit}; both count cells.`);
    expect(Buffer.byteLength(text)).toBeLessThan(101_000);
    expect(world.ctx.slots.get(filesRead, world.path("n.ipynb"))).toMatchObject({ partial: true });
    const [next] = await shown(world, { offset: fit + 1, limit: 2 });
    expect(next).toContain(`, cells ${fit + 1}-${fit + 2}\n\n<cell id="c${fit}"`);
    expect((await call(world, { offset: 2 })).text).toContain("are more than one Read can show");
    expect((await call(world, { offset: 200_000 })).text).toContain("has only 100000 cells");
  });

  test("shows an empty notebook", async () => {
    expect(await shown(await worldWith(notebookOf([])))).toEqual([expect.stringContaining("0 cells)")]);
  });

  test("takes `__proto__` for a key like any other", async () => {
    const json = asJupyter(notebookOf([codeCell("x")])).replace('"k": 1', '"__proto__": { "polluted": 1 }');
    const [text] = await shown(await worldWith(json));
    expect(text).toContain('<cell id="aaa"');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("a file that is only called a notebook", () => {
  test.each([
    { json: '{"cells": [', why: "it is not JSON (" },
    { json: "[]", why: "it is not a JSON object" },
    { json: '{"nbformat":3,"worksheets":[]}', why: "it has nbformat 3, and only 4 is known" },
    { json: '{"cells":[]}', why: "it states no nbformat" },
    { json: '{"nbformat":4}', why: "it has no list of cells" },
    { json: '{"nbformat":4,"cells":[1]}', why: "its cell 0 is not an object" },
    {
      json: '{"nbformat":4,"cells":[{"cell_type":"x","source":""}]}',
      why: "its cell 0 has no known cell_type",
    },
    { json: '{"nbformat":4,"cells":[{"cell_type":"code","source":[1]}]}', why: "its cell 0 has no source" },
  ])("is shown as text that Edit can mend: $why", async ({ json, why }) => {
    const world = await worldWith(`${json}\n`);
    const { ok, text } = await call(world);
    expect(ok).toBe(true);
    expect(text).toContain(`is not a valid one: ${why}`);
    expect(text.endsWith(`\n\n1\t${json}`)).toBe(true);
    const mended = await callTool(
      edit,
      { file_path: "n.ipynb", old_string: json, new_string: "{}" },
      world.ctx,
    );
    expect(mended.ok).toBe(true);
  });

  test("is refused unread when it is above 100 MB", async () => {
    const world = await worldWith("{}");
    await truncate(world.path("n.ipynb"), 101 * 1024 ** 2);
    expect(await call(world)).toMatchObject({ ok: false, text: expect.stringContaining("up to 104857600") });
  });

  test("deep nesting is no trouble", async () => {
    const world = await worldWith(
      `{"nbformat":4,"cells":[],"metadata":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
    );
    expect(await call(world)).toMatchObject({ ok: true });
  });
});

describe("a notebook that was read", () => {
  test("is for NotebookEdit: Edit and Write say so", async () => {
    const world = await worldWith(notebookOf([codeCell("x")]));
    await call(world);
    const before = await world.text("n.ipynb");
    for (const { text } of [
      await callTool(edit, { file_path: "n.ipynb", old_string: '"x"', new_string: '"y"' }, world.ctx),
      await callTool(write, { file_path: "n.ipynb", content: "{}" }, world.ctx),
    ])
      expect(text).toContain("Change cells with NotebookEdit");
    await world.link("other.txt", "n.ipynb");
    const byLink = { file_path: "other.txt", old_string: '"x"', new_string: '"y"' };
    expect((await callTool(edit, byLink, world.ctx)).text).toContain("Change cells with NotebookEdit");
    expect(await world.text("n.ipynb")).toBe(before);
  });
});
