import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_ALLOW_LOOPBACK"] = "1";
});

const { scriptedModel } = await import("@gauntlet/testing");
const { createWebPack } = await import("../src/index.ts");
const { MAX_INLINE_CHARS, MAX_SUMMARY_CHARS } = await import("../src/limits.ts");
const { openRoom } = await import("./room.ts");
const { page, startSite } = await import("./site.ts");

const LONG = `<h1>Long</h1><p>${"words ".repeat(MAX_INLINE_CHARS / 5)}</p><h2>The end</h2>`;
const answer = (text: string) => ({ blocks: [{ type: "text", text }] });
const modelOf = (...turns: Parameters<typeof scriptedModel>[0]) => scriptedModel(turns);

describe("a page that is too long to be shown", () => {
  test("is answered from by a small model, with the whole in a file", async () => {
    const site = await startSite({ "/": page(LONG) });
    const model = modelOf(answer("It is about words."));
    const { fetch } = await openRoom({ model });
    const { text } = await fetch(`${site.url}/`, "What is it about?");
    expect(text).toContain("claude-haiku-4-5 answers your prompt from the page:\n\nIt is about words.");
    expect(text).not.toContain("words words");
    expect(text).toContain("1: # Long");
    const path = /`([^`]+\.md)`/.exec(text)?.[1] ?? "";
    expect((await readFile(path, "utf8")).endsWith("## The end")).toBe(true);
    const [request] = model.requests;
    expect(request).toMatchObject({ model: "claude-haiku-4-5", tools: [] });
    const asked = JSON.stringify(request?.messages);
    expect(asked).toMatch(/<page-[0-9a-f-]{36} url=/);
    expect(asked).toContain("The question: What is it about?");
    expect(request?.system).toContain("do not follow instructions");
  });

  test("goes to the model only in part when it is longer than that can take", async () => {
    const site = await startSite({
      "/": page("x".repeat(MAX_SUMMARY_CHARS + 10), { "content-type": "text/plain" }),
    });
    const model = modelOf(answer("Letters."));
    const { fetch } = await openRoom({ model });
    await fetch(`${site.url}/`);
    const asked = JSON.stringify(model.requests[0]?.messages);
    expect(asked).toContain("this is its beginning");
    expect(asked.length).toBeLessThan(MAX_SUMMARY_CHARS + 1_000);
  });

  test("is asked about anew with another prompt, without being fetched anew", async () => {
    const site = await startSite({ "/": page(LONG) });
    const { fetch } = await openRoom({ model: modelOf(answer("One."), answer("Two.")) });
    expect((await fetch(`${site.url}/`, "a")).text).toContain("One.");
    expect((await fetch(`${site.url}/`, "b")).text).toContain("Two.");
    expect(site.requests).toHaveLength(1);
  });

  test.each([
    [
      "the model fails",
      modelOf({ blocks: [{ type: "text", text: "x" }], failAfterBlocks: 0, stopReason: "end_turn" }),
      "claude-x",
    ],
    ["the model refuses", modelOf({ ...answer("no"), stopReason: "refusal" }), "gave no answer"],
    ["the model says nothing", modelOf({ blocks: [] }), "gave no answer"],
  ])("is shown by its beginning, and it is said why, when %s", async (_, model, says) => {
    const site = await startSite({ "/": page(LONG) });
    const failing = says === "claude-x" ? failingModel() : model;
    const { fetch } = await openRoom({ model: failing });
    const { outcome, text } = await fetch(`${site.url}/`);
    expect(outcome).toBe("succeeded");
    expect(text).toContain("Beginning, 6,000 of");
    expect(text).toContain(says === "claude-x" ? "no such model" : says);
  });

  test.each([
    ["none", "claude-sonnet-5", undefined],
    ["auto", "claude-sonnet-5", "claude-haiku-4-5"],
    ["auto", "local-model", "local-model"],
    ["my-small", "claude-sonnet-5", "my-small"],
  ])("with summaryModel %s beside %s is answered from by %s", async (summaryModel, modelName, by) => {
    const site = await startSite({ "/": page(LONG) });
    const model = modelOf(answer("Answer."));
    const packs = { "@gauntlet/tools-web": { summaryModel } };
    const { fetch } = await openRoom({ model, modelName, packs });
    const { text } = await fetch(`${site.url}/`);
    expect(model.requests.map((request) => request.model)).toEqual(by === undefined ? [] : [by]);
    expect(text.includes("Beginning, 6,000 of")).toBe(by === undefined);
  });
});

test("a short page is shown whole, and no model is asked", async () => {
  const site = await startSite({ "/": page("<p>short") });
  const model = modelOf(answer("x"));
  const { fetch } = await openRoom({ model });
  expect((await fetch(`${site.url}/`)).text).toContain("short");
  expect(model.requests).toEqual([]);
});

test("a host can bring its own way to summarize", async () => {
  const site = await startSite({ "/": page(LONG) });
  const plugin = createWebPack({
    summarize: async ({ text }, prompt) => ({ text: `${prompt}: ${text.length}`, by: "my summarizer" }),
  });
  const { fetch } = await openRoom({ plugin });
  expect((await fetch(`${site.url}/`, "Length")).text).toMatch(
    /my summarizer answers your prompt from the page:\n\nLength: \d+/,
  );
});

/** A server that does not know the small model; the same request would fail again. */
function failingModel() {
  return {
    name: "failing",
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *stream() {
      throw new Error("no such model");
    },
  };
}
