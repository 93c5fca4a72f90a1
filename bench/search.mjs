// Grep and Glob on 50,000 files beside bare ripgrep, and the memory of a Grep that meets 1 GB of matches.
import { spawn, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsFs from "../packages/tools-fs/dist/index.js";
import { median, ms, peakMemory, ratio, root } from "./measure.mjs";

const DIRECTORIES = 1_000;
const FILES_EACH = 50;
const GOAL = "≤ 1.15 ×";

const { rgPath } = await import(
  createRequire(join(root, "packages/tools-fs/package.json")).resolve("@vscode/ripgrep")
);

const RACES = [
  {
    what: "Grep, files with matches",
    call: { tool: "Grep", input: { pattern: "NEEDLE" } },
    bare: ["--files-with-matches", "--hidden", "NEEDLE", "./"],
  },
  {
    what: "Grep, content in order of paths",
    call: { tool: "Grep", input: { pattern: "NEEDLE", output_mode: "content" } },
    bare: ["--line-number", "--sort=path", "--hidden", "NEEDLE", "./"],
  },
  {
    what: "Glob, 1,000 of 50,000 files",
    call: { tool: "Glob", input: { pattern: "**/f7.ts" } },
    bare: ["--files", "--hidden", "--glob=**/f7.ts", "./"],
  },
  {
    what: "Glob, 40,000 of 50,000 files, newest first",
    call: { tool: "Glob", input: { pattern: "**/*.ts" } },
    bare: ["--files", "--hidden", "--glob=**/*.ts", "--sortr=modified", "./"],
  },
];

export async function searches({ scratch, runs }) {
  const cwd = join(scratch, "search");
  makeTree(cwd);
  const rows = [];
  for (const deny of [[], ["Read(**/.env)"]]) {
    const session = await new Gauntlet({
      plugins: [toolsFs],
      cwd,
      stateDirectory: join(scratch, "search-state"),
      permissions: { deny },
    }).session();
    for (const { what, call, bare } of RACES)
      rows.push(...(await race({ session, cwd, what, call, bare, deny, runs })));
    await session.close();
  }
  return [...rows, ...(await manyMatches(scratch))];
}

async function race({ session, cwd, what, call, bare, deny, runs }) {
  const [ours, theirs] = [[], []];
  // In turn, so that whatever else the machine does meets both.
  for (let i = 0; i < runs + 1; i++) {
    const began = performance.now();
    const [settled] = await session.call([call]);
    ours.push(performance.now() - began);
    if (settled.outcome !== "succeeded") throw new Error(JSON.stringify(settled.block));
    theirs.push(await timedRipgrep(bare, cwd));
  }
  const [mine, base] = [median(ours.slice(1)), median(theirs.slice(1))];
  if (deny.length > 0) return [{ what: `${what}, with a read rule`, value: ratio(mine, base) }];
  return [
    { what, value: ms(mine) },
    { what: `  rg ${bare.slice(0, 2).join(" ")} …`, value: ms(base) },
    { what: "  against ripgrep", value: ratio(mine, base), goal: GOAL },
  ];
}

function timedRipgrep(args, cwd) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(rgPath, ["--no-config", ...args], { cwd, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.resume();
    child.once("close", () => resolve(performance.now() - began));
  });
}

function makeTree(cwd) {
  const text = "export const value = compute(alpha, beta); // some ordinary text\n".repeat(20);
  for (let d = 0; d < DIRECTORIES; d++) {
    const directory = join(cwd, `package-${d % 20}`, `module-${Math.floor(d / 20)}`);
    mkdirSync(directory, { recursive: true });
    for (let f = 0; f < FILES_EACH; f++) {
      const isHit = f === 7 && d % 10 === 0;
      writeFileSync(join(directory, `f${f}.${f % 5 === 0 ? "md" : "ts"}`), text + (isHit ? "NEEDLE\n" : ""));
    }
  }
  writeFileSync(join(cwd, ".gitignore"), "dist/\n*.log\n");
}

/** All names lead to one file of 10 MB, which costs the disk nothing. */
async function manyMatches(scratch) {
  const cwd = join(scratch, "many-matches");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "0.txt"), `${"match ".repeat(166)}\n`.repeat(10_000));
  for (let i = 1; i < 100; i++) linkSync(join(cwd, "0.txt"), join(cwd, `${i}.txt`));
  const shapes = {
    "a page of it": { output_mode: "content", head_limit: 0 },
    "all of it read past": { output_mode: "content", "-o": true, offset: 1_000_000_000 },
  };
  return Object.entries(shapes).map(([shape, input]) => ({
    what: `Grep of 1 GB of matches, ${shape}: memory`,
    value: `${peakMb({ pattern: "match", ...input }, cwd, scratch).toFixed(0)} MB`,
    goal: "≤ 150 MB",
  }));
}

function peakMb(input, cwd, scratch) {
  const memoryFile = join(scratch, "search-peak");
  const child = fileURLToPath(new URL("one-grep.mjs", import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", peakMemory, child, cwd, join(scratch, "grep-state"), JSON.stringify(input)],
    { env: { PATH: process.env.PATH, HOME: scratch, BENCH_PEAK_FILE: memoryFile }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(readFileSync(memoryFile, "utf8")) / 1024;
}
