import { expect, test } from "vitest";
import { isHostName } from "../../src/contract/host-name.ts";

test.each([
  "example.com",
  "*.example.com",
  "*",
  "[::1]",
  "localhost",
  "a*.example.com",
  "xn--bcher-kva.example",
])("%s names a host", (name) => expect(isHostName(name)).toBe(true));

test.each([
  ...["https://example.com", "example.com/a", "example.com:80", "user@example.com", "a b", ""],
  ...[".example.com", "**.example.com", "a..b", "a.com,b.com", "{a,b}.com"],
])("%j does not", (name) => expect(isHostName(name)).toBe(false));

test("a text made to take long is read at once", () => {
  expect(isHostName(`a${".".repeat(300_000)}`)).toBe(isHostName("a.."));
});
