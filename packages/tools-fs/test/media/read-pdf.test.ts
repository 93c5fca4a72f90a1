import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { filesRead, read, write } from "../../src/index.ts";
import { parsePages } from "../../src/media/page-list.ts";
import { callTool, makeWorld, type World } from "../context.ts";
import { bombPage, makePdf, scannedPage, streamObject } from "../media-files.ts";

const numbered = (n: number): string[] => Array.from({ length: n }, (_, i) => `page ${i + 1} here`);

const call = (world: World, pages?: string) =>
  callTool(read, { file_path: "a.pdf", ...(pages !== undefined && { pages }) }, world.ctx);

async function parts(world: World, pages?: string) {
  const input = { file_path: "a.pdf", ...(pages !== undefined && { pages }) };
  const output = await read.execute(input, world.ctx);
  const content = read.toModel(output, input);
  if (typeof content === "string") throw new Error(content);
  return { output, content };
}

async function worldWith(bytes: Buffer): Promise<World> {
  const world = await makeWorld();
  await world.put("a.pdf", bytes);
  return world;
}

describe("Read of a PDF", () => {
  test.each(["table", "stream"] as const)("sends a short one with an xref %s whole", async (xref) => {
    const bytes = makePdf(numbered(3), { xref });
    const world = await worldWith(bytes);
    const { output, content } = await parts(world);
    const base64 = bytes.toString("base64");
    expect(content).toEqual([
      { type: "text", text: `PDF \`${world.path("a.pdf")}\` (3 pages, ${bytes.length} bytes), whole:` },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: base64 } },
    ]);
    expect(output).toMatchObject({ type: "pdf", file: { base64, originalSize: bytes.length } });
    expect(world.ctx.slots.get(filesRead, world.path("a.pdf"))).toMatchObject({ partial: false });
  });

  test("counts as a part when only pages were shown, which Write says", async () => {
    const world = await makeWorld();
    await world.put("a.pdf", makePdf(["one", "two"]));
    expect(await call(world, "1")).toMatchObject({ ok: true });
    expect(await callTool(write, { file_path: "a.pdf", content: "x" }, world.ctx)).toEqual({
      ok: false,
      text: expect.stringContaining(
        "only a part has been shown; nothing was changed. To replace it, delete it",
      ),
    });
  });

  test("takes pages that name none as left out, for other files too", async () => {
    const world = await makeWorld();
    await world.put("a.pdf", "text\n");
    for (const pages of ["", " "]) expect(await call(world, pages)).toMatchObject({ ok: true });
  });

  test("gives the text of the pages asked for", async () => {
    const world = await worldWith(makePdf(numbered(12), { xref: "stream" }));
    const { output, content } = await parts(world, "2-3, 12");
    expect(output).toMatchObject({ type: "parts", file: { count: 3 }, pageCount: 12 });
    expect(content).toMatchObject([{ type: "text" }]);
    expect(content[0]).toHaveProperty(
      "text",
      expect.stringMatching(
        /12 pages, \d+ bytes\); text of 3 pages:\n\n--- page 2 ---\npage 2 here\n\n--- page 3 ---\npage 3 here\n\n--- page 12 ---\npage 12 here\n$/,
      ),
    );
    expect(world.ctx.slots.get(filesRead, world.path("a.pdf"))).toMatchObject({ partial: true });
  });

  test("gives text where the library has to mend the file, which a model server would not take", async () => {
    const { output } = await parts(await worldWith(makePdf(numbered(2), { xref: "lost" })));
    expect(output).toMatchObject({
      type: "parts",
      pages: [{ text: "page 1 here" }, { text: "page 2 here" }],
    });
  });

  test("gives the text of one that is too large to be sent as it is", async () => {
    const filler = streamObject("<</Length 3300000>>", Buffer.alloc(3_300_000));
    const stream = "BT /F1 24 Tf 72 720 Td (few words) Tj ET";
    const { output } = await parts(await worldWith(makePdf([{ stream, picture: filler }])));
    expect(output).toMatchObject({ type: "parts", pages: [{ page: 1, text: "few words" }] });
  });

  test("says how many pages there are when more than ten are asked for at once", async () => {
    const world = await worldWith(makePdf(numbered(11)));
    expect(await call(world)).toEqual({
      ok: false,
      text: `\`${world.path("a.pdf")}\` has 11 pages, and more than 10 are not shown at once. Say which with pages, at most 20 a call, such as "1-11".`,
    });
    expect((await call(world, "12")).text).toContain("has only 11 pages");
    expect((await callTool(read, { file_path: "a.pdf", limit: 5 }, world.ctx)).text).toContain("Use pages");
  });

  test.each([8, 1] as const)("gives the picture of a scanned page of %s bits a pixel", async (bits) => {
    const world = await worldWith(makePdf(["words", scannedPage(3_200, 400, bits)]));
    const { content } = await parts(world, "1-2");
    const [text, image] = content;
    expect(text).toHaveProperty(
      "text",
      expect.stringContaining("[no text on this page: probably scanned or drawn; its pictures follow]"),
    );
    if (image?.type !== "image") throw new Error("no image");
    const { data, info } = await sharp(Buffer.from(image.source.data, "base64"))
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1568, 196]);
    expect([data.at(10), data.at(-10)]).toEqual([0, 255]);
  });

  test("leaves out pages that do not fit and says which", async () => {
    const lines = Array.from(
      { length: 600 },
      (_, i) => `1 0 0 1 72 ${700 - i} Tm (${"word ".repeat(10)}) Tj`,
    );
    const long = { stream: `BT /F1 9 Tf ${lines.join(" ")} ET` };
    const { output, content } = await parts(await worldWith(makePdf([long, long, long, long])), "1-4");
    expect(output).toMatchObject({ file: { count: 3 }, leftOut: [4] });
    expect(content.at(-1)).toHaveProperty("text", expect.stringContaining("(Pages 4 did not fit."));
  });
});

