// Saying what a command would do: loading the analyzer, typical commands, and the largest that are looked at.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, ms } from "./measure.mjs";

// The chunk the command loads on its first call of Bash.
const CHUNKS = new URL("../packages/cli/dist/chunks/", import.meta.url);
const MODULE = new URL(
  readdirSync(CHUNKS).find((name) => /^grammar-.*\.js$/.test(name)),
  CHUNKS,
);
// The runtime itself is there before any call.
const { outputs } = JSON.parse(readFileSync(new URL("../meta.json", CHUNKS), "utf8"));
const [runtime] = Object.entries(outputs).find(([, { inputs }]) => "packages/core/src/gauntlet.ts" in inputs);
const RUNTIME = new URL(`../../../../${runtime}`, CHUNKS);
const PLACE = { cwd: "/nowhere/ws", home: "/nowhere" };
const LOADS = 7;
const ROUNDS = 200;
const MAX_CHARACTERS = 10_000;

const TYPICAL = [
  "git status --short",
  "npm test -- --watch=false 2>&1 | tail -50",
  "cd packages/core && ls -la src | head -20",
  "grep -rn 'defineTool' --include='*.ts' src | sort | uniq -c",
  'for f in src/*.ts; do wc -l "$f"; done',
  "find . -name '*.ts' -not -path './node_modules/*' | xargs -n 1 head -1",
  "cat > out.txt <<'END'\nsome text\nEND",
  "git add -A && git commit -m \"$(cat <<'END'\nfix: a thing\n\nBody\nEND\n)\"",
];
const HOSTILE = [
  "$(",
  "(",
  "{ ",
  "`",
  "a;",
  "a && ",
  "rm *;",
  "x=1; ",
  "eval ",
  "find . -exec ",
  '"',
  "'",
  "<<E\n",
  "if ",
  "${x:-",
];

export async function shellAnalysis() {
  const loads = Array.from({ length: LOADS }, loadMs);
  const { analyzeCommand } = await import(MODULE.href);
  const times = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const command of TYPICAL) times.push(timed(() => analyzeCommand(command, PLACE)));
  const slowest = Math.max(
    ...HOSTILE.map((part) => {
      const command = part.repeat(MAX_CHARACTERS).slice(0, MAX_CHARACTERS);
      return median(Array.from({ length: 3 }, () => timed(() => analyzeCommand(command, PLACE))));
    }),
  );
  return [
    { what: "loading what analyzes commands, on first use", value: ms(median(loads)), goal: "≤ 60 ms" },
    { what: "analyzing a typical command", value: ms(median(times)), goal: "≤ 0.5 ms" },
    { what: "analyzing the slowest of 10,000 characters", value: ms(slowest), goal: "≤ 150 ms" },
  ];
}

/** In a process of its own, so that nothing but the runtime is loaded yet. */
function loadMs() {
  const code = `await import(${JSON.stringify(RUNTIME.href)}); const s = performance.now();
    await import(${JSON.stringify(MODULE.href)}); console.log(performance.now() - s)`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    cwd: fileURLToPath(new URL("..", import.meta.url)),
  });
  return Number(stdout);
}

function timed(action) {
  const start = performance.now();
  action();
  return performance.now() - start;
}
