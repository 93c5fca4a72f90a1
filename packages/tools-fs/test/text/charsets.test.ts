import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { edit, read, write } from "../../src/index.ts";
import { createUtf8Checker } from "../../src/text/utf8-checker.ts";
import { callTool, makeWorld, type World } from "../context.ts";

const show = (world: World) => callTool(read, { file_path: "f" }, world.ctx);
const change = (world: World, old_string: string, new_string: string) =>
  callTool(edit, { file_path: "f", old_string, new_string }, world.ctx);
const utf16be = (text: string) => iconv.encode(text, "utf-16be");
const utf16le = (text: string) => Buffer.from(text, "utf16le");

/** Each file holds `one` on a line of its own, and something only its charset explains. */
const FILES = [
  {
    name: "UTF-16LE with a mark",
    bytes: utf16le("\uFEFFdéjà\r\none\r\n"),
    shows: "1\tdéjà\n2\tone",
    charset: "utf-16le",
  },
  {
    name: "UTF-16BE with a mark",
    bytes: utf16be("\uFEFF日本\none\n"),
    shows: "1\t日本\n2\tone",
    charset: "utf-16be",
  },
  {
    name: "UTF-16LE without a mark",
    bytes: utf16le("naïve\none\n"),
    shows: "1\tnaïve\n2\tone",
    charset: "utf-16le",
  },
  {
    name: "UTF-16BE without a mark",
    bytes: utf16be("naïve\none\n"),
    shows: "1\tnaïve\n2\tone",
    charset: "utf-16be",
  },
  {
    name: "a charset declared in a comment",
    bytes: iconv.encode("# -*- coding: koi8-r -*-\none\nпривет\n", "koi8-r"),
    shows: "1\t# -*- coding: koi8-r -*-\n2\tone\n3\tпривет",
    charset: "koi8-r",
  },
  {
    name: "a charset declared in XML",
    bytes: iconv.encode('<?xml version="1.0" encoding="Shift_JIS"?>\none\n日本語\n', "shift_jis"),
    shows: '1\t<?xml version="1.0" encoding="Shift_JIS"?>\n2\tone\n3\t日本語',
    charset: "shift_jis",
  },
  {
    name: "western text that declares nothing",
    bytes: iconv.encode("one\n// café, größer, “déjà vu” – 5 €\n", "windows-1252"),
    shows: "1\tone\n2\t// café, größer, “déjà vu” – 5 €",
    charset: "windows-1252",
  },
];

describe("Read shows, and Edit keeps,", () => {
  test.each(FILES)("$name", async ({ bytes, shows, charset }) => {
    const world = await makeWorld();
    await world.put("f", bytes);
    expect(await show(world)).toEqual({
      ok: true,
      text: `${shows}\n\n(The file is not UTF-8: it is shown as ${charset}, which Edit and Write keep.)`,
    });
    expect(await change(world, "one", "two")).toMatchObject({ ok: true });
    const one = charset.startsWith("utf-16") ? iconv.encode("one", charset) : Buffer.from("one");
    const two = charset.startsWith("utf-16") ? iconv.encode("two", charset) : Buffer.from("two");
    const at = bytes.indexOf(one);
    const after = Buffer.concat([bytes.subarray(0, at), two, bytes.subarray(at + one.length)]);
    expect(await world.bytes("f")).toEqual(after);
  });

  test("Write too, and says so", async () => {
    const world = await makeWorld();
    await world.put("f", utf16le("\uFEFFa\r\nb\r\n"));
    await show(world);
    const { text } = await callTool(write, { file_path: "f", content: "é\n" }, world.ctx);
    expect(text).toContain("kept its CRLF line endings and its byte order mark and its charset utf-16le");
    expect(await world.bytes("f")).toEqual(utf16le("\uFEFFé\r\n"));
  });
});

describe("A charset", () => {
  test("is remembered when an edit takes away what told it", async () => {
    const world = await makeWorld();
    await world.put("f", Buffer.from("caf\xe9\nx\n", "latin1"));
    await show(world);
    expect(await change(world, "café", "cafe")).toMatchObject({ ok: true });
    expect(await change(world, "x", "ü")).toMatchObject({ ok: true });
    expect(await world.bytes("f")).toEqual(Buffer.from("cafe\n\xfc\n", "latin1"));
  });

  test("that lacks a character refuses it by name", async () => {
    const world = await makeWorld();
    await world.put("f", Buffer.from("caf\xe9\nx\n", "latin1"));
    await show(world);
    expect(await change(world, "x", "漢 😀 ok")).toEqual({
      ok: false,
      text: expect.stringContaining("is windows-1252, which has no 漢 (U+6F22), 😀 (U+1F600)"),
    });
    expect(await world.bytes("f")).toEqual(Buffer.from("caf\xe9\nx\n", "latin1"));
  });

  test("is UTF-8 for whatever is valid UTF-8, whatever the file declares", async () => {
    const world = await makeWorld();
    await world.put("f", "# coding: latin-1\né\n");
    expect((await show(world)).text).toBe("1\t# coding: latin-1\n2\té");
  });

  test("is found far from the start of the file, too", async () => {
    const world = await makeWorld();
    const far = `${"line\n".repeat(500_000)}caf\xe9\n`;
    await world.put("f", Buffer.from(far, "latin1"));
    const page = await callTool(read, { file_path: "f", offset: 500_001 }, world.ctx);
    expect(page.text).toContain("500001\tcafé\n");
  });
});

