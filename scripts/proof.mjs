// Long forms of proofs that `npm test` runs briefly. Usage: node scripts/proof.mjs decisions [runs]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROOFS = { decisions: ["--project", "core", "test/explain.test.ts", "test/policy"] };

const [name, runs = "10000"] = process.argv.slice(2);
const files = PROOFS[name];
if (!files || !/^[1-9]\d*$/.test(runs)) {
  console.error(`usage: node scripts/proof.mjs ${Object.keys(PROOFS).join("|")} [runs]`);
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", ...files],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, GAUNTLET_PROOF_RUNS: runs },
  },
);
process.exit(status ?? 1);
