import { expect, test } from "vitest";
import { createLedger } from "../../src/transcript/ledger.ts";

const result = (id: string) => ({ block: { type: "tool_result", tool_use_id: id, content: id } }) as const;

test("results come in the order the slots were opened, not the order they were closed", () => {
  const ledger = createLedger();
  for (const id of ["b", "a", "10", "9"]) ledger.open(id);
  for (const id of ["9", "a", "10", "b"]) ledger.close(id, result(id));
  expect(ledger.results().map(({ block }) => block.tool_use_id)).toEqual(["b", "a", "10", "9"]);
  expect(ledger.size).toBe(4);
});

test.each<[string, (ledger: ReturnType<typeof createLedger>) => void, string]>([
  ["a slot opened twice", (l) => l.open("a"), "already has a slot for `a`"],
  ["a result for no slot", (l) => l.close("b", result("b")), "has no slot for `b`"],
  ["a result that names another call", (l) => l.close("a", result("b")), "the result for `a` names `b`"],
  [
    "a second result",
    (l) => {
      l.close("a", result("a"));
      l.close("a", result("a"));
    },
    "already has a result for `a`",
  ],
  ["an open slot at the end", (l) => l.results(), "has no result for `a`"],
])("%s is a broken promise", (_, act, message) => {
  const ledger = createLedger();
  ledger.open("a");
  expect(() => act(ledger)).toThrow(message);
});
