import { describe, expect, test } from "vitest";
import type { Message, UserBlock } from "../../src/index.ts";
import { mediaFault, mediaIn, mediaText } from "../../src/transcript/media.ts";
import { excessMedia, withoutMedia } from "../../src/transcript/media-places.ts";
import { signedMediaType } from "../../src/transcript/media-signature.ts";
import { findFault } from "../../src/transcript/valid-request.ts";
import { assistant, picture, result, text, use, user } from "./blocks.ts";

const MEBIBYTE = 1024 ** 2;
const pdf = (head = "%PDF-1.7") =>
  ({
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: Buffer.from(head).toString("base64") },
  }) as const;
const image = (source: unknown) => ({ type: "image", source }) as never;

describe("the type of a medium is told by its first bytes", () => {
  test.each([
    ["image/png", "\x89PNG\r\n\x1a\n..."],
    ["image/jpeg", "\xff\xd8\xff\xe0"],
    ["image/gif", "GIF87a.."],
    ["image/gif", "GIF89a.."],
    ["image/webp", "RIFF\n\x00\xff\x01WEBPVP8 "],
    ["application/pdf", "%PDF-1.4"],
    ["application/pdf", "\xef\xbb\xbf%PDF-2.0"],
    ["application/pdf", " \n\n\t%PDF-1.7"],
    ["application/pdf", "\xef\xbb\xbf\n%PDF-1.7"],
  ])("%s: %j", (type, head) => {
    expect(signedMediaType(Buffer.from(head, "latin1"))).toBe(type);
  });

  test.each([
    ["PNG"],
    [".\x89PNG\r\n\x1a\n"],
    [".\xff\xd8\xff"],
    ["GIF88a"],
    [".GIF89a"],
    ["RIFFabcWEBP"],
    [".RIFFabcdWEBP"],
    ["RIFFabcdWAVE"],
    ["x%PDF-1.4"],
    ["%PDF-x"],
    ["\xef\xbb%PDF-1.4"],
    [`${" ".repeat(96)}%PDF-1.4`],
    [""],
  ])("none that a server takes: %j", (head) => {
    expect(signedMediaType(Buffer.from(head, "latin1"))).toBeUndefined();
  });
});

describe("a medium", () => {
  test.each<[string, Parameters<typeof mediaFault>[0], string | undefined]>([
    ["as it should be has no fault", picture(), undefined],
    ["at the limit has none", picture(5 * MEBIBYTE), undefined],
    ["above it does", picture(5 * MEBIBYTE + 1), "image above 5 MiB"],
    ["that is a PDF has none", pdf(), undefined],
    ["that is a PDF after many blanks has none", pdf(`${" ".repeat(88)}%PDF-1.7`), undefined],
    ["that is no PDF does", pdf("hello"), "document that is not a PDF"],
    ["without a source does", image(undefined), "image without a source"],
    ["with nothing as its source does", image(null), "image without a source"],
    ["with a text as its source does", image("x"), "image without a source"],
    ["that is only referred to has none", image({ type: "url", url: "https://a.example" }), undefined],
    ["without data does", image({ type: "base64", media_type: "image/png", data: "" }), "empty image"],
    [
      "with data that are no text does",
      image({ type: "base64", media_type: "image/png", data: 1 }),
      "empty image",
    ],
    [
      "of a type nobody takes does, whatever is in it",
      image({ ...picture().source, media_type: "application/pdf" }),
      "image of the type `application/pdf`",
    ],
  ])("%s", (_, block, fault) => {
    expect(mediaFault(block)).toBe(fault);
  });

  test("is described by what it was and why it left", () => {
    const left = (block: Parameters<typeof mediaText>[0]) => mediaText(block, "too old").text;
    expect(left(picture(12))).toBe("[image: image/png, 12 bytes, left out: too old]");
    expect(left(image(undefined))).toBe("[image: unknown type, 0 bytes, left out: too old]");
    expect(left(image({ type: "url", url: "u" }))).toBe("[image: unknown type, 0 bytes, left out: too old]");
    expect(left(image({ media_type: 1, data: 1 }))).toBe("[image: unknown type, 0 bytes, left out: too old]");
  });

  test("is looked for in what the user says and in results, and nowhere else", () => {
    const message = user(text("a"), picture(), result("1", "no"), result("2", [text("b"), picture(), pdf()]));
    expect(mediaIn(message)).toEqual([
      { media: picture(), block: 1 },
      { media: picture(), block: 3, part: 1 },
      { media: pdf(), block: 3, part: 2 },
    ]);
    expect(mediaIn(assistant(picture()))).toEqual([]);
  });
});

