// One Read through every gate, in process, beside reading and decoding the file.
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsFs from "../packages/tools-fs/dist/index.js";
import { median, ms, ratio } from "./measure.mjs";

const CALLS = 300;
const MORE_CALLS = 3_000;
const LARGE_CALLS = 60;
const LARGE_BYTES = 1024 * 1024;
const LINE = "a line of text that is about as long as the lines of a program are\n";

export async function oneRead({ scratch }) {
  const cwd = join(scratch, "one-read");
  mkdirSync(cwd);
  const file = join(cwd, "file.txt");
  const large = (i) => join(cwd, `large-${i}.txt`);
  writeFileSync(file, "a line of text\n".repeat(70));
  for (let i = 0; i < LARGE_CALLS; i++)
    writeFileSync(large(i), LINE.repeat(Math.ceil(LARGE_BYTES / LINE.length)) + i);
  const session = await new Gauntlet({
    plugins: [toolsFs],
    cwd,
    stateDirectory: join(scratch, "one-read-state"),
  }).session();
  // Another line each time: the same page of an unchanged file would only be a note.
  const read = (pathOf) => async (i) => {
    const input = { file_path: pathOf(i), offset: 1 + (i % 50), limit: 20 };
    const [settled] = await session.call([{ tool: "Read", input }]);
    if (settled.outcome !== "succeeded") throw new Error(JSON.stringify(settled.block));
  };

  const bare = await timed(CALLS, () => readFile(file, "utf8"));
  const gated = await timed(
    CALLS,
    read(() => file),
  );
  const bareLarge = await timed(LARGE_CALLS, (i) => readFile(large(i), "utf8"));
  const firstLarge = await timed(LARGE_CALLS, read(large));
  const gatedLarge = await timed(
    LARGE_CALLS,
    read(() => large(0)),
  );
  const later = await timed(
    MORE_CALLS,
    read(() => file),
  );
  await session.close();
  return [
    { what: "one Read through every gate", value: ms(gated) },
    { what: "  fs.readFile", value: ms(bare) },
    { what: "  added to fs.readFile", value: ms(gated - bare), goal: "≤ 0.3 ms" },
    { what: "  the same after the first 300", value: ms(later - bare), goal: "≤ 0.3 ms" },
    { what: "Read of another page of a file of 1 MB", value: ms(gatedLarge) },
    { what: "  fs.readFile and decode", value: ms(bareLarge) },
    { what: "  against fs.readFile and decode", value: ratio(gatedLarge, bareLarge), goal: "≤ 2 ×" },
    { what: "  the same for the first Read of a file", value: ratio(firstLarge, bareLarge) },
  ];
}

async function timed(calls, action) {
  const times = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await action(i);
    times.push(performance.now() - start);
  }
  return median(times.slice(calls / 10));
}
