import { expect, test } from "vitest";
import { isLocalName } from "../../src/net/local-name.ts";

test.each([
  ["localhost", true],
  ["a.localhost", true],
  ["intranet", true],
  ["nas.home.arpa", true],
  ["x.internal", true],
  ["example.com", false],
  ["localhost.example.com", false],
  ["internal.example", false],
])("%s is a local name: %s", (host, isLocal) => {
  expect(isLocalName(host)).toBe(isLocal);
});