describe("Not guessed, but refused in words, is", () => {
  test.each([
    ["Chinese text without declaration", iconv.encode("int x = 1;\n/* 中文注释 */\n", "gbk")],
    ["Russian text without declaration", iconv.encode("x = 1\nпривет, мир\n", "windows-1251")],
    ["a declared charset that does not fit", Buffer.from("# coding: euc-jp\n\xff\xfe\x81\n", "latin1")],
    ["binary data without zero bytes", Buffer.from([0x1f, 0x8b, 0x08, 0x01, 0xee, 0x81, 0x9d, 0xfe])],
  ])("%s", async (_, bytes) => {
    const world = await makeWorld();
    await world.put("f", bytes);
    expect(await show(world)).toEqual({ ok: false, text: expect.stringContaining("is not UTF-8 or UTF-16") });
    expect((await change(world, "x = 1", "x = 2")).ok).toBe(false);
    expect(await world.bytes("f")).toEqual(bytes);
  });

  test("UTF-16 cut in the middle of a character, and numbers of two bytes", async () => {
    const world = await makeWorld();
    const cut = Buffer.from([0xff, 0xfe, 0x41, 0, 0x42]);
    for (const bytes of [cut, Buffer.from([1, 0, 2, 0, 3, 0]), Buffer.from("a\0b\n"), Buffer.from("k\0vw")]) {
      await world.put("f", bytes);
      expect(await show(world)).toEqual({ ok: false, text: expect.stringContaining("is a binary file") });
    }
  });

  test("UTF-8 with damaged bytes is shown with a note, and not edited", async () => {
    const world = await makeWorld();
    const bytes = Buffer.concat([Buffer.from("日本語 über\n"), Buffer.from([0xc3]), Buffer.from("\nx\n")]);
    await world.put("f", bytes);
    expect((await show(world)).text).toBe(
      "1\t日本語 über\n2\t\uFFFD\n3\tx\n\n(Bytes that are not UTF-8 are shown as \uFFFD. Edit refuses this file.)",
    );
    expect((await change(world, "x", "y")).text).toContain("is not valid UTF-8");
    expect(await world.bytes("f")).toEqual(bytes);
  });
});

test("UTF-8 is told from other bytes however they are cut into pieces", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat({ max: 50 })), (parts, sizes) => {
      const bytes = Buffer.concat(parts);
      const checker = createUtf8Checker();
      let from = 0;
      for (const size of sizes) {
        checker.push(bytes.subarray(from, from + size));
        from += size;
      }
      checker.push(bytes.subarray(from));
      expect(checker.end(true) === undefined).toBe(Buffer.from(bytes.toString()).equals(bytes));
    }),
  );
});

describe("what is not UTF-8 is judged by whole lines", () => {
  const judgedBy = (...pieces: readonly string[]): string | undefined => {
    const checker = createUtf8Checker();
    pieces.forEach((text, i) => {
      const piece = Buffer.from(text, "latin1");
      checker.push(piece);
      if (i > 0) piece.fill(0x78);
    });
    return checker.end(true)?.toString("latin1");
  };

  test("by the first piece alone when it is that one", () => {
    expect(judgedBy("a\xe9 b", "c")).toBe("a\xe9 b");
  });
  test("by the start and the line in which it stands", () => {
    expect(judgedBy("one\ntwo", "three\nfour", "fi\xe9 ve\nsix")).toBe("one\nfourfi\xe9 ve\nsix");
  });
  test("with the byte before, when only the next piece shows that it begins no character", () => {
    expect(judgedBy("one\n", "two\nthre\xe9", "\nfour")).toBe("one\nthre\xe9\nfour");
  });
  test("by the last line, when a character is cut off at the end", () => {
    expect(judgedBy("one\n", "two\nthre\xc3")).toBe("one\nthre\xc3");
    expect(judgedBy("one\ntwo\xc3")).toBe("one\ntwo\xc3");
  });
});
