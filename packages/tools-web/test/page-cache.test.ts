import { expect, test } from "vitest";
import { CACHE_MS, MAX_CACHED_CHARS, MAX_CACHED_PAGES } from "../src/limits.ts";
import type { Page } from "../src/page.ts";
import { createPageCache } from "../src/page-cache.ts";

const pageOf = (text: string, mayKeep = true): Page => ({
  url: "u",
  host: "h",
  code: 200,
  codeText: "OK",
  mediaType: "text/plain",
  bytes: text.length,
  fetchedAt: "",
  notes: [],
  text,
  mayKeep,
});

test("gives a page again for fifteen minutes", () => {
  let now = 0;
  const cache = createPageCache(() => now);
  cache.set("a", pageOf("one"));
  now = CACHE_MS - 1;
  expect(cache.get("a")?.text).toBe("one");
  now = CACHE_MS;
  expect(cache.get("a")).toBeUndefined();
});

test("does not keep what its site does not want to be kept", () => {
  const cache = createPageCache();
  cache.set("a", pageOf("one"));
  cache.set("a", pageOf("two", false));
  expect(cache.get("a")).toBeUndefined();
});

test("lets the oldest pages go when there are too many", () => {
  const cache = createPageCache();
  for (let i = 0; i <= MAX_CACHED_PAGES; i++) cache.set(String(i), pageOf("x"));
  expect(cache.get("0")).toBeUndefined();
  expect(cache.get("1")).toBeDefined();
});

test("lets the oldest pages go when they are too large together", () => {
  const cache = createPageCache();
  const half = "x".repeat(MAX_CACHED_CHARS / 2);
  for (const url of ["a", "b", "c"]) cache.set(url, pageOf(half));
  expect(["a", "b", "c"].filter((url) => cache.get(url))).toEqual(["b", "c"]);
  cache.set("d", pageOf(`${half}${half}x`));
  expect(cache.get("d")).toBeUndefined();
});
