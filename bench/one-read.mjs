// One Read of a small file through every gate, in process, beside reading the file.
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsFs from "../packages/tools-fs/dist/index.js";
import { median, ms, ratio } from "./measure.mjs";

const CALLS = 300;

export async function oneRead({ scratch }) {
  const cwd = join(scratch, "one-read");
  mkdirSync(cwd);
  const file = join(cwd, "file.txt");
  writeFileSync(file, "a line of text\n".repeat(70));
  const session = await new Gauntlet({
    plugins: [toolsFs],
    cwd,
    stateDirectory: join(scratch, "one-read-state"),
  }).session();

  const bare = await timed(() => readFile(file, "utf8"));
  const gated = await timed(async () => {
    const [settled] = await session.call([{ tool: "Read", input: { file_path: file } }]);
    if (settled.outcome !== "succeeded") throw new Error(JSON.stringify(settled.block));
  });
  await session.close();
  return [
    { what: "one Read through every gate", value: ms(gated) },
    { what: "  fs.readFile", value: ms(bare) },
    { what: "  against fs.readFile", value: ratio(gated, bare) },
  ];
}

async function timed(action) {
  const times = [];
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return median(times.slice(CALLS / 10));
}
