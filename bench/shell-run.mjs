// Commands through every gate, beside the same commands started bare.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsShell from "../packages/tools-shell/dist/index.js";
import { median, ms, ratio } from "./measure.mjs";

const PARALLEL = 10;
const OUTPUT_BYTES = 500_000_000;
/** Lines of 72 bytes, as programs print them. */
const MANY_LINES = `yes '${"a line of output ".repeat(4)}abc' | head -c ${OUTPUT_BYTES}`;

export async function shellRun({ scratch, runs }) {
  const cwd = join(scratch, "shell-run");
  mkdirSync(cwd);
  const session = await new Gauntlet({
    plugins: [toolsShell],
    permissions: { allow: ["Bash"] },
    cwd,
    stateDirectory: join(scratch, "shell-run-state"),
  }).session();
  const bash = async (...commands) => {
    const settled = await session.call(commands.map((command) => ({ tool: "Bash", input: { command } })));
    for (const { outcome, block } of settled)
      if (outcome !== "succeeded") throw new Error(JSON.stringify(block));
  };
  try {
    await bash("true");
    const gated = await times(runs * 5, () => bash("true"));
    const bare = await times(runs * 5, () => bareBash("true", cwd));
    const waits = await times(runs, () => bash(...Array(PARALLEL).fill("sleep 0.2")));
    return [
      { what: "one `true` through every gate", value: ms(gated) },
      { what: "  `bash -c true`, started bare", value: ms(bare) },
      { what: "  over that", value: ms(gated - bare), goal: "at most 5 ms" },
      { what: "ten `sleep 0.2` in one message", value: ms(waits), goal: "at most 260 ms" },
      ...(await largeOutput({ scratch, cwd, runs: Math.min(runs, 5) })),
    ];
  } finally {
    await session.close();
  }
}

/** Both by turns, and the best of each: what else the machine does comes and goes. */
async function largeOutput({ scratch, cwd, runs }) {
  const file = join(cwd, "output");
  const state = join(scratch, "shell-output-state");
  const program = fileURLToPath(new URL("shell-output.mjs", import.meta.url));
  const [written, measured] = [[], []];
  for (let run = 0; run < runs; run++) {
    written.push(await times(1, () => bareBash(`${MANY_LINES} > ${file}`, cwd)));
    rmSync(file);
    const args = [program, cwd, state, MANY_LINES, String(OUTPUT_BYTES)];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    rmSync(state, { recursive: true, force: true });
    if (status !== 0) throw new Error(stderr);
    measured.push(JSON.parse(stdout));
  }
  const took = Math.min(...measured.map(({ tookMs }) => tookMs));
  const peak = Math.max(...measured.map(({ peakMb }) => peakMb));
  const told = Math.max(...measured.map(({ toModelBytes }) => toModelBytes));
  return [
    { what: "a command that prints 500 MB, all of it stored", value: ms(took) },
    {
      what: "  against writing them to a file",
      value: ratio(took, Math.min(...written)),
      goal: "at most 1.3 ×",
    },
    { what: "  peak memory of the host", value: `${peak.toFixed(0)} MB`, goal: "at most 120 MB" },
    { what: "  bytes to the model", value: String(told), goal: "at most 2,500" },
  ];
}

const bareBash = (command, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child.once("error", reject);
    child.once("close", resolve);
  });

async function times(count, action) {
  const taken = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await action();
    taken.push(performance.now() - start);
  }
  return median(taken);
}
