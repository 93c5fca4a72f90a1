import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

test.each([
  [["--tools", "Read,Reed"], "offers nothing; did you mean `Read`?"],
  [["--deny", "Reed"], "rule `Reed` of cli names no tool; did you mean `Read`?"],
])(
  "%j with a name no tool has is a word on standard error, once, and the command goes on",
  async (flags, says) => {
    const place = await createPlace();
    const { code, stdout, stderr } = await run(place, ["tools", ...flags]);
    expect(stderr).toContain(says);
    expect(stderr.match(/^gauntlet: /gm)).toHaveLength(1);
    expect(stdout).toMatch(/^Read {3,}Shows/m);
    expect(code).toBe(0);
  },
);

test.each([[[]], [["--tools", "default"]], [["--tools", "Read"]], [["--deny", "mcp__notes__share"]]])(
  "names that are right are no news: %j",
  async (flags) => {
    const place = await createPlace();
    expect((await run(place, ["tools", ...flags])).stderr).toBe("");
  },
);

test("a further directory that is not there is refused, and named", async () => {
  const place = await createPlace({ "here/a.txt": "a" });
  const missing = await run(place, ["tools", "--add-dir", "there"]);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining("work/there` is not a directory"),
  ]);
  expect((await run(place, ["tools", "--add-dir", "here"])).code).toBe(0);
});
