import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const COMMANDS = [["call"], ["explain"]];
const CHARACTERS = [
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
];

/** The answers, one for each line of input. */
async function answersTo(command: string, input: string): Promise<readonly Record<string, unknown>[]> {
  const place = await createPlace({ "a.txt": "alpha\n" });
  const { code, stdout } = await run(place, [command, "--jsonl"], { input });
  expect(code).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe.each(COMMANDS)("gauntlet %s --jsonl", (command) => {
  test.each(CHARACTERS)("takes a line with %s in it for one line", async (_, char) => {
    const request = { id: 1, tool: "Read", input: { file_path: `a${char}b.txt` } };
    const answers = await answersTo(command, `${JSON.stringify(request)}\n`);
    expect(answers).toMatchObject([{ id: 1, decision: { behavior: "allow" } }]);
  });

  test("takes carriage returns between the parts of a line, and before its end, for white space", async () => {
    const input = '{"id":1,\r"tool":"Read","input":{"file_path":"a.txt"}}\r\n\r\n';
    expect(await answersTo(command, input)).toMatchObject([{ id: 1, decision: { behavior: "allow" } }]);
  });

  test("takes a last line without an end", async () => {
    const input = '{"id":1,"tool":"Read","input":{"file_path":"a.txt"}}';
    expect(await answersTo(command, input)).toMatchObject([{ id: 1, decision: { behavior: "allow" } }]);
  });
});
