import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { movesCursor, prompted, say, use } from "./session-places.ts";

// Put together here, so that no scanner takes this file for a leak.
const SECRET = `ghp_${"a1B2".repeat(9)}`;
const HOSTILE = [
  "</pre></section><script>alert(1)</script><img src=x onerror=alert(2)>",
  "```\n# Decided: **allow**\n![x](http://tracker.example.com/p.png)\n````\n~~~",
  `key ${SECRET} \u001b[2J\u202e`,
].join("\n");

async function exported(format: string): Promise<string> {
  const place = await createPlace({ "a.txt": HOSTILE });
  const id = await prompted(place, HOSTILE, [
    { blocks: [{ type: "text", text: HOSTILE }, ...use("Read", { file_path: "a.txt" }).blocks] },
    use("Write", { file_path: "<b>.txt", content: HOSTILE }),
    say(HOSTILE),
  ]);
  const { code, stdout } = await run(place, ["sessions", "export", id.slice(0, 8), "--format", format]);
  expect(code).toBe(0);
  return stdout;
}

describe("gauntlet sessions export", () => {
  test.each(["md", "json", "html"])(
    "as %s shows no secret and nothing that moves a cursor",
    async (format) => {
      const text = await exported(format);
      expect(text).not.toContain(SECRET);
      expect(text).toContain("[masked]");
      expect(text).not.toSatisfy(movesCursor);
    },
  );

  test("as HTML is one page in which nothing runs and nothing is loaded", async () => {
    const html = await exported("html");
    expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'`);
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()));
    expect([...tags].sort()).toEqual(
      [
        "body",
        "code",
        "h1",
        "head",
        "html",
        "meta",
        "p",
        "pre",
        "section",
        "strong",
        "style",
        "title",
      ].sort(),
    );
    expect(html).not.toMatch(/<[^>]*\s(on\w+|src|href|srcset)\s*=/i);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain('Decided: <strong class="deny">deny</strong>');
    expect(html).toContain("<strong>Write</strong>");
  });

  test("as Markdown keeps every word of others inside a fence", async () => {
    const outside = withoutFences(await exported("md"));
    for (const word of ["script", "tracker", "alert", "onerror", "<b>"]) expect(outside).not.toContain(word);
    expect(outside.match(/^## (Person|Model)$/gm)).toHaveLength(3);
    expect(outside.match(/^Decided: /gm)).toHaveLength(2);
    expect(outside).toMatch(/^### Read$/m);
    expect(outside).toMatch(/^Ended: done, 3 model messages$/m);
  });

  test("as JSON holds the entries of the journal", async () => {
    const { session, entries } = JSON.parse(await exported("json"));
    expect(entries[0]).toMatchObject({ seq: 1, event: { type: "session.started", session } });
    expect(entries.at(-1).event.type).toBe("turn.ended");
  });

  test("writes a private file, and none over another", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const out = join(place.cwd, "out.html");
    expect((await run(place, ["sessions", "export", id, "--format", "html", "--out", out])).code).toBe(0);
    expect(await readFile(out, "utf8")).toMatch(/^<!doctype html>/);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const again = await run(place, ["sessions", "export", id, "--out", out]);
    expect([again.code, again.stderr.includes("cannot be made: file already exists (EEXIST)")]).toEqual([
      2,
      true,
    ]);
  });
});

/** What is left of Markdown when its fenced blocks are taken out as a reader of Markdown does it. */
function withoutFences(markdown: string): string {
  let fence: string | undefined;
  const outside = markdown.split("\n").filter((line) => {
    const [, run] = /^(`{3,}|~{3,})[^`]*$/.exec(line) ?? [];
    if (fence === undefined) {
      fence = run;
      return run === undefined;
    }
    if (run !== undefined && run[0] === fence[0] && run.length >= fence.length && line.trim() === run)
      fence = undefined;
    return false;
  });
  expect(fence).toBeUndefined();
  return outside.join("\n");
}

describe("gauntlet sessions cassette", () => {
  test("writes a recording that plays where the session was not", async () => {
    const place = await createPlace({ "a.txt": "{{name}}\n" });
    const id = await prompted(place, "go", [
      use("Read", { file_path: join(place.cwd, "a.txt") }),
      say("It says {{open}}name}} and {{open}}open}}."),
    ]);
    const out = join(place.root, "cassette.json");
    const cut = await run(place, ["sessions", "cassette", id, "--name", "mine", "--out", out]);
    expect([cut.code, cut.stderr]).toEqual([0, ""]);
    const cassette = JSON.parse(await readFile(out, "utf8"));
    expect(cassette).toEqual({
      name: "mine",
      turns: [
        {
          blocks: [
            { type: "tool_use", id: "toolu_0_0", name: "Read", input: { file_path: "{{cwd}}/a.txt" } },
          ],
        },
        { blocks: [{ type: "text", text: "It says {{open}}name}} and {{open}}open}}." }] },
      ],
    });
    const demo = await run(place, ["demo", "--cassette", out]);
    expect(demo.stdout).toContain("It says {{name}} and {{open}}.");
  });

  test("masks what looks like a secret, and says where", async () => {
    const place = await createPlace();
    const id = await prompted(place, "go", [say(`it is ${SECRET}`)]);
    const { stdout, stderr } = await run(place, ["sessions", "cassette", id]);
    expect(stdout).toContain("it is [masked]");
    expect(stderr).toContain("masked in 1 places: /turns/0/blocks/0/text");
    await writeFile(join(place.cwd, "x"), "");
  });
});
