import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What a module and those it imports need as soon as it is loaded. */
function neededBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, to = ""] of text.matchAll(/^(?:import|export)\s+(?!type\s)[^;]*?from\s+"([^"]+)"/gms)) {
    if (to.startsWith(".")) neededBy(resolve(dirname(file), to), seen);
    else seen.add(to);
  }
  return seen;
}

test("loading the pack loads no parser, no address library and no network", () => {
  const packages = [...neededBy(fileURLToPath(new URL("../src/index.ts", import.meta.url)))].filter(
    (one) => !one.startsWith("/"),
  );
  expect(packages.sort()).toEqual(["@gauntlet/core", "node:fs", "node:url"]);
});
