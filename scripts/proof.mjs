// Long forms of proofs that `npm test` runs briefly. Usage: node scripts/proof.mjs decisions|pairing|crash|files [runs]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROOFS = {
  decisions: { files: ["test/explain.test.ts", "test/policy"], usually: "10000" },
  pairing: { files: ["test/pairing-promises.test.ts", "test/transcript"], usually: "3000" },
  crash: { files: ["test/crash"], usually: "200" },
  files: { project: "tools-fs", files: ["test/crash", "test/promises.test.ts"], usually: "100" },
};

const [name, runs = PROOFS[name]?.usually] = process.argv.slice(2);
const proof = PROOFS[name];
if (!proof || !/^[1-9]\d*$/.test(runs)) {
  console.error(`usage: node scripts/proof.mjs ${Object.keys(PROOFS).join("|")} [runs]`);
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", proof.project ?? "core", ...proof.files],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, GAUNTLET_PROOF_RUNS: runs },
  },
);
process.exit(status ?? 1);
