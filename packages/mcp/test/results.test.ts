import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callOne, createMcpWorld } from "./world.ts";

/** What the model reads of a result of a server. */
async function resultOf(result: object, outputSchema?: object) {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "t", ...(outputSchema && { outputSchema }) }], acts: { t: { result } } });
  return callOne(await world.session({ permissions: { allow: ["mcp__s"] } }), "mcp__s__t");
}

const text = (value: string) => ({ type: "text", text: value });
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("structured content", () => {
  const schema = {
    type: "object",
    properties: { n: { type: "number" } },
    required: ["n"],
    additionalProperties: false,
  };
  test.each<[string, object, string, string]>([
    [
      "that fits is not said again",
      { content: [text('{"n":1}')], structuredContent: { n: 1 } },
      "succeeded",
      '{"n":1}',
    ],
    [
      "of a failure is not complained about",
      { content: [text("boom")], isError: true, structuredContent: { error: "x" } },
      "failed",
      "boom",
    ],
    [
      "that does not fit leaves the text, with a remark",
      { content: [text("T")], structuredContent: { n: "no" } },
      "succeeded",
      "T\n(The structured part of this result does not fit the schema the server declares: `n` must be number.)",
    ],
    [
      "that is missing leaves the text, with a remark",
      { content: [text("only text")] },
      "succeeded",
      "only text\n(The server declares structured results for this tool and sent none.)",
    ],
    ["alone is shown", { content: [], structuredContent: { n: 2 } }, "succeeded", '{\n  "n": 2\n}'],
  ])("%s", async (_, result, outcome, shown) => {
    const { outcome: ended, text: read } = await resultOf(result, schema);
    expect(ended).toBe(outcome);
    expect(read).toBe(outcome === "failed" ? expect.stringContaining(shown) && read : shown);
    expect(read).toContain(shown);
  });
});

