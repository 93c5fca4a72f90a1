import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/contract/event.ts";
import { type SearchOptions, type SessionHit, searchSessions } from "../../src/session/search-sessions.ts";
import { scratchDirectory } from "../world.ts";
import { CWD, intended, prompted, put, settled, used, writeSession, wrote } from "./sessions-on-disk.ts";

let state = "";
beforeEach(async () => {
  state = await scratchDirectory();
});

async function search(text: string, options: SearchOptions = {}): Promise<readonly SessionHit[]> {
  const hits: SessionHit[] = [];
  for await (const hit of searchSessions(state, text, options)) hits.push(hit);
  return hits;
}

describe("a text is found", () => {
  const history: SessionEvent = {
    type: "history.loaded",
    messages: [
      { role: "user", content: [{ type: "text", text: "the NEEDLE" }] },
      { role: "assistant", content: [{ type: "text", text: "a needle" }] },
    ],
  };
  test.each<[string, readonly SessionEvent[], readonly string[]]>([
    ["in a prompt", [prompted("find the Needle")], ["prompt 2"]],
    ["in what the model wrote", [wrote("a NEEDLE?")], ["model 2"]],
    [
      "in an input, once for the call that ran with it",
      [used("c", { a: [{ b: "needle" }] }), intended("c", { a: [{ b: "needle" }] })],
      ["input 2"],
    ],
    ["in the input of a call no model made", [intended("c", { b: "needle" })], ["input 2"]],
    [
      "in the input a tap wrote",
      [{ type: "call.rewritten", call: "c", by: "t", input: { x: "needle" } }],
      ["input 2"],
    ],
    ["in a result", [settled("c", "line\nneedle\n")], ["result 2"]],
    [
      "in a text that goes with results",
      [{ type: "results.sent", replaced: [], texts: ["needle"] }],
      ["result 2"],
    ],
    ["in a conversation that was loaded", [history], ["prompt 2", "model 2"]],
  ])("%s", async (_, events, expected) => {
    await writeSession(state, "s1", events);
    const hits = await search("nEEdle");
    expect(hits.map((hit) => `${hit.in} ${hit.seq}`)).toEqual(expected);
    for (const { text, at = -1, line, seq } of hits) {
      expect(text.slice(at, at + 6).toLowerCase()).toBe("needle");
      expect(line).toBe(seq);
    }
  });

  test("in a spilled result", async () => {
    const { results } = await writeSession(state, "s1");
    await put(join(results, "c-1.txt"), "one\ntwo needle\n");
    expect(await search("needle")).toEqual([
      { session: "s1", file: join(results, "c-1.txt"), line: 2, in: "result", text: "two needle", at: 4 },
    ]);
  });

  test.each(["a.b", "(", "[x", "\\", "a\u2028b", 'say "hi"', "{1}", "é"])(
    "that is %j, letter by letter",
    async (text) => {
      await writeSession(state, "s1", [prompted(`so: ${text}!`), prompted("axb aab")]);
      expect(await search(text)).toMatchObject([{ at: 4 }]);
    },
  );
});

test("a result that goes away meanwhile is passed over", async () => {
  const { results } = await writeSession(state, "s1");
  for (const name of ["a-1.txt", "b-1.txt", "c-1.txt"]) await put(join(results, name), "needle");
  const hits: string[] = [];
  for await (const { file } of searchSessions(state, "needle")) {
    hits.push(file);
    await rm(join(results, "b-1.txt"), { force: true });
  }
  expect(hits).toEqual([join(results, "a-1.txt"), join(results, "c-1.txt")]);
});

test("sessions written last come first, and one directory can be searched alone", async () => {
  await writeSession(state, "old", [prompted("needle")], { minute: 1 });
  await writeSession(state, "new", [prompted("needle")], { minute: 2, cwd: "/srv/other" });
  expect((await search("needle")).map(({ session }) => session)).toEqual(["new", "old"]);
  expect((await search("needle", { cwd: CWD })).map(({ session }) => session)).toEqual(["old"]);
});

test("texts are found as they are and given masked", async () => {
  const { results } = await writeSession(state, "s1", [used("c", { password: "needle" })]);
  await put(join(results, "c-1.txt"), "token needle-1\n");
  const mask = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll("needle", "***"));
  expect(await search("needle", { mask })).toMatchObject([{ text: "***" }, { text: "token ***-1" }]);
  expect(await search("token", { mask })).toMatchObject([{ text: "token ***-1", at: 0 }]);
});

test("lines that cannot be read are passed over, and inputs may be deep", async () => {
  const { journal } = await writeSession(state, "s1", [prompted("needle")]);
  const deep = `${"[".repeat(5_000)}"needle"${"]".repeat(5_000)}`;
  await appendFile(
    journal,
    [
      '{"event":{"type":"prompt.submitted","content":[null,4,{"text":{}}]}}',
      '{"event":{"type":"block.completed"}}',
      '{"event":{"type":"block.completed","block":null}}',
      '{"event":{"type":"history.loaded","messages":[null,{"content":7}]}}',
      `{"seq":9,"event":{"type":"call.intent","call":"c","tool":"T","effects":[],"input":${deep}}}`,
      '{"event":{"type":"call.settled","result":"needle',
    ].join("\n"),
  );
  expect((await search("needle")).map((hit) => hit.seq)).toEqual([2, 9]);
});
