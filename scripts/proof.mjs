// Long forms of proofs that `npm test` runs briefly. Usage: node scripts/proof.mjs decisions|pairing|crash|files|shell|hooks|agents [runs] [--corpus FILE]
// A corpus, for `shell`, is a file with one command a line; none of them is run.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROOFS = {
  decisions: { files: ["test/explain.test.ts", "test/policy"], usually: "10000" },
  pairing: { files: ["test/pairing-promises.test.ts", "test/transcript"], usually: "3000" },
  crash: { files: ["test/crash"], usually: "200" },
  files: { project: "tools-fs", files: ["test/crash", "test/promises.test.ts"], usually: "100" },
  hooks: { files: ["test/command-hooks"], usually: "200" },
  mcp: { project: "mcp", files: ["test"], usually: "1000" },
  shell: { project: "tools-shell", files: ["test/analyze"], usually: "3000" },
  agents: { project: "cli", files: ["test/agents-session.test.ts"], usually: "20" },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { corpus: { type: "string" } },
});
const [name, runs = PROOFS[name]?.usually] = positionals;
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
    env: {
      ...process.env,
      GAUNTLET_PROOF_RUNS: runs,
      ...(values.corpus && { GAUNTLET_PROOF_CORPUS: resolve(values.corpus) }),
    },
  },
);
process.exit(status ?? 1);
