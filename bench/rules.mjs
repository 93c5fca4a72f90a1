// Deciding one call against a thousand rules of five sources, in process, beside deciding it against none.
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsFs from "../packages/tools-fs/dist/index.js";
import { median, ratio } from "./measure.mjs";

const CALLS = 2_000;
const SOURCES = ["managed", "user", "project", "local", "cli"];
const KINDS = [
  (i) => ["deny", `Read(./secrets-${i}/**)`],
  (i) => ["allow", `Edit(/src/part-${i}/**)`],
  (i) => ["ask", `Edit(**/generated-${i}/*.ts)`],
  (i) => ["allow", `Bash(npm run task-${i}:*)`],
  (i) => ["deny", `Bash(curl *host-${i}*)`],
  (i) => ["allow", `WebFetch(domain:host-${i}.example.com)`],
  (i) => ["ask", `mcp__server${i}__*`],
  (i) => ["deny", `Read(~/.private-${i})`],
];

export async function manyRules({ scratch }) {
  const cwd = join(realpathSync(scratch), "rules");
  mkdirSync(cwd);
  const file = join(cwd, "file.txt");
  writeFileSync(file, "a line of text\n".repeat(70));
  const open = (rules, state) =>
    new Gauntlet({ plugins: [toolsFs], cwd, rules, stateDirectory: join(scratch, state) }).session();
  const none = await open([], "rules-none");
  const many = await open(thousandRules(cwd), "rules-many");
  const decide = async (session) => {
    const { decision } = await session.explain({ tool: "Read", input: { file_path: file } });
    if (decision?.behavior !== "allow") throw new Error(`decided ${decision?.behavior}`);
  };
  // Taken in turns, so that whatever else the machine does meets both.
  const times = { none: [], many: [], execute: [] };
  for (let i = 0; i < CALLS; i++) {
    times.none.push(await timed(() => decide(none)));
    times.many.push(await timed(() => decide(many)));
    if (i % 10 === 0) times.execute.push(await timed(() => readFile(file, "utf8")));
  }
  await Promise.all([none.close(), many.close()]);
  const [bare, full, act] = [times.none, times.many, times.execute].map((all) =>
    median(all.slice(all.length / 10)),
  );
  return [
    { what: "deciding one call, no rules", value: us(bare) },
    { what: "deciding one call, 1,000 rules of 5 sources", value: us(full) },
    { what: "  more than without rules", value: us(full - bare), goal: "≤ 50 µs" },
    { what: "  of a bare execute (fs.readFile)", value: ratio(full - bare, act) },
  ];
}

function thousandRules(anchor) {
  return Array.from({ length: 1_000 }, (_, i) => {
    const [behavior, text] = KINDS[i % KINDS.length](i);
    return { behavior, text, source: SOURCES[i % SOURCES.length], anchor };
  });
}

async function timed(action) {
  const start = performance.now();
  await action();
  return (performance.now() - start) * 1_000;
}

const us = (value) => `${value.toFixed(1)} µs`;