describe("Read of a bad PDF refuses it in words", () => {
  test.each([
    {
      what: "text that begins like one",
      bytes: () => Buffer.from("%PDF-1.4 no more than that\n"),
      says: "damaged or not one",
    },
    {
      what: "one cut in the middle",
      bytes: () => makePdf(numbered(2)).subarray(0, 120),
      says: "damaged or not one",
    },
    { what: "one without pages", bytes: () => makePdf([]), says: /without pages|damaged/ },
    {
      what: "an encrypted one",
      bytes: () =>
        makePdf(["x"], {
          trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"ab".repeat(32)}>/U<${"cd".repeat(32)}>>>`,
        }),
      says: "encrypted with a password",
    },
  ])("$what", async ({ bytes, says }) => {
    const { ok, text } = await call(await worldWith(bytes()));
    expect(ok).toBe(false);
    expect(text).toMatch(says);
  });

  test("one whose page unpacks to gigabytes", async () => {
    const world = await worldWith(makePdf([bombPage(4_000)]));
    const { ok, text } = await call(world, "1");
    expect(ok).toBe(false);
    expect(text).toMatch(/takes too (much memory|long)/);
  });

  test("one that is being read when the person aborts", async () => {
    const world = await worldWith(makePdf([bombPage(4_000)]));
    const reading = read.execute({ file_path: "a.pdf", pages: "1" }, world.ctx);
    setTimeout(() => world.controller.abort(new Error("enough")), 100);
    await expect(reading).rejects.toThrow("enough");
  });
});

describe("pages", () => {
  test.each([
    { pages: "3", list: [3] },
    { pages: "1-5", list: [1, 2, 3, 4, 5] },
    { pages: " 7, 1 - 3,2 ", list: [1, 2, 3, 7] },
  ])("`$pages` names $list", ({ pages, list }) => {
    expect(parsePages(pages)).toEqual(list);
  });

  test.each(["", "0", "5-3", "a", "1-", "-2", "1,,2", "1.5", "999999999"])("`%s` is no list", (pages) => {
    expect(() => parsePages(pages)).toThrow("is not a list of pages");
  });

  test.each(["1-21", "1-999999", "1-15,20-29"])("`%s` is too many", (pages) => {
    expect(() => parsePages(pages)).toThrow("more than the 20 pages");
  });

  test("are checked before the call runs", async () => {
    const world = await worldWith(makePdf(["x"]));
    expect(await read.validateInput({ file_path: "a.pdf", pages: "x" }, world.ctx)).toContain("not a list");
  });
});
