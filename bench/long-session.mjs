// A session of thousands of turns in one process, with a model that answers at once: what a turn costs at the end
// against the beginning, what stays in memory, and how long it takes another process to go on with it.

import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Gauntlet } from "../packages/core/dist/index.js";
import tools from "../packages/tools-fs/dist/index.js";
import { median, ms, ratio } from "./measure.mjs";

const TURNS = 5_000;
const SAMPLE = 100;

export async function longSession({ scratch }) {
  const cwd = join(scratch, "long");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "file.txt"), `${"a line of a file\n".repeat(60)}`);
  const turns = [];
  const heap = [];
  const gauntlet = createGauntlet(
    cwd,
    modelThatReads(TURNS, (turn) => {
      turns.push(performance.now());
      if (turn === SAMPLE || turn === TURNS) heap.push(heapBytes());
    }),
  );
  const session = await gauntlet.session();
  for await (const _ of session.prompt("read on"));
  await session.close();

  const spent = turns.slice(1).map((at, i) => at - turns[i]);
  const [first, last] = [median(spent.slice(0, SAMPLE)), median(spent.slice(-SAMPLE))];
  const bytes = statSync(join(session.directory, "journal.jsonl")).size;
  const [early, late] = heap;
  return [
    { what: `${TURNS} turns: one of the first ${SAMPLE}`, value: ms(first) },
    { what: `  one of the last ${SAMPLE} against it`, value: ratio(last, first), goal: "≤ 1.2 ×" },
    {
      what: "  memory that stays for a turn",
      value: `${Math.round((late - early) / (TURNS - SAMPLE))} B`,
      goal: `≤ ${Math.round(bytes / TURNS)} B, as in the journal`,
    },
    {
      what: "  going on with it in another process",
      value: ms(resumed(cwd, session.id)),
      goal: "≤ 1,000 ms",
    },
  ];
}

/** Everything a process does from opening the session to its first request. */
function resumed(cwd, id) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), cwd, id], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(`the session could not be continued: ${child.stderr}`);
  return Number(child.stdout);
}

function createGauntlet(cwd, model) {
  return new Gauntlet({
    plugins: [tools],
    cwd,
    home: join(cwd, "home"),
    stateDirectory: join(cwd, "..", "long-state"),
    model,
  });
}

/** Keeps nothing, so that what stays in memory is the session's. */
function modelThatReads(count, onRequest) {
  let turn = 0;
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return {
    name: "bench",
    async *stream({ model }) {
      turn += 1;
      onRequest(turn);
      yield { type: "message.started", id: `msg_${turn}`, model };
      const isLast = turn > count;
      const input = { file_path: "file.txt", offset: 1 + (turn % 50), limit: 10 };
      yield {
        type: "block.completed",
        block: isLast
          ? { type: "text", text: "done" }
          : { type: "tool_use", id: `toolu_${turn}`, name: "Read", input },
      };
      yield { type: "message.completed", stopReason: isLast ? "end_turn" : "tool_use", usage };
    },
  };
}

function heapBytes() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [cwd, id] = process.argv.slice(2);
  let at = 0;
  const gauntlet = createGauntlet(
    cwd,
    modelThatReads(0, () => {
      at ||= performance.now();
    }),
  );
  const begun = performance.now();
  const session = await gauntlet.session({ resume: id });
  for await (const _ of session.prompt("go on"));
  await session.close();
  process.stdout.write(String(at - begun));
}
