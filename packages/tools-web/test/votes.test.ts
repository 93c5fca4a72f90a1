import type { GauntletOptions } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { PREAPPROVED_HOSTS } from "../src/index.ts";
import { openRoom } from "./room.ts";

type Permissions = NonNullable<GauntletOptions["permissions"]>;

/** What would be decided about a fetch; nothing is looked up or contacted. */
async function decide(url: string, permissions: Permissions = {}, options: Partial<GauntletOptions> = {}) {
  const { session } = await openRoom({ permissions, ...options });
  const explained = await session.explain({ tool: "WebFetch", input: { url, prompt: "x" } });
  if ("outcome" in explained) throw new Error(explained.message);
  const { behavior, because, effects } = explained.decision;
  return { behavior, why: because.map(({ why }) => why).join("; "), effects };
}

describe("a rule on a domain", () => {
  const rule = (specifier: string) => `WebFetch(domain:${specifier})`;

  test.each([
    ["example.com", "https://example.com/", true],
    ["example.com", "https://EXAMPLE.com:443/docs", true],
    ["example.com", "http://example.com/", true],
    ["example.com", "https://example.com./", true],
    ["example.com", "https://ex\tample.com/", true],
    ["example.com", "https:\\\\example.com\\a", true],
    ["example.com", "https://example.com:8443/", true],
    ["EXAMPLE.com.", "https://example.com/", true],
    ["example.com", "https://www.example.com/", false],
    ["example.com", "https://evil-example.com/", false],
    ["example.com", "https://example.com.evil.test/", false],
    ["example.com", "https://evil.test/?example.com", false],
    ["example.com", "https://evil.test/#@example.com/", false],
    ["example.com", "https://evil.test\\@example.com/", false],
    ["example.com", "https://еxample.com/", false],
    ["*.example.com", "https://a.b.example.com/", true],
    ["*.example.com", "https://example.com/", false],
    ["*.example.com", "https://aexample.com/", false],
    ["bücher.example", "https://xn--bcher-kva.example/", true],
    ["xn--bcher-kva.example", "https://BÜCHER.example/", true],
    ["8.8.8.8", "http://0x08080808/", true],
  ])("%s and %s: %s", async (specifier, url, binds) => {
    expect((await decide(url, { allow: [rule(specifier)] })).behavior).toBe(binds ? "allow" : "ask");
    expect((await decide(url, { deny: [rule(specifier)] })).behavior).toBe(binds ? "deny" : "ask");
  });

  test("shows a host in its ASCII form", async () => {
    const { effects } = await decide("https://еxample.com/");
    expect(effects).toEqual([{ kind: "connect", host: "xn--xample-2of.com" }]);
  });

  test("does not speak of ports that web sites do not use", async () => {
    const url = "http://example.com:6379/";
    const allow = [rule("example.com")];
    expect(await decide(url, { allow })).toMatchObject({
      behavior: "ask",
      why: expect.stringContaining("6379"),
    });
    const packs = { "@gauntlet/tools-web": { ports: [6379] } };
    expect((await decide(url, { allow }, { packs })).behavior).toBe("allow");
  });
});

describe("whatever rules and modes say, a fetch is denied", () => {
  test.each([
    ["http://localhost:8080/", "local network"],
    ["http://LOCALHOST./", "local network"],
    ["http://app.localhost/", "local network"],
    ["http://intranet/", "local network"],
    ["http://printer.local/", "local network"],
    ["http://metadata.google.internal/", "local network"],
    ["http://127.0.0.1/", "loopback"],
    ["http://127.1/", "loopback"],
    ["http://2130706433/", "loopback"],
    ["http://0x7f.1/", "loopback"],
    ["http://0177.0.0.1/", "loopback"],
    ["http://①②⑦.0.0.1/", "loopback"],
    ["http://[::1]/", "loopback"],
    ["http://[::ffff:127.0.0.1]/", "loopback"],
    ["http://[::ffff:7f00:1]/", "loopback"],
    ["http://169.254.169.254/latest/meta-data/", "linkLocal"],
    ["http://[::ffff:a9fe:a9fe]/", "linkLocal"],
    ["http://[fe80::1]/", "linkLocal"],
    ["http://10.0.0.5/", "private"],
    ["http://192.168.1.1/", "private"],
    ["http://172.16.0.1/", "private"],
    ["http://100.64.0.1/", "carrierGradeNat"],
    ["http://0.0.0.0/", "unspecified"],
    ["http://[::]/", "unspecified"],
    ["http://[fd00:ec2::254]/", "uniqueLocal"],
    ["http://[64:ff9b::7f00:1]/", "rfc6052"],
    ["http://[2002:7f00:1::]/", "6to4"],
    ["http://[::7f00:1]/", ""],
    ["http://255.255.255.255/", "broadcast"],
    ["http://224.0.0.1/", "multicast"],
    ["http://198.18.0.1/", ""],
  ])("to %s", async (url, kind) => {
    const permissions = { allow: ["WebFetch", "WebFetch(domain:*)"] };
    const decided = await decide(url, permissions, { mode: "bypassPermissions" });
    expect(decided).toMatchObject({ behavior: "deny", why: expect.stringContaining(kind) });
  });
});

test.each([
  ["https://example.com@evil.test/", "user name or password"],
  ["https://:secret@evil.test/", "user name or password"],
  ["file:///etc/passwd", "cannot be fetched"],
  ["ftp://example.com/a", "cannot be fetched"],
  ["javascript:alert(1)", "cannot be fetched"],
  ["data:text/html,x", "cannot be fetched"],
  ["example.com/page", "is not a URL"],
  ["https://", "is not a URL"],
])("%s is objected to", async (url, text) => {
  const room = await openRoom({ permissions: { allow: ["WebFetch"] } });
  const { outcome, text: said } = await room.fetch(url);
  expect({ outcome, said }).toEqual({ outcome: "invalid", said: expect.stringContaining(text) });
  expect(said).not.toContain("secret");
});

describe("a preapproved host", () => {
  const url = `https://${PREAPPROVED_HOSTS[0]}/docs`;

  test("is fetched from without a rule", async () => {
    expect((await decide(url)).behavior).toBe("allow");
    expect((await decide(`https://not.${PREAPPROVED_HOSTS[0]}/`)).behavior).toBe("ask");
  });

  test.each(["ask", "deny"] as const)("gives way to a rule that says %s", async (behavior) => {
    const rules = { [behavior]: [`WebFetch(domain:${PREAPPROVED_HOSTS[0]})`] };
    expect((await decide(url, rules)).behavior).toBe(behavior);
  });

  test("is one of a list that people can replace", async () => {
    const packs = { "@gauntlet/tools-web": { preapprovedHosts: ["*.docs.example"] } };
    expect((await decide("https://a.docs.example/", {}, { packs })).behavior).toBe("allow");
    expect((await decide(url, {}, { packs })).behavior).toBe("ask");
  });

  test("does not count on a port that the URL names", async () => {
    expect((await decide(`https://${PREAPPROVED_HOSTS[0]}:8443/`)).behavior).toBe("ask");
  });
});
