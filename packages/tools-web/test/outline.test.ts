import { expect, test } from "vitest";
import { MAX_OUTLINE_LINES } from "../src/limits.ts";
import { outlineOf } from "../src/outline.ts";

test("names headings with their lines, and nothing from code", () => {
  const text = "# One\n\ntext # no\n\n````sh\n# comment\n```\n# still code\n````\n\n## Two";
  expect(outlineOf(text)).toBe("1: # One\n11: ## Two");
});

test("says how many more there are", () => {
  const text = Array.from({ length: MAX_OUTLINE_LINES + 3 }, (_, i) => `## ${i}`).join("\n");
  expect(outlineOf(text).split("\n").at(-1)).toBe("(3 more headings)");
});

test("is empty without headings", () => {
  expect(outlineOf("a\nb")).toBe("");
});
