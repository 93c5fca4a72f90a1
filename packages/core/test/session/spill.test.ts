import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSpillDirectory } from "../../src/session/spill.ts";
import { scratchDirectory } from "../world.ts";

test("each name is of a file that does not exist yet, also when the session goes on in another process", async () => {
  const directory = join(await scratchDirectory(), "results");
  const first = createSpillDirectory(directory);
  const saved = first.nextPath("webfetch", "pdf");
  writeFileSync(saved, "of the first process");
  const stored = await first.store("hook-Stop", "long");

  const second = createSpillDirectory(directory);
  const next = second.nextPath("webfetch", "pdf");
  writeFileSync(next, "of the second process", { flag: "wx" });
  expect(await second.store("hook-Stop", "longer")).not.toBe(stored);
  expect(readFileSync(saved, "utf8")).toBe("of the first process");
});

test("two names are never the same, before either file is made", async () => {
  const spills = createSpillDirectory(join(await scratchDirectory(), "results"));
  expect(spills.nextPath("a")).not.toBe(spills.nextPath("a"));
});

test("a link that leads nowhere takes its name as well", async () => {
  const directory = await scratchDirectory();
  symlinkSync(join(directory, "nowhere"), join(directory, "a-1.txt"));
  expect(await createSpillDirectory(directory).store("a", "text")).toBe(join(directory, "a-2.txt"));
});

test("what a name may not hold is replaced", async () => {
  const directory = await scratchDirectory();
  expect(createSpillDirectory(directory).nextPath("../x y", "t/t")).toBe(join(directory, "___x_y-1.t_t"));
});