describe("of a result the model reads", () => {
  test("texts and pictures as they are", async () => {
    const { content } = await resultOf({
      content: [text("shot"), { type: "image", mimeType: "image/png", data: PNG }],
    });
    expect(content).toEqual([
      text("shot"),
      { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    ]);
  });

  test("a picture of more than half a megabyte as a picture, and base64 in a text as text", async () => {
    const data = Buffer.from(PNG, "base64").toString("base64").slice(0, 24) + "A".repeat(600_000);
    const picture = await resultOf({
      content: [text("shot"), { type: "image", mimeType: "image/png", data }],
    });
    expect((picture.content as { type: string }[]).map(({ type }) => type)).toEqual(["text", "image"]);
    const words = await resultOf({ content: [text(data)] });
    expect(words.text.length).toBeLessThan(5_000);
  });

  test.each<[string, string, string]>([
    ["a text", "image/png", Buffer.from("no picture at all").toString("base64")],
    ["a picture of another kind", "image/jpeg", PNG],
    ["a picture", "application/pdf", PNG],
  ])("%s that is called `%s` as a file: a model server would refuse it", async (_, mimeType, data) => {
    const { text: read, content } = await resultOf({ content: [{ type: "image", mimeType, data }] });
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual(["text"]);
    expect(read).toContain(`[${mimeType}, `);
  });

  test.each<[string, object, RegExp]>([
    [
      "a sound",
      { type: "audio", mimeType: "audio/wav", data: "AAAA" },
      /^\[audio\/wav, 3 bytes, saved to (.+)\]$/,
    ],
    [
      "an unknown picture",
      { type: "image", mimeType: "image/x-odd", data: "AAAA" },
      /^\[image\/x-odd, 3 bytes, saved to (.+)\]$/,
    ],
    [
      "a blob",
      { type: "resource", resource: { uri: "x://a", mimeType: "application/zip", blob: "AAAA" } },
      /^\[application\/zip, 3 bytes, saved to (.+)\]$/,
    ],
  ])("%s as the name of a file", async (_, part, shape) => {
    const world = createMcpWorld();
    world.raw("s", { tools: [{ name: "t" }], acts: { t: { result: { content: [part] } } } });
    const { text: read } = await callOne(
      await world.session({ permissions: { allow: ["mcp__s"] } }),
      "mcp__s__t",
    );
    expect(read).toMatch(shape);
    expect(readFileSync(shape.exec(read)?.[1] ?? "").length).toBe(3);
  });

  test.each<[string, unknown, string]>([
    [
      "a resource with its address",
      { type: "resource", resource: { uri: "x://a", text: "inside" } },
      "x://a\ninside",
    ],
    [
      "a link with what it is",
      { type: "resource_link", uri: "x://a", name: "n", description: "d\u001b" },
      "[resource x://a: n, d\\u{1b}. Read it with ReadMcpResourceTool.]",
    ],
    [
      "what is no base64 as such",
      { type: "image", mimeType: "image/png", data: "%%%" },
      "[image/png, left out: it is not base64]",
    ],
    [
      "a kind nobody knows by its name",
      { type: "hologram" },
      "[content of the type hologram, which this client does not know]",
    ],
    ["something that is no content", 7, "[content of the type number, which this client does not know]"],
  ])("%s", async (_, part, shown) => {
    expect((await resultOf({ content: [part] })).text).toBe(shown);
  });

  test("that there was nothing, when there was nothing", async () => {
    expect((await resultOf({ content: [] })).text).toBe("(mcp__s__t completed with no output)");
    expect((await resultOf({})).text).toBe("(mcp__s__t completed with no output)");
  });

  test("a failure without a word as one", async () => {
    const { outcome, text: read } = await resultOf({ content: [], isError: true });
    expect([outcome, read]).toEqual([
      "failed",
      expect.stringContaining("The server says that the tool failed, and not why."),
    ]);
  });
});

describe("a result that is not of the form the protocol asks for", () => {
  const ODD = { toString: 1, valueOf: 1 };
  const HINT = "(The server did not send the content of this result as a list of parts.)";

  test.each<[string, object, string]>([
    ["has one text as its content", { content: "hello" }, `hello\n${HINT}`],
    ["has one part as its content", { content: text("hello") }, `hello\n${HINT}`],
    [
      "has a number as its content",
      { content: 7 },
      `[content of the type number, which this client does not know]\n${HINT}`,
    ],
    ["has members of its own", { answer: 42 }, `{\n  "answer": 42\n}\n${HINT}`],
    ["has texts as parts", { content: ["a", text("b")] }, "a\nb"],
    ["has a number as a text", { content: [{ type: "text", text: 7 }] }, "7"],
    [
      "has an object as a text",
      { content: [{ type: "text", text: ODD }] },
      "[content of the type text, which this client does not know]",
    ],
    [
      "has an object as a type",
      { content: [{ type: ODD }, text("b")] },
      "[content of the type an object, which this client does not know]\nb",
    ],
    [
      "has an object as a type of media",
      { content: [{ type: "image", mimeType: ODD, data: "!" }] },
      "[an object, left out: it is not base64]",
    ],
  ])("and %s is shown", async (_, result, shown) => {
    const { outcome, text: read } = await resultOf(result);
    expect([outcome, read]).toEqual(["succeeded", shown]);
  });

  test.each(["true", 1, "yes", {}])("and calls itself a failure with %j is one", async (isError) => {
    const { outcome, text: read } = await resultOf({ content: [text("boom")], isError });
    expect([outcome, read]).toEqual(["failed", expect.stringContaining("boom")]);
  });

  test.each([false, null, "false", 0, ""])("and calls itself none with %j is none", async (isError) => {
    expect((await resultOf({ content: [text("fine")], isError })).outcome).toBe("succeeded");
  });

  test("and has a structure too deep to be shown leaves a word for it", async () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const world = createMcpWorld();
    const raw = `{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"structuredContent":{"a":${deep}}}}`;
    world.raw("s", { tools: [{ name: "t", outputSchema: { type: "object" } }], acts: { t: { raw } } });
    const session = await world.session({ permissions: { allow: ["mcp__s"] } });
    const { outcome, text: read } = await callOne(session, "mcp__s__t");
    expect([outcome, read]).toEqual([
      "succeeded",
      "(The structured part of this result is nested deeper than 200 levels and is left out.)",
    ]);
  });

  test("and has parts without number is read as few", async () => {
    const parts = Array.from({ length: 50_000 }, (_, i) => text(`p${i}`));
    const { content } = await resultOf({ content: parts });
    const blocks = content as { text: string }[];
    expect(blocks.length).toBeLessThan(10);
    expect(blocks[0]?.text.startsWith("p0\np1\n")).toBe(true);
    expect(blocks.at(-1)?.text).toBe(
      "(The server sent 49000 more parts of this result, which are left out.)",
    );
  });
});

