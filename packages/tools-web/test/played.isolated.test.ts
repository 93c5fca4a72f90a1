import { describe, expect, test, vi } from "vitest";

const { HTTPS_ONLY, HTTP_ONLY } = vi.hoisted(() => {
  const reply = (body: string) => ({ status: 200, headers: { "Content-Type": "text/plain" }, body });
  const to = (location: string) => ({ status: 302, headers: { location } });
  const names = {
    HTTPS_ONLY: "secure.example.com",
    HTTP_ONLY: "plain.example.com",
  };
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_DNS"] = JSON.stringify({
    "secure.example.com": ["93.184.215.14"],
    "plain.example.com": ["93.184.215.14"],
    "flip.example.com": ["93.184.215.14"],
    "rebind.example.com": ["93.184.215.14", "10.0.0.5"],
    "inside.example.com": ["10.0.0.5"],
    "mapped.example.com": ["::ffff:127.0.0.1"],
    "metadata.example.com": ["169.254.169.254"],
    "six.example.com": ["2606:4700::1111", "fd00::1"],
    "odd.example.com": ["not an address"],
    "empty.example.com": [],
    "open.example.com": ["93.184.215.14"],
  });
  process.env["GAUNTLET_TEST_HTTP"] = JSON.stringify({
    "https://secure.example.com/": reply("over https"),
    "http://plain.example.com/": reply("over http"),
    "https://flip.example.com/": to("http://flip.example.com/"),
    "http://flip.example.com/": reply("flipped"),
    "https://rebind.example.com/": reply("REACHED"),
    "https://inside.example.com/": reply("REACHED"),
    "https://mapped.example.com/": reply("REACHED"),
    "https://metadata.example.com/": reply("REACHED"),
    "https://six.example.com/": reply("REACHED"),
    "https://odd.example.com/": reply("REACHED"),
    "https://open.example.com/in": to("http://127.0.0.1:9/"),
    "https://open.example.com/meta": to("http://169.254.169.254/latest/"),
    "https://open.example.com/twin": to("https://inside.example.com/"),
    "https://open.example.com/dot": to("https://OPEN.example.com.:443/end"),
    "https://open.example.com/end": reply("the end"),
    "http://127.0.0.1:9/": reply("REACHED"),
    "http://169.254.169.254/latest/": reply("REACHED"),
  });
  return names;
});

const { openRoom } = await import("./room.ts");
const permissions = { allow: ["WebFetch", "WebFetch(domain:*)"] };

describe("http is tried as https first", () => {
  test("and that is what the model learns", async () => {
    const { fetch } = await openRoom({ permissions });
    const { text } = await fetch(`http://${HTTPS_ONLY}/`);
    expect(text).toContain(`[From the web: https://${HTTPS_ONLY}/ `);
    expect(text).not.toContain("without encryption");
  });

  test("and used only where https does not work, which is said", async () => {
    const { fetch } = await openRoom({ permissions });
    const { text } = await fetch(`http://${HTTP_ONLY}/`);
    expect(text).toContain(`[From the web: http://${HTTP_ONLY}/ `);
    expect(text).toContain("Fetched over http without encryption, because https did not work");
  });

  test("and once only, where a site leads back to http", async () => {
    const { fetch } = await openRoom({ permissions });
    expect((await fetch("http://flip.example.com/")).text).toContain("flipped");
  });
});

test.each([
  ["rebind", "private"],
  ["inside", "private"],
  ["mapped", "loopback"],
  ["metadata", "linkLocal"],
  ["six", "uniqueLocal"],
  ["odd", "unreadable"],
])("%s.example.com is not contacted, because an address of it is %s", async (name, kind) => {
  const { fetch } = await openRoom({ permissions });
  const { outcome, text } = await fetch(`https://${name}.example.com/`);
  expect(outcome).toBe("failed");
  expect(text).toContain(`leads to an address that is not public (${kind})`);
  expect(text).not.toContain("REACHED");
});

test.each(["in", "meta", "twin"])("a redirect to elsewhere is not followed: %s", async (path) => {
  const { fetch } = await openRoom({ permissions });
  const { text } = await fetch(`https://open.example.com/${path}`);
  expect(text).toContain("call WebFetch again with that URL");
  expect(text).not.toContain("REACHED");
});

test("another spelling of the same host is the same host", async () => {
  const { fetch } = await openRoom({ permissions });
  expect((await fetch("https://open.example.com/dot")).text).toContain("the end");
});

test.each(["https://nowhere.example.com/", "https://empty.example.com/"])(
  "%s does not exist",
  async (url) => {
    const { fetch } = await openRoom({ permissions });
    expect((await fetch(url)).text).toContain("does not exist");
  },
);

test("nothing leaves the machine where a test plays the network", async () => {
  const { fetch } = await openRoom({ permissions });
  for (const url of ["https://open.example.com/other", "http://8.8.8.8/"])
    expect((await fetch(url)).text).toContain("nothing was contacted");
});

test("a denied call looks nothing up", async () => {
  const { fetch } = await openRoom({ permissions: { deny: ["WebFetch(domain:nowhere.example.com)"] } });
  const { outcome, text } = await fetch("https://nowhere.example.com/");
  expect(outcome).toBe("denied");
  expect(text).not.toContain("does not exist");
});
