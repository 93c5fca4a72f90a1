// From starting `gauntlet hook` to its answer for another agent, beside a bare Node.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gauntlet, median, ms, ratio } from "./measure.mjs";

const POLICY = {
  permissions: { deny: ["Read(secret/**)", "Bash(curl *)"], ask: ["Bash(git push *)"] },
};
const CALLS = {
  "a read": ["Read", { file_path: "a.txt" }],
  "a command": ["Bash", { command: "git status && npm test -- --run && cat secret/key" }],
};

export async function hookAnswers({ scratch, runs }) {
  const cwd = join(scratch, "hook");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "gauntlet.config.json"), JSON.stringify(POLICY));
  const env = { PATH: process.env.PATH, HOME: cwd, GAUNTLET_HOME: join(cwd, "state"), XDG_CONFIG_HOME: cwd };
  const times = { node: [], ...Object.fromEntries(Object.keys(CALLS).map((what) => [what, []])) };
  for (let run = 0; run <= runs; run++) {
    const node = await timed(["-e", "0"], "", { cwd, env });
    if (run > 0) times.node.push(node);
    for (const [what, [tool_name, tool_input]] of Object.entries(CALLS)) {
      const question = JSON.stringify({ hook_event_name: "PreToolUse", tool_name, tool_input, cwd });
      const time = await timed([gauntlet, "hook"], question, { cwd, env });
      if (run > 0) times[what].push(time);
    }
  }
  const node = median(times.node);
  return [
    { what: "a bare Node, start to end", value: ms(node) },
    ...Object.keys(CALLS).flatMap((what) => [
      { what: `gauntlet hook, ${what}: start to end`, value: ms(median(times[what])), goal: "≤ 150 ms" },
      { what: "  of a bare Node", value: ratio(median(times[what]), node) },
    ]),
  ];
}

async function timed(args, input, options) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.on("error", () => {}).end(input);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return performance.now() - start;
}
