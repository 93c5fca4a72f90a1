import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { Fault } from "./fault.mjs";

const TIMEOUT_MS = 600_000;
const SHOWN_CHARS = 3000;

/**
 * Runs a program to its end.
 * @returns code, stdout and stderr, and when it started and ended (milliseconds since the epoch).
 */
export async function runProgram(program, args, { cwd, env, input = "" }) {
  const startedAt = Date.now();
  const child = spawn(program, args, { cwd, env, timeout: TIMEOUT_MS, killSignal: "SIGKILL" });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr, startedAt, endedAt: Date.now() };
}

/**
 * Holds what a program did against what it should do: its exit code, and texts or patterns in its output.
 * @throws Fault for the first difference, with the output.
 */
export function expectEnded(ended, { title, where, code = 0, stdout = [], stderr = [], todo }) {
  const fault = (found) => {
    const output = `${ended.stdout}\n${ended.stderr}`.trim().slice(-SHOWN_CHARS);
    return new Fault({ found: `${found}\n${output.replaceAll(/^/gm, "    | ")}`, where, todo });
  };
  if (ended.code !== code) throw fault(`${title} ended with ${ended.code} instead of ${code}`);
  for (const [name, wanted] of Object.entries({ stdout, stderr }))
    for (const part of wanted)
      if (!(part instanceof RegExp ? part.test(ended[name]) : ended[name].includes(part)))
        throw fault(`${title} printed no ${part instanceof RegExp ? part : `\`${part}\``} to ${name}`);
}
