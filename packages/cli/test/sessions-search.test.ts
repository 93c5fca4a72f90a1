import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { beside, journalOf, prompted, say, use } from "./session-places.ts";

describe("gauntlet sessions search", () => {
  test("finds a text in prompts, models' texts, inputs and results", async () => {
    const place = await createPlace({ "needle.txt": "a NEEDLE in hay\n" });
    const id = await prompted(place, "find the Needle", [
      use("Read", { file_path: "needle.txt" }),
      say("needle found"),
    ]);
    const { code, stdout } = await run(place, ["sessions", "search", "nEEdle"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => line.startsWith(`${id.slice(0, 8)}  line `))).toBe(true);
    expect(lines.map((line) => /entry \d+ {2}(\w+):/.exec(line)?.[1])).toEqual([
      "prompt",
      "input",
      "result",
      "model",
    ]);
  });

  test("gives places as JSON lines", async () => {
    const place = await createPlace();
    const id = await prompted(place, `${"x".repeat(200)} needle ${"y".repeat(200)}`);
    const { stdout } = await run(place, ["sessions", "search", "needle", "--json"]);
    const [line = "", ...rest] = stdout.trimEnd().split("\n");
    expect(rest).toEqual([]);
    expect(JSON.parse(line)).toEqual({
      session: id,
      file: await journalOf(place, id),
      line: 3,
      seq: 3,
      in: "prompt",
      snippet: `…${"x".repeat(59)} needle ${"y".repeat(59)}…`,
    });
  });

  test("looks in this directory alone, unless told to look in all", async () => {
    const place = await createPlace();
    await prompted(await beside(place), "needle");
    expect((await run(place, ["sessions", "search", "needle"])).stdout).toContain("no session has the text");
    expect((await run(place, ["sessions", "search", "needle", "--all"])).stdout).toContain("prompt: needle");
  });

  test("masks what looks like a secret, also what it was asked for", async () => {
    const place = await createPlace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await prompted(place, `use ${secret} please`);
    const { stdout } = await run(place, ["sessions", "search", "please"]);
    expect(stdout).toContain("please");
    expect(stdout).not.toContain(secret);
    const asked = await run(place, ["sessions", "search", secret.slice(0, 12)]);
    expect(asked.stdout).toContain("(masked: it looks like a secret)");
  });

  test("refuses a blank text", async () => {
    expect((await run(await createPlace(), ["sessions", "search", " "])).code).toBe(2);
  });
});
