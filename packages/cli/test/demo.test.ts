import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const RECORDING = new URL("../src/demo/cassette.json", import.meta.url);

test("the demo repairs the program, shows every gate, and keeps the secret", async () => {
  const { code, stdout } = await run(await createPlace(), ["demo"]);
  expect(code).toBe(0);
  expect(stdout).toContain("The model in this demo is a recording");
  expect(stdout).toContain("ANTHROPIC_API_KEY");
  expect(stdout).toContain("Its tests before: red");
  expect(stdout).toContain("Its tests after: green");
  expect(stdout).toContain("denied Read — rule `Read(.env)`");
  expect(stdout).toContain("has not been read in this session");
  expect(stdout).toMatch(
    /buildPool [1-9].*schedule [1-9].*validate [1-9].*preToolUse [1-9].*permission [1-9].*postToolUse [1-9].*mapResult [1-9]/,
  );
  expect(stdout).toMatch(/Journal: \d+ events in an unbroken chain/);
  expect(stdout).not.toContain("METRICS_KEY");
  expect(stdout).not.toContain("\u001b");
});

test("a recording that makes the wrong edit ends with red tests and exit code 1", async () => {
  const place = await createPlace();
  const wrong = (await readFile(RECORDING, "utf8")).replace("(a, b) => a - b", "(a, b) => b");
  const cassette = join(place.root, "wrong.json");
  await writeFile(cassette, wrong);
  const { code, stdout } = await run(place, ["demo", "--cassette", cassette]);
  expect(stdout).toContain("Its tests after: red");
  expect(code).toBe(1);
});

test("a cassette that cannot be read is one clear message and exit code 2", async () => {
  const { code, stderr } = await run(await createPlace(), ["demo", "--cassette", "nowhere.json"]);
  expect(stderr).toMatch(/^gauntlet: the cassette `nowhere.json` cannot be read/);
  expect(code).toBe(2);
});
