import { truncate } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { filesRead, hashOf, read, write } from "../../src/index.ts";
import { fitImage } from "../../src/media/fit-image.ts";
import type { ImageFormat } from "../../src/text/media-kind.ts";
import { callTool, makeWorld, type World } from "../context.ts";
import { makePng } from "../media-files.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

const call = (world: World, file_path: string) => callTool(read, { file_path }, world.ctx);

/** The parts a model gets, with images decoded. */
async function shown(world: World, file_path: string) {
  const output = await read.execute({ file_path }, world.ctx);
  const content = read.toModel(output, { file_path });
  if (typeof content === "string") throw new Error(`no parts: ${content}`);
  const [text, image] = content;
  if (text?.type !== "text" || image?.type !== "image") throw new Error("not a text and an image");
  const bytes = Buffer.from(image.source.data, "base64");
  return {
    output,
    text: text.text,
    type: image.source.media_type,
    bytes,
    meta: await sharp(bytes).metadata(),
  };
}

describe("Read of an image", () => {
  test.each([
    { name: "a.jpg", type: "image/png", make: () => picture(30, 20).png() },
    { name: "a.png", type: "image/jpeg", make: () => picture(30, 20).jpeg() },
    { name: "a.txt", type: "image/webp", make: () => picture(30, 20).webp() },
    { name: "a", type: "image/gif", make: () => picture(30, 20).gif() },
  ])("gives a small $type under the name $name as it is", async ({ name, type, make }) => {
    const world = await makeWorld();
    const bytes = await make().toBuffer();
    await world.put(name, bytes);
    const found = await shown(world, name);
    expect({ type: found.type, isSame: found.bytes.equals(bytes) }).toEqual({ type, isSame: true });
    expect(found.text).toBe(`Image \`${world.path(name)}\` (30×20 px, ${bytes.length} bytes).`);
    expect(found.output).toMatchObject({
      type: "image",
      file: {
        type,
        originalSize: bytes.length,
        dimensions: { originalWidth: 30, originalHeight: 20, displayWidth: 30, displayHeight: 20 },
      },
    });
  });

  test.each([
    { width: 4000, height: 100, shownAs: [1568, 39], says: "multiply coordinates by 2.55" },
    { width: 16, height: 9000, shownAs: [3, 1568], says: "shown at 3×1568 px: multiply coordinates by 5.74" },
    { width: 1, height: 9000, shownAs: [1, 1568], says: "shown at 1×1568 px: multiply coordinates by 5.74" },
  ])("shrinks $width×$height px and says by how much", async ({ width, height, shownAs, says }) => {
    const world = await makeWorld();
    await world.put("big.png", makePng({ width, height }));
    const { meta, text } = await shown(world, "big.png");
    expect([meta.width, meta.height]).toEqual(shownAs);
    expect(text).toContain(says);
  });

  test("brings an image of many bytes under 5 MiB of base64", async () => {
    const world = await makeWorld();
    const noise = sharp({
      create: {
        width: 1500,
        height: 1500,
        channels: 3,
        background: "gray",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    });
    const bytes = await noise.png().toBuffer();
    expect(bytes.length).toBeGreaterThan(5 * 1024 ** 2);
    await world.put("noise.png", bytes);
    const { output, type } = await shown(world, "noise.png");
    expect(type).toBe("image/webp");
    expect(output.type === "image" && output.file.base64.length).toBeLessThanOrEqual(5 * 1024 ** 2);
  });

  test("turns an image upright as its EXIF data says", async () => {
    const world = await makeWorld();
    await world.put("turned.jpg", await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    const { meta, output } = await shown(world, "turned.jpg");
    expect([meta.width, meta.height, meta.orientation ?? 1]).toEqual([20, 40, 1]);
    expect(output).toMatchObject({ file: { dimensions: { originalWidth: 20, originalHeight: 40 } } });
  });

  test.each([
    { format: "tiff", type: "image/jpeg", make: () => picture(30, 20).tiff() },
    { format: "avif", type: "image/jpeg", make: () => picture(30, 20).avif() },
    {
      format: "transparent tiff",
      type: "image/webp",
      make: () => picture(30, 20).ensureAlpha(0.5).tiff({ compression: "lzw" }),
    },
  ])("converts $format to $type", async ({ type, make }) => {
    const world = await makeWorld();
    await world.put("a.bin", await make().toBuffer());
    expect((await shown(world, "a.bin")).type).toBe(type);
  });

  test("gives a small animation as it is and the first frame of a large one", async () => {
    const world = await makeWorld();
    const frames = async (edge: number) =>
      sharp([makePng({ width: edge, height: 9 }), await picture(edge, 9).png().toBuffer()], {
        join: { animated: true },
      })
        .gif()
        .toBuffer();
    const small = await frames(9);
    await world.put("small.gif", small);
    await world.put("large.gif", await frames(2400));
    const [one, other] = [await shown(world, "small.gif"), await shown(world, "large.gif")];
    expect(one.bytes.equals(small)).toBe(true);
    expect([other.type, other.meta.width, other.meta.pages ?? 1]).toEqual(["image/png", 1568, 1]);
    expect(other.text).toContain("2 frames; look at the first only");
  });

  test("shows SVG, and JSON under the name of an image, as text", async () => {
    const world = await makeWorld();
    await world.put("a.svg", "<svg/>\n");
    await world.put("a.png", '{"error":1}\n');
    await world.put("e.png", "");
    await world.put("b.txt", "BM, said the man in the bow tie\n");
    expect(await call(world, "a.svg")).toEqual({ ok: true, text: "1\t<svg/>" });
    expect(await call(world, "a.png")).toEqual({ ok: true, text: '1\t{"error":1}' });
    expect((await call(world, "e.png")).text).toContain("is empty (0 bytes)");
    expect((await call(world, "b.txt")).text).toContain("1\tBM");
  });

  test("records the file, so that a Write may replace it", async () => {
    const world = await makeWorld();
    const bytes = makePng({ width: 4, height: 4 });
    const path = await world.put("a.png", bytes);
    expect((await callTool(write, { file_path: "a.png", content: "x" }, world.ctx)).text).toContain(
      "has not been read",
    );
    await call(world, "a.png");
    expect(world.ctx.slots.get(filesRead, path)).toMatchObject({ hash: hashOf(bytes), partial: false });
    expect(await callTool(write, { file_path: "a.png", content: "x" }, world.ctx)).toMatchObject({
      ok: true,
    });
  });

  test("refuses pages", async () => {
    const world = await makeWorld();
    await world.put("a.png", makePng({ width: 4, height: 4 }));
    expect(await callTool(read, { file_path: "a.png", pages: "1" }, world.ctx)).toEqual({
      ok: false,
      text: `\`${world.path("a.png")}\` is not a PDF, so it has no pages. Leave out pages; for a text file use offset and limit.`,
    });
  });
});

describe("Read of a bad image refuses it in words", () => {
  test.each([
    {
      what: "cut in its data",
      bytes: async () => (await picture(200, 200).jpeg().toBuffer()).subarray(0, 500),
    },
    { what: "only a signature", bytes: async () => makePng({ width: 1, height: 1 }).subarray(0, 8) },
    { what: "fewer lines than stated", bytes: async () => makePng({ width: 900, height: 900, lines: 3 }) },
    { what: "a header of zero pixels", bytes: async () => makePng({ width: 0, height: 0 }) },
    { what: "a GIF without data", bytes: async () => Buffer.from("GIF89a\x01\0\x01\0") },
    { what: "a WebP without data", bytes: async () => Buffer.from("RIFF\x10\0\0\0WEBPVP8 ") },
  ])("$what", async ({ bytes }) => {
    const world = await makeWorld();
    await world.put("a.png", await bytes());
    const { ok, text } = await call(world, "a.png");
    expect(ok).toBe(false);
    expect(text).toMatch(
      /image, but it cannot be shown: it is damaged or not complete \(.+\)\. Make or fetch/,
    );
  });

  test.each([
    { edge: 50_000, says: "its header states 50000×50000 px, above the 64 megapixels that are decoded" },
    { edge: 2_000_000_000, says: "damaged" },
  ])("a header that states $edge×$edge px, in bounded memory", async ({ edge, says }) => {
    const world = await makeWorld();
    await world.put("bomb.png", makePng({ width: edge, height: edge, lines: 0 }));
    const before = process.memoryUsage.rss();
    const { ok, text } = await call(world, "bomb.png");
    expect({ ok, grown: process.memoryUsage.rss() - before > 100e6 }).toEqual({ ok: false, grown: false });
    expect(text).toContain(says);
  });

  test("a file above 64 MiB, before it is read", async () => {
    const world = await makeWorld();
    await truncate(await world.put("a.png", makePng({ width: 4, height: 4 })), 65 * 1024 ** 2);
    expect(await call(world, "a.png")).toMatchObject({
      ok: false,
      text: expect.stringContaining("up to 67108864"),
    });
  });

  test("a format nobody decodes here", async () => {
    const world = await makeWorld();
    const bmp = Buffer.alloc(60);
    bmp.write("BM");
    bmp.writeUInt32LE(40, 14);
    await world.put("a.bmp", bmp);
    await world.put("a.heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"));
    expect((await call(world, "a.bmp")).text).toContain("Convert a copy to PNG with a command");
    expect((await call(world, "a.heic")).text).toContain("looks like a HEIC image, but it cannot be shown");
  });
});

describe("without the image library", () => {
  const fit = (bytes: Buffer, format: ImageFormat) => fitImage(bytes, format, undefined);

  test.each(["png", "jpeg", "gif", "webp"] as const)("a small whole %s passes as it is", async (format) => {
    const bytes = await picture(30, 20).toFormat(format).toBuffer();
    expect(await fit(bytes, format)).toMatchObject({
      mediaType: `image/${format}`,
      bytes,
      shown: { width: 30, height: 20 },
    });
    const early = bytes.subarray(0, format === "png" ? -12 : bytes.length - 30);
    expect(await fit(early, format)).toEqual({ unfit: expect.stringContaining("not complete") });
  });

  test.each([
    {
      what: "large",
      format: "png" as const,
      bytes: () => makePng({ width: 2400, height: 4 }),
      why: "2400×4 px",
    },
    {
      what: "other",
      format: "tiff" as const,
      bytes: () => Buffer.from("II*\0"),
      why: "TIFF has to be converted",
    },
  ])("one that is $what is refused with what to install", async ({ format, bytes, why }) => {
    const { unfit } = (await fit(bytes(), format)) as { unfit: string };
    expect(unfit).toContain(why);
    expect(unfit).toContain("npm install sharp");
  });
});