test("a request may hold images up to its limits", () => {
  const sized = (...sizes: number[]) => findFault([user(...sizes.map(picture))]);
  expect(sized(...Array.from({ length: 100 }, () => 12))).toBeUndefined();
  const full = [...Array.from({ length: 4 }, () => 5 * MEBIBYTE), 4 * MEBIBYTE];
  expect(sized(...full)).toBeUndefined();
  expect(sized(...full, 12)).toBe("its images and documents have 25165836 bytes, above 25165824");
});

describe("media that are dropped", () => {
  const why = "too old";
  const gone: UserBlock = text("[image: image/png, 12 bytes, left out: too old]");
  const messages: readonly Message[] = [
    user(picture(), text("a"), picture()),
    assistant(use("1")),
    user(result("1", [text("b"), picture(), picture()]), picture(), result("2", "no")),
    assistant(text("c")),
    user(picture()),
  ];
  const dropped = (...places: { message: number; block: number; part?: number }[]) =>
    withoutMedia(messages, { type: "media.dropped", why, places });

  test("give way to a text, in their place only", () => {
    expect(dropped({ message: 0, block: 2 }, { message: 2, block: 0, part: 1 })).toEqual([
      user(picture(), text("a"), gone),
      messages[1],
      user(result("1", [text("b"), gone, picture()]), picture(), result("2", "no")),
      messages[3],
      messages[4],
    ]);
    expect(dropped({ message: 0, block: 2 }, { message: 4, block: 0 })).toEqual([
      user(picture(), text("a"), gone),
      ...messages.slice(1, 4),
      user(gone),
    ]);
  });

  test.each([
    ["a text", { message: 0, block: 1 }],
    ["a message of the assistant", { message: 1, block: 0 }],
    ["a result as a whole", { message: 2, block: 0 }],
    ["a text in a result", { message: 2, block: 0, part: 0 }],
    ["no block", { message: 0, block: 9 }],
    ["a part of what has none", { message: 0, block: 0, part: 0 }],
    ["no message", { message: 9, block: 0 }],
  ])("are images and documents: a place of %s stays as it is", (_, place) => {
    expect(dropped(place)).toEqual(messages);
  });

  test("leave messages that are not concerned the very same", () => {
    const now = dropped({ message: 0, block: 0 });
    expect(now.map((message, at) => message === messages[at])).toEqual([false, true, true, true, true]);
  });
});

describe("media in excess", () => {
  const at = (sizes: readonly number[]) =>
    excessMedia(sizes.map((bytes, message) => ({ place: { message, block: 0 }, bytes }))).map(
      ({ message }) => message,
    );
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

  test.each<[string, readonly number[], number]>([
    ["are none at the limits", [...numbers(99).map(() => 0), 24 * MEBIBYTE], 0],
    ["are so many that half of the number is left", numbers(101).map(() => 1), 51],
    ["are so many that half of the bytes is left", [4, 4, 4, 4, 4, 4, 4].map((n) => n * MEBIBYTE), 4],
    ["are also those above both", [...numbers(100).map(() => 1), 13 * MEBIBYTE, 12 * MEBIBYTE], 101],
  ])("%s, the oldest", (_, sizes, count) => {
    expect(at(sizes)).toEqual(numbers(count));
  });
});
