// Writes the manifests of the packs of this repository anew, from what was built.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
execFileSync(process.execPath, [at("scripts/build.mjs"), "--if-stale", "--quiet"], { stdio: "inherit" });
for (const name of readdirSync(at("packages")).filter((each) => each.startsWith("tools-"))) {
  const args = [at("packages/cli/dist/gauntlet.js"), "pack", "manifest", at(`packages/${name}`)];
  execFileSync(process.execPath, args, { stdio: "inherit" });
}
