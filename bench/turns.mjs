// Whole runs of the command against a scripted model: many turns, many calls at once, calls that start mid-stream.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gaps, gauntlet, median, ms, ratio, root, runAgainst } from "./measure.mjs";

const TURNS = 100;
const READS = 20;
const WAITS = 10;
const WAIT_MS = 200;

const use = (name, input) => ({ type: "tool_use", name, input });
const args = [gauntlet, "-p", "go"];

/** A directory with files to read, and a trusted config that loads a tool that waits. */
function world({ scratch }, name) {
  const cwd = join(scratch, name);
  const state = join(scratch, `${name}-state`);
  for (const directory of [cwd, state]) mkdirSync(directory);
  for (let i = 0; i < TURNS; i++) writeFileSync(join(cwd, `file-${i}.txt`), `line of file ${i}\n`.repeat(60));
  writeFileSync(join(cwd, "wait.mjs"), waitTool());
  writeFileSync(
    join(cwd, "gauntlet.config.json"),
    JSON.stringify({ plugins: ["./wait.mjs"], permissions: { allow: ["Wait"] } }),
  );
  spawnSync(process.execPath, [gauntlet, "trust", cwd], {
    env: { PATH: process.env.PATH, HOME: state, GAUNTLET_HOME: state },
  });
  return { cwd, state };
}

const waitTool = () => `
import { definePlugin, defineTool, Type } from ${JSON.stringify(join(root, "packages/core/dist/index.js"))};
export default definePlugin({ name: "wait", tools: [defineTool({
  name: "Wait",
  description: "Waits, and says when it began.",
  input: Type.Object({ ms: Type.Integer() }),
  isReadOnly: true,
  isConcurrencySafe: true,
  async execute({ ms }) {
    const startedAt = performance.timeOrigin + performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    return String(startedAt);
  },
})] });
`;

async function repeated(runs, action) {
  const values = [];
  for (let run = 0; run <= runs; run++) {
    const value = await action();
    if (run > 0) values.push(value);
  }
  return median(values);
}

export async function manyTurns(context) {
  const place = world(context, "turns");
  const turns = Array.from({ length: TURNS }, (_, i) => ({
    blocks: [use("Read", { file_path: `{{cwd}}/file-${i}.txt` })],
  }));
  const ours = await repeated(3, async () =>
    median(gaps((await runAgainst({ turns, args, ...place })).requests)),
  );
  return [{ what: `${TURNS} turns of one Read, each beyond the model`, value: ms(ours), goal: "≤ 5 ms" }];
}

export async function parallelReads(context) {
  const place = world(context, "reads");
  const blocks = Array.from({ length: READS }, (_, i) => use("Read", { file_path: `{{cwd}}/file-${i}.txt` }));
  const ours = await repeated(context.runs, async () => {
    const { requests } = await runAgainst({ turns: [{ blocks }], args, ...place });
    checkOrder(requests, READS);
    return gaps(requests)[0];
  });
  return [{ what: `${READS} Reads in one message, in call order`, value: ms(ours), goal: "≤ 40 ms" }];
}

export async function parallelWaits(context) {
  const place = world(context, "waits");
  const blocks = Array.from({ length: WAITS }, () => use("Wait", { ms: WAIT_MS }));
  const ours = await repeated(5, async () => {
    const { requests } = await runAgainst({ turns: [{ blocks }], args, ...place });
    checkOrder(requests, WAITS);
    return gaps(requests)[0];
  });
  return [
    { what: `${WAITS} waits of ${WAIT_MS} ms in one message`, value: ms(ours), goal: "≤ 240 ms" },
    { what: "  against one wait", value: ratio(ours, WAIT_MS) },
  ];
}

export async function streamedStart(context) {
  const place = world(context, "streamed");
  const turns = [
    { blocks: Array.from({ length: 3 }, () => use("Wait", { ms: 50 })), gapMs: 300, tailMs: 600 },
  ];
  const ours = await repeated(5, async () => {
    const { requests } = await runAgainst({ turns, args, ...place });
    const started = resultsOf(requests[1]).map(({ content }) => Number(content));
    return median(started.map((at, i) => at - requests[0].blocksSentAt[i]));
  });
  return [
    {
      what: "a call starts after its own block, the message still streaming",
      value: ms(ours),
      goal: "≤ 25 ms",
    },
  ];
}

const resultsOf = ({ body }) => body.messages.at(-1).content.filter(({ type }) => type === "tool_result");

function checkOrder(requests, count) {
  const asked = requests[1].body.messages.at(-2).content.filter(({ type }) => type === "tool_use");
  const answered = resultsOf(requests[1]);
  const inOrder = answered.length === count && asked.every(({ id }, i) => answered[i].tool_use_id === id);
  const failed = answered.find(({ is_error }) => is_error);
  if (!inOrder || failed)
    throw new Error(`results are not in call order, or one failed: ${JSON.stringify(failed)}`);
}