describe("a secret in what a server sends", () => {
  // Put together here, so that no scanner takes this file for a leak.
  const TOKEN = `ghp_${"a1B2c3D4e5".repeat(3)}`;
  const begin = (what: string) => `-----${what} PRIVATE KEY-----`;
  const KEY = [
    begin("BEGIN"),
    ...Array(6).fill("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".repeat(2)),
    begin("END"),
  ].join("\n");
  const leaks = (read: string): boolean => /ghp_|MIIEvQ/.test(read);

  test.each<[string, object]>([
    ["text", { content: [text(`a ${TOKEN} b`)] }],
    [
      "an embedded resource",
      { content: [{ type: "resource", resource: { uri: "x://a", text: `a ${TOKEN} b` } }] },
    ],
    ["an address", { content: [{ type: "resource", resource: { uri: `x://${TOKEN}`, text: "a" } }] }],
    ["a link", { content: [{ type: "resource_link", uri: "x://a", name: "n", description: TOKEN }] }],
    ["structured content", { content: [], structuredContent: { deep: { token: [TOKEN] } } }],
    ["structured content with lines", { content: [], structuredContent: { key: KEY } }],
    ["structured content by its keys", { content: [], structuredContent: { [TOKEN]: 1 } }],
    ["a failure", { content: [text(`no: ${TOKEN}`)], isError: true }],
  ])("is masked in %s", async (_, result) => {
    const { text: read } = await resultOf(result);
    expect(leaks(read)).toBe(false);
    expect(read).toContain("[masked]");
  });

  test("is masked in a text that comes as base64, and in its file; what is no text stays as it is", async () => {
    const world = createMcpWorld();
    const blob = (bytes: Buffer, mimeType: string) => ({
      type: "resource",
      resource: { uri: "x://a", mimeType, blob: bytes.toString("base64") },
    });
    const binary = Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(TOKEN)]);
    const parts = [blob(Buffer.from(`key ${TOKEN}\n`), "text/x-env"), blob(binary, "application/x-db")];
    world.raw("s", { tools: [{ name: "t" }], acts: { t: { result: { content: parts } } } });
    const session = await world.session({ permissions: { allow: ["mcp__s"] } });
    const { text: read } = await callOne(session, "mcp__s__t");
    const files = [...read.matchAll(/saved to (.+)\]/g)].map(([, path]) => readFileSync(path ?? ""));
    expect(files[0]?.toString()).toBe("key [masked]\n");
    expect(files[1]).toEqual(binary);
  });

  test("is masked in a resource that is read or listed", async () => {
    const world = createMcpWorld();
    world.raw("s", { tools: [], resources: [{ uri: "x://a", name: TOKEN, text: `a ${TOKEN} b` }] });
    const session = await world.session({ permissions: { allow: ["ReadMcpResourceTool"] } });
    const read = await callOne(session, "ReadMcpResourceTool", { server: "s", uri: "x://a" });
    const listed = await callOne(session, "ListMcpResourcesTool");
    expect([read.text, listed.text].map(leaks)).toEqual([false, false]);
    expect(read.text).toContain("x://a\na [masked] b");
  });
});
