// Runs one command through every gate in a process of its own and prints what that took, after a check that the whole
// output is on disk. Usage: node shell-output.mjs DIRECTORY STATE COMMAND BYTES
import { statSync } from "node:fs";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsShell from "../packages/tools-shell/dist/index.js";

const [cwd, stateDirectory, command, bytes] = process.argv.slice(2);
const session = await new Gauntlet({
  plugins: [toolsShell],
  permissions: { allow: ["Bash"] },
  cwd,
  stateDirectory,
}).session();
await session.call([{ tool: "Bash", input: { command: "true" } }]);
const start = performance.now();
const [settled] = await session.call([{ tool: "Bash", input: { command } }]);
const tookMs = performance.now() - start;
if (settled?.outcome !== "succeeded") throw new Error(JSON.stringify(settled?.block));
const { content } = settled.block;
const stored = statSync(/`(\/[^`]+)`/.exec(content)[1]).size;
if (stored !== Number(bytes)) throw new Error(`${stored} of ${bytes} bytes are stored`);
await session.close();
console.log(
  JSON.stringify({
    tookMs,
    peakMb: process.resourceUsage().maxRSS / 1024,
    toModelBytes: Buffer.byteLength(content),
  }),
);
