import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { writeFiles } from "./files.ts";

test("a search of a directory that holds secrets of the runtime does not show them", async () => {
  const place = await createPlace();
  await writeFiles(place.root, {
    "config/gauntlet/credentials.json": "needle in a secret",
    "config/gauntlet/notes.txt": "needle in notes",
  });
  const search = { pattern: "needle", path: place.root, output_mode: "content", glob: "**" };
  const { code, stdout } = await run(place, [
    ...["call", "Grep", JSON.stringify(search), "--allow", `Read(/${place.root}/**)`],
  ]);
  expect(stdout).toContain("needle in notes");
  expect(stdout).not.toContain("secret");
  expect(code).toBe(0);
});
