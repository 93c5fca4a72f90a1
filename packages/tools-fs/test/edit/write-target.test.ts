import { describe, expect, test } from "vitest";
import { inFormOf, targetOf } from "../../src/edit/write-target.ts";
import { makeWorld } from "../context.ts";

const BOM = "\uFEFF";
const utf8 = { charset: "utf-8", hasBom: false } as const;
const inForm = (
  content: string,
  before: string | undefined,
  form: { charset: string; hasBom: boolean } = utf8,
) => {
  const { text, form: now, words } = inFormOf({ before, form: form as never }, content);
  return { text, hasBom: now.hasBom, kept: words.length };
};

test("content that is too large, or has half a character, is refused before anything is looked at", async () => {
  const { ctx, path } = await makeWorld();
  const refused = (content: string) => expect(targetOf({ file_path: "a", content }, ctx)).rejects;
  await refused("A".repeat(32 * 1024 ** 2 + 1)).toThrow(
    `The content for \`${path("a")}\` has 33554433 bytes`,
  );
  await refused("\ud800").toThrow("`content` holds half of a surrogate pair");
});

describe("new content of a file", () => {
  test.each([
    ["keeps to the line ends that were there", "a\nb", "x\r\ny\r\n", { text: "a\r\nb", kept: 1 }],
    ["has its own where there were none", "a\nb", "xy", { text: "a\nb", kept: 0 }],
    ["has its own in a new file", "a\nb", undefined, { text: "a\nb", kept: 0 }],
    ["has its own where they were mixed", "a\nb", "x\r\ny\n", { text: "a\nb", kept: 0 }],
    ["has its own where it says so", "a\r\nb\n", "x\r\n", { text: "a\r\nb\n", kept: 0 }],
    ["of one line keeps nothing", "a", "x\r\n", { text: "a", kept: 0 }],
  ])("%s", (_, content, before, after) => {
    expect(inForm(content, before)).toEqual({ ...after, hasBom: false });
  });

  test.each([
    ["gets one that was there", "a", { charset: "utf-8", hasBom: true }, { hasBom: true, kept: 1 }],
    ["brings its own", `${BOM}a`, utf8, { hasBom: true, kept: 0 }],
    ["has one, not two", `${BOM}a`, { charset: "utf-8", hasBom: true }, { hasBom: true, kept: 0 }],
    [
      "leaves it out in another charset",
      `${BOM}a`,
      { charset: "utf-16le", hasBom: false },
      { hasBom: false, kept: 1 },
    ],
    ["has none otherwise", "a", utf8, { hasBom: false, kept: 0 }],
  ])("that may have a byte order mark %s", (_, content, form, after) => {
    expect(inForm(content, undefined, form)).toEqual({ text: "a", ...after });
  });

  test("may end in what looks like a byte order mark", () => {
    expect(inForm(`a${BOM}`, undefined)).toEqual({ text: `a${BOM}`, hasBom: false, kept: 0 });
  });
});
