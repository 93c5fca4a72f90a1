import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashOf } from "../../src/file/files-read.ts";
import { keepContent } from "../../src/file/known-content.ts";
import { withRegular } from "../../src/file/open-regular.ts";
import { unchangedContent } from "../../src/file/unchanged-content.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "gauntlet-unchanged-"));
  path = join(directory, "file.txt");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** What is found when the content was `seen` and the file holds `present`. */
async function found(seen: Buffer, present: Buffer): Promise<Buffer | undefined> {
  keepContent(hashOf(seen), seen);
  writeFileSync(path, present);
  return withRegular(path, path, async (file) => unchangedContent(file, hashOf(seen)));
}

const changedAt = (content: Buffer, at: number): Buffer => {
  const changed = Buffer.from(content);
  changed[at] = 0x21;
  return changed;
};

describe.each([5, 128 * 1024, 128 * 1024 + 1, 1024 * 1024 + 7])("a file of %i bytes", (length) => {
  const content = Buffer.alloc(length, "text of length five\n");

  test("that is as it was is the content that was kept", async () => {
    expect(await found(content, Buffer.from(content))).toBe(content);
  });

  test.each([0, length >> 1, length - 1])("in which byte %i differs is not", async (at) => {
    expect(await found(content, changedAt(content, at))).toBeUndefined();
  });

  test("that is longer or shorter is not", async () => {
    expect(await found(content, Buffer.concat([content, Buffer.from("x")]))).toBeUndefined();
    expect(await found(content, content.subarray(0, length - 1))).toBeUndefined();
  });
});

test("nothing is known of a file that was never seen, or of what is no longer kept", async () => {
  writeFileSync(path, "text");
  const ask = (hash: string | undefined) =>
    withRegular(path, path, async (file) => unchangedContent(file, hash));
  expect(await ask(undefined)).toBeUndefined();
  expect(await ask(hashOf(Buffer.from("text")))).toBeUndefined();
});
