import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { systemReason } from "../src/errors.ts";

test("a refusal of the system is said without the path", async () => {
  const thrown = await readFile("/no/such, file").catch((error: unknown) => error);
  expect(systemReason(thrown)).toBe("no such file or directory (ENOENT)");
});

test.each([new Error("E2: a, b"), new Error("it is broken, as said"), "text", undefined])(
  "%s keeps its words",
  (thrown) => {
    expect(systemReason(thrown)).toBe(thrown instanceof Error ? thrown.message : String(thrown));
  },
);
