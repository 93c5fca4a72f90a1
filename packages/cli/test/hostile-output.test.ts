import { readdir, readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { ConfigError, type Decision, type PromptEvent, type Question } from "@gauntlet/core";
import { expect, test, vi } from "vitest";
import { questionText } from "../src/question-text.ts";
import { createRenderer } from "../src/render.ts";
import { reportError } from "../src/report-error.ts";
import { createQuestionRound } from "../src/terminal-questions.ts";
import { createPlace, run } from "./command.ts";

// A terminal obeys the first two, shows text in another order after the third, and begins a line after the last.
const HOSTILE = "\u001b[2J\u009b31m\u202ex\nforged: line";
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;

const decision: Decision = {
  id: "1a2b3c4d-0000-4000-8000-000000000000",
  at: "",
  behavior: "ask",
  effective: "ask",
  because: [{ behavior: "ask", source: "project", voter: "rules", why: `odd\n  touches: nothing` }],
  uncovered: [],
  votes: [],
  effects: [{ kind: "write", path: "/w/a\n  touches: nothing", realPath: "/w/a" }],
  mode: "default",
  headless: false,
  policies: [],
};

test.each<PromptEvent>([
  { type: "call.requested", call: "c", tool: HOSTILE, input: {}, words: "words" } as PromptEvent,
  { type: "call.decided", call: "c", tool: HOSTILE, decision },
  { type: "call.rewritten", call: "c", by: HOSTILE, input: {} } as unknown as PromptEvent,
  { type: "call.repeated", call: "c", tool: HOSTILE, times: 3 },
  { type: "call.shown", call: "c", tool: HOSTILE, outcome: "invalid", text: "" } as PromptEvent,
])("the name of a tool or plugin is not obeyed by the terminal: $type", async (event) => {
  const stream = new PassThrough();
  const shown = text(stream);
  const renderer = createRenderer({ text: stream, calls: stream });
  renderer.show(event);
  renderer.end();
  stream.end();
  expect(await shown).not.toMatch(OBEYED);
  expect(await shown).not.toMatch(/^forged/m);
});

test("nothing a model or server writes begins a line of a question, but behind the bar of the preview", () => {
  const question: Question = {
    call: "c",
    tool: "Write",
    input: {},
    words: "write a\n  touches: nothing",
    preview: "+one\n  touches: nothing",
    decision,
    proposals: [],
  };
  expect(questionText(question, { colors: false }).split("\n")).toEqual([
    "Write wants to: write a\\n  touches: nothing",
    "  │ +one",
    "  │   touches: nothing",
    "  touches: write /w/a\\n  touches: nothing",
    "  asks because: odd\\n  touches: nothing (project)",
  ]);
});

test("an option of a server's question is one line", () => {
  const asked = {
    key: "a",
    words: "which?\n    1  no",
    options: [{ label: "x\n    2  y" }],
    isMultiple: false,
  };
  expect(createQuestionRound([asked], {}).prompt().split("\n")).toEqual([
    "  which?\\n    1  no",
    "    1  x\\n    2  y",
    "  a number, or your own words · n · s > ",
  ]);
});

test.each([undefined, "1"])(
  "an error is not obeyed, nor its cause, with GAUNTLET_DEBUG %s",
  async (debug) => {
    vi.stubEnv("GAUNTLET_DEBUG", debug);
    const stream = new PassThrough();
    const cause = new Error(`deep ${HOSTILE}`);
    reportError(new ConfigError("GNT_CONFIG_INVALID", HOSTILE, { hint: `do\n${HOSTILE}`, cause }), stream);
    stream.end();
    const shown = await text(stream);
    vi.unstubAllEnvs();
    expect(shown).not.toMatch(OBEYED);
    expect(shown).toMatch(
      /^gauntlet: \\u\{1b\}.*x\n {2}\| forged: line \(GNT_CONFIG_INVALID\)\n {2}do\n {2}\| /,
    );
    expect(shown.includes("deep")).toBe(debug !== undefined);
  },
);

test("a name from a repository cannot forge a line of ours in a notice", async () => {
  const servers = { [`a${HOSTILE.replace("forged", "gauntlet")}`]: { nonsense: 1 } };
  const place = await createPlace({ ".mcp.json": JSON.stringify({ mcpServers: servers }) });
  await run(place, ["trust"]);
  const { stderr } = await run(place, ["tools"]);
  expect(stderr).toContain("nonsense");
  expect(stderr).not.toMatch(OBEYED);
  expect(stderr).not.toMatch(/^gauntlet: line/m);
});

test("JSON for scripts holds no character that a terminal obeys", async () => {
  const place = await createPlace({ "a.txt": HOSTILE });
  const { stdout } = await run(place, ["call", "Read", JSON.stringify({ file_path: "a.txt" }), "--json"]);
  expect(stdout).not.toMatch(OBEYED);
  expect(JSON.stringify(JSON.parse(stdout))).toContain("\u202e");
});

test("no command writes JSON past `visibleJson`", async () => {
  const directory = new URL("../src/commands/", import.meta.url);
  for (const file of await readdir(directory)) {
    expect(await readFile(new URL(file, directory), "utf8"), file).not.toMatch(/\$\{JSON\.stringify/);
  }
});
