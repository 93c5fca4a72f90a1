import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const directory = fileURLToPath(new URL("../../../.changeset/", import.meta.url));
const FRONT = /^---\n\n?(?:"@gauntlet\/[a-z-]+": (?:major|minor|patch)\n)+---\n\n?\S/;

test("every changeset names its packages, so that no change is left out of a release", () => {
  const names = readdirSync(directory).filter((name) => name.endsWith(".md") && name !== "README.md");
  const odd = names.filter((name) => !FRONT.test(readFileSync(directory + name, "utf8")));
  expect(odd).toEqual([]);
});
