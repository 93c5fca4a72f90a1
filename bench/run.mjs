// Measures this build beside bare programs and prints ratios of one run. Nothing leaves the loopback.
// Usage: npm run bench [-- --runs N]
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coldStart } from "./cold-start.mjs";
import { hookAnswers } from "./hook.mjs";
import { longSession } from "./long-session.mjs";
import { mcpStart } from "./mcp-start.mjs";
import { oneRead } from "./one-read.mjs";
import { manyRules } from "./rules.mjs";
import { searches } from "./search.mjs";
import { shellAnalysis } from "./shell.mjs";
import { shellRun } from "./shell-run.mjs";
import { toolSearch } from "./tool-search.mjs";
import { manyTurns, parallelReads, parallelWaits, streamedStart } from "./turns.mjs";
import { web } from "./web.mjs";

const runs = Number(process.argv[process.argv.indexOf("--runs") + 1]) || 9;
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-bench-")));

try {
  for (const measure of [
    coldStart,
    mcpStart,
    hookAnswers,
    oneRead,
    manyRules,
    shellAnalysis,
    manyTurns,
    parallelReads,
    parallelWaits,
    streamedStart,
    longSession,
    searches,
    toolSearch,
    shellRun,
    web,
  ]) {
    for (const { what, value, goal = "" } of await measure({ scratch, runs })) {
      console.log(`${what.padEnd(62)} ${value.padStart(14)}  ${goal}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
