import { describe, expect, test } from "vitest";
import { isWanted, readDomains } from "../../src/search/domains.ts";

describe("names of domains", () => {
  test.each([
    ["example.com", "example.com"],
    [" Docs.EXAMPLE.com. ", "docs.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
  ])("%j is read as %s", (name, domain) => {
    expect(readDomains([name])).toEqual([domain]);
  });

  test.each([
    "",
    "com",
    "https://example.com",
    "example.com/docs",
    "*.example.com",
    "a b.example",
    "example..com",
    "example.com:80",
  ])("%j is refused", (name) => {
    expect(() => readDomains([name])).toThrow("is not the name of a domain");
  });
});

test.each([
  ["https://example.com/a", true],
  ["https://docs.EXAMPLE.com./a", true],
  ["https://example.com:8443/", true],
  ["https://notexample.com/", false],
  ["https://example.com.evil.test/", false],
  ["https://evil.test/?example.com", false],
  ["https://example.com@evil.test/", false],
  ["ftp://example.com/", false],
  ["no url", false],
])("a page at %s is of example.com: %s", (url, isOf) => {
  const hit = { title: "t", url };
  expect(isWanted(hit, { query: "q", allowedDomains: ["other.test", "example.com"] })).toBe(isOf);
  const isWebPage = /^https:/.test(url);
  expect(isWanted(hit, { query: "q", blockedDomains: ["example.com"] })).toBe(isWebPage && !isOf);
});
