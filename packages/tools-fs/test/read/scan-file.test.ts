import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashOf } from "../../src/file/files-read.ts";
import { keptContent } from "../../src/file/known-content.ts";
import { type OpenedFile, withRegular } from "../../src/file/open-regular.ts";
import { type ScannedFile, type ScanRequest, scanFile } from "../../src/read/scan-file.ts";

const PIECE = 256 * 1024;
const KEPT = 2 * 1024 * 1024;

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "gauntlet-scan-"));
  path = join(directory, "file.txt");
});
afterEach(() => rmSync(directory, { recursive: true }));

type Asked = Partial<Omit<ScanRequest, "file">>;

const scanOpened = (file: OpenedFile, asked: Asked): Promise<ScannedFile> =>
  scanFile({
    file,
    page: { startLine: 1, maxLines: 2 },
    maxHashedBytes: 32 * 1024 * 1024,
    knownHash: undefined,
    signal: new AbortController().signal,
    ...asked,
  });

function scan(content: Buffer, asked: Asked = {}): Promise<ScannedFile> {
  writeFileSync(path, content);
  return withRegular(path, path, (file) => scanOpened(file, asked));
}

/** Numbered lines, every third with CRLF, and no line end at the very end. */
function textOf(length: number): Buffer {
  const lines: string[] = [];
  for (let i = 0, bytes = 0; bytes < length; i++) {
    lines.push(`${i} é𝄞 ${"x".repeat(i % 97)}${i % 3 === 0 ? "\r" : ""}`);
    bytes += Buffer.byteLength(lines[i] ?? "") + 1;
  }
  return Buffer.concat([Buffer.from(lines.join("\n")), Buffer.alloc(64, "z")]).subarray(0, length - 1);
}

const sizes = [PIECE - 1, PIECE, PIECE + 1, PIECE + 2, 3 * PIECE, KEPT, KEPT + 2, KEPT + 3 * PIECE];

describe.each(sizes)("a file of about %i bytes", (size) => {
  const content = textOf(size);
  const lines = content.toString("utf8").split("\n");
  const crlf = lines.slice(0, -1).filter((line) => line.endsWith("\r")).length;

  test("is counted and hashed to its end, whichever page is shown", async () => {
    for (const startLine of [1, lines.length >> 1, lines.length - 1]) {
      const found = await scan(content, { page: { startLine, maxLines: 2 } });
      expect(found).toMatchObject({ bytes: content.length, isComplete: true, hash: hashOf(content) });
      const wanted = lines.slice(startLine - 1, startLine + 1);
      expect(found.page.lines).toEqual(wanted.map((line) => line.replace(/\r$/, "")));
      expect(found.page.seenLines).toBe(lines.length);
      expect(found.page.lineEnds).toEqual({ crlf, lf: lines.length - 1 - crlf });
    }
  });

  test("shows the same when it is known", async () => {
    const first = await scan(content);
    expect(await scan(content, { knownHash: hashOf(content) })).toEqual(first);
  });

  test("is read again when it is not what is known", async () => {
    await scan(content);
    const changed = Buffer.from(content);
    changed[changed.length - 1] = 0x21;
    expect((await scan(changed, { knownHash: hashOf(content) })).hash).toBe(hashOf(changed));
  });

  test("is kept as it was read when it may be kept", async () => {
    await scan(content);
    expect(keptContent(hashOf(content))?.equals(content)).toBe(content.length <= KEPT ? true : undefined);
  });

  test("is read in its own charset when a byte far behind says so", async () => {
    const text = Buffer.concat([
      content.map((byte) => (byte > 0x7f ? 0x2e : byte)),
      Buffer.from([0xe9, 0x0a]),
    ]);
    const found = await scan(text, { page: { startLine: lines.length, maxLines: 1 } });
    expect(found.form.charset).toBe("windows-1252");
    expect(found.page.lines[0]?.endsWith("é")).toBe(true);
  });

  test("that has become shorter since it was opened ends where it ends", async () => {
    writeFileSync(path, content);
    const found = await withRegular(path, path, (file) => {
      truncateSync(path, 1000);
      return scanOpened(file, {});
    });
    const left = content.subarray(0, 1000);
    expect(found).toMatchObject({ bytes: 1000, isComplete: true, hash: hashOf(left) });
    expect(keptContent(hashOf(left))?.equals(left)).toBe(true);
  });

  test("that has grown since it was opened is as it was", async () => {
    writeFileSync(path, content);
    const found = await withRegular(path, path, (file) => {
      writeFileSync(path, "more\n", { flag: "a" });
      return scanOpened(file, {});
    });
    expect(found).toMatchObject({ bytes: content.length, hash: hashOf(content) });
  });
});

test("an abort ends a pass", async () => {
  const abort = new AbortController();
  const scanned = scan(textOf(4 * KEPT), { signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(scanned).rejects.toThrow("enough");
});

test("of a file too large to be changed no more is read than the page needs", async () => {
  const found = await scan(textOf(KEPT), { maxHashedBytes: PIECE });
  expect(found).toMatchObject({ isComplete: false, hash: undefined });
  expect(found.bytes).toBeLessThanOrEqual(PIECE);
});

test("an empty file is complete", async () => {
  expect(await scan(Buffer.alloc(0))).toMatchObject({
    bytes: 0,
    isComplete: true,
    hash: hashOf(Buffer.alloc(0)),
  });
});
