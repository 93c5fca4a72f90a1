import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const guide = new URL("../../../docs/guides/test-your-rules.md", import.meta.url);

test("the guide's policy test passes under the guide's rules, as it says", async () => {
  const text = await readFile(guide, "utf8");
  const shown = [...text.matchAll(/`([\w.]+\.json)`:\n\n```json\n(.*?)```/gs)].map(
    ([, name = "", body = ""]) => [name, body],
  );
  expect(shown.map(([name]) => name)).toEqual(["gauntlet.config.json", "rules.policy.test.json"]);

  const place = await createPlace(Object.fromEntries(shown) as Record<string, string>);
  expect((await run(place, ["trust"])).code).toBe(0);
  const { code, stdout } = await run(place, ["policy", "test"]);
  expect([code, stdout]).toEqual([0, "5 of 5 policy tests passed\n"]);
  expect(text).toContain(`\`\`\`\n${stdout}\`\`\``);
  expect((await run(place, ["policy", "lint"])).code).toBe(0);
});
