import { expect, test } from "vitest";
import { readLine } from "../src/read-line.ts";

const answer = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...more });
const note = { jsonrpc: "2.0", method: "notifications/x" };

test.each<[string, string, object]>([
  ["a result", answer({ result: { a: 1 } }), { result: { a: 1 } }],
  ["an error", answer({ error: { code: 5, message: "no" } }), { error: { code: 5, message: "no" } }],
  [
    "an error with data",
    answer({ error: { code: 5, message: "no", data: [1] } }),
    { error: { code: 5, message: "no", data: [1] } },
  ],
  [
    "an error beside a result",
    answer({ result: {}, error: { code: 5, message: "no" } }),
    { error: { code: 5, message: "no" } },
  ],
  [
    "an error without a code",
    answer({ error: { message: "no" } }),
    { error: { code: -32_000, message: "no" } },
  ],
  ["a list as result", answer({ result: [] }), { error: { code: -32_000, message: expect.any(String) } }],
])("%s is read", (_, line, read) => {
  expect(readLine(line)).toEqual({ messages: [], answers: [{ id: 1, answer: read }], isNoisy: false });
});

test.each([
  "",
  "x",
  "7",
  "null",
  "[]",
  "{}",
  '{"id":true,"result":{}}',
  '{"method":"x"}',
  '{"id":1,"method":7}',
])("%j is no message", (line) => {
  const { messages, answers, isNoisy } = readLine(line);
  expect([messages, answers, isNoisy]).toEqual([[], [], line !== "[]"]);
});

test("a list brings all that is in it", () => {
  const line = JSON.stringify([note, 7, JSON.parse(answer({ result: {} })), note]);
  expect(readLine(line)).toEqual({
    messages: [note, note],
    answers: [{ id: 1, answer: { result: {} } }],
    isNoisy: true,
  });
});
