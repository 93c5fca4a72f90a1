import { describe, expect, it } from "vitest";
import { matchDomain } from "../../src/policy/match-domain.ts";

describe("matchDomain", () => {
  it.each([
    ["example.com", "example.com", true],
    ["domain:example.com", "example.com", true],
    ["example.com", "EXAMPLE.Com", true],
    ["Example.COM", "example.com", true],
    ["example.com", "example.com.", true],
    ["example.com.", "example.com", true],
    ["domain: example.com ", "example.com", true],
    ["xdomain:example.com", "xexample.com", false],
    ["example.com", " example.com ", true],
    ["example.com..", "example.com", true],
    ["example.com", "example.com..", true],
    ["example.com", "www.example.com", false],
    ["example.com", "notexample.com", false],
    ["example.com", "example.com.other.test", false],
    ["*.example.com", "a.example.com", true],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", ".example.com", false],
    ["*.example.com", "notexample.com", false],
    ["*.example.com", "a.example.com.other.test", false],
    ["example.*", "example.com", true],
    ["example.*", "example.other.com", false],
    ["api.*.com", "api.x.com", true],
    ["api.*.com", "api.x.y.com", false],
    ["*example.com", "myexample.com", true],
    ["*example.com", "a.example.com", false],
    ["*.api.*.com", "a.b.api.x.com", true],
    ["*", "anything.test", true],
    ["*", "", false],
    ["*", ".example.com", true],
    ["", "example.com", false],
    ["", "", false],
    ["bücher.example", "xn--bcher-kva.example", true],
    ["*.bücher.example", "a.xn--bcher-kva.example", true],
    ["example.com", "еxample.com", false],
    ["127.0.0.1", "127.1", true],
    ["[::1]", "[::1]", true],
  ])("%s on %s is %s", (specifier, host, expected) => {
    expect(matchDomain(specifier, host)).toBe(expected);
  });
});
