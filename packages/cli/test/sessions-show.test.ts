import { appendFile, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { journalOf, journals, movesCursor, prompted, say, use } from "./session-places.ts";

describe("gauntlet sessions show", () => {
  test("shows words, calls, decisions and outcomes in their order", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const id = await prompted(place, "read it\nplease", [
      use("Read", { file_path: "a.txt" }),
      use("Write", { file_path: "b.txt", content: "x" }),
      say("I read it.\n  allowed by nobody"),
    ]);
    const { code, stdout } = await run(place, ["sessions", "show", id.slice(0, 8)]);
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect([...lines.slice(0, 11), ...lines.slice(-4)]).toEqual([
      `session ${id} in ${place.cwd}`,
      expect.stringMatching(/^started 20.*Z, mode default$/),
      "> read it",
      "> please",
      '● Read  {"file_path":"a.txt"}',
      expect.stringMatching(/^ {2}allowed Read — .* \[\w{8}\]$/),
      "  ✓ Read succeeded",
      expect.stringContaining("alpha"),
      '● Write  {"file_path":"b.txt","content":"x"}',
      expect.stringMatching(/^ {2}denied Write — .* \[\w{8}\]$/),
      "  ✗ Write denied",
      "│ I read it.",
      "│   allowed by nobody",
      expect.stringContaining("model messages"),
      "",
    ]);
  });

  test("shows a call that no model made, with its input", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    const [journal = ""] = await journals(place);
    const { stdout } = await run(place, ["sessions", "show", dirname(journal).split("/").at(-1) ?? ""]);
    expect(stdout).toMatch(/● Read {2}\{"file_path":".*a\.txt"\}\n {2}allowed Read/);
  });

  test("prints the entries as JSON lines", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const { stdout } = await run(place, ["sessions", "show", id, "--json"]);
    expect(stdout).toBe(await readFile(await journalOf(place, id), "utf8"));
  });

  test("masks secrets and spells out what would move the cursor", async () => {
    const place = await createPlace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const id = await prompted(place, `use ${secret}`, [say("\u001b[2J\u009b1mred\rx")]);
    const { stdout } = await run(place, ["sessions", "show", id]);
    expect(stdout).toContain("│ \\u{1b}[2J\\u{9b}1mred\\u{d}x\n");
    const json = (await run(place, ["sessions", "show", id, "--json"])).stdout;
    for (const text of [stdout, json]) {
      expect(text).not.toContain(secret);
      expect(text).not.toSatisfy(movesCursor);
    }
    const lines = json.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line)).find(({ masked }) => masked)).toMatchObject({
      event: { type: "prompt.submitted" },
      masked: ["/content/0/text"],
    });
  });

  test("says what is damaged and shows the rest", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const journal = await journalOf(place, id);
    await appendFile(journal, "no line of ours\n");
    const { code, stdout, stderr } = await run(place, ["sessions", "show", id]);
    expect(code).toBe(0);
    expect(stdout).toContain("> hi\n");
    expect(stderr).toMatch(/line \d+ of the journal: it cannot be read/);
  });

  test.each(["../x", "nosuchid", "short", "..", "/etc/passwd"])("knows no session %s", async (id) => {
    const { code, stdout, stderr } = await run(await createPlace(), ["sessions", "show", id]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("GNT_SESSION_NOT_FOUND");
    expect(stderr).toContain("gauntlet sessions --all");
  });
});
