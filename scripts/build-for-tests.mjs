// Brings the built command up to date before tests that run it.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export function setup() {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL("build.mjs", import.meta.url)), "--if-stale", "--quiet"],
    {
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
}
