import { once } from "node:events";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { PersonAnswer, Question } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { createTerminalAnswerer, readAnswer } from "../src/terminal-answerer.ts";

const question: Question = {
  call: "toolu_1",
  tool: "Edit",
  input: { file_path: "/w/a.ts" },
  words: "edit /w/a.ts",
  preview: "/w/a.ts\n-old\u202e line\n+new line",
  decision: {
    id: "d1",
    at: "",
    behavior: "ask",
    effective: "ask",
    because: [],
    uncovered: [0],
    votes: [],
    effects: [{ kind: "write", path: "/w/a.ts", realPath: "/w/a.ts" }],
    mode: "default",
    headless: false,
    policies: [],
  },
  proposals: ["Edit(//w/a.ts)"],
};

describe("a line at the prompt", () => {
  test.each<[string, PersonAnswer]>([
    ["y", { behavior: "allow" }],
    [" yes ", { behavior: "allow" }],
    ["n", { behavior: "deny" }],
    ["n use tabs, please", { behavior: "deny", message: "use tabs, please" }],
    ["s", { behavior: "stop" }],
    ["r", { behavior: "allow", remember: { rules: ["Edit(//w/a.ts)"], scope: "session" } }],
    ["r30", { behavior: "allow", remember: { rules: ["Edit(//w/a.ts)"], scope: "session", minutes: 30 } }],
    ["rl", { behavior: "allow", remember: { rules: ["Edit(//w/a.ts)"], scope: "local" } }],
    ["ru Edit(src/**)", { behavior: "allow", remember: { rules: ["Edit(src/**)"], scope: "user" } }],
    ['e {"file_path":"/w/b.ts"}', { behavior: "allow", input: { file_path: "/w/b.ts" } }],
    ["m plan", { behavior: "mode", mode: "plan" }],
  ])("%s", (line, answer) => {
    expect(readAnswer(line, question)).toEqual(answer);
  });

  test.each(["", "Y", "yep", "?", "r0", "r99999", "e nonsense", "m yolo"])(
    "%j is no answer and gets a word of help",
    (line) => {
      expect(readAnswer(line, question)).toEqual(expect.any(String));
    },
  );

  test("r is no answer when no rule can stand for just this call", () => {
    expect(readAnswer("r", { proposals: [] })).toEqual(expect.any(String));
  });
});

describe("the person at the terminal", () => {
  async function ask(typed: string): Promise<{ answer: PersonAnswer | undefined; shown: string }> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const shown = text(output);
    input.end(typed);
    const answer = await createTerminalAnswerer({ input, output }).answer(
      question,
      new AbortController().signal,
    );
    output.end();
    return { answer, shown: await shown };
  }

  test("sees the diff, what is touched, why it asks, and the rule, with invisible characters spelled out", async () => {
    const { shown } = await ask("y\n");
    for (const part of [
      "Edit wants to: edit /w/a.ts",
      "-old\\u{202e} line",
      "+new line",
      "touches: write /w/a.ts",
      "asks because:",
      "r would remember: Edit(//w/a.ts)",
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toContain("\u202e");
    expect(shown).not.toContain("\u001b[3");
  });

  test("is asked again until the answer can be understood", async () => {
    const { answer, shown } = await ask("what?\ny\n");
    expect(answer).toEqual({ behavior: "allow" });
    expect(shown).toContain("allow once");
  });

  test("has not answered by what was typed before the question was shown", async () => {
    const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
    input.write("y\n");
    const asked = createTerminalAnswerer({ input, output }).answer(question, new AbortController().signal);
    await once(output, "readable");
    input.write("n\n");
    expect(await asked).toEqual({ behavior: "deny" });
  });

  test("who goes away without an answer has said no", async () => {
    expect((await ask("")).answer).toEqual({ behavior: "deny" });
  });
});
