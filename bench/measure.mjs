// Running programs against a scripted model server, and the middle of what was measured.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMessagesServer } from "../packages/testing/dist/index.js";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const gauntlet = join(root, "packages/cli/dist/gauntlet.js");
export const peakMemory = fileURLToPath(new URL("peak-memory.mjs", import.meta.url));

export const now = () => performance.timeOrigin + performance.now();

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const ratio = (value, base) => `${(value / base).toFixed(2)} ×`;

/** Runs a Node program to its end against a server that plays `turns`. */
export async function runAgainst({ turns, args, cwd, state, withMemory = false }) {
  const server = await startMessagesServer({
    cassette: { name: "bench", turns },
    variables: { cwd },
    keepBodies: true,
  });
  const memoryFile = join(state, `peak-${process.hrtime.bigint()}`);
  const startedAt = now();
  const child = spawn(process.execPath, [...(withMemory ? ["--import", peakMemory] : []), ...args], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: state,
      GAUNTLET_HOME: state,
      XDG_CONFIG_HOME: join(state, "config"),
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "bench",
      BENCH_PEAK_FILE: memoryFile,
    },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const endedAt = now();
  await server.close();
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return {
    requests: server.requests,
    firstRequestMs: (server.requests[0]?.arrivedAt ?? endedAt) - startedAt,
    totalMs: endedAt - startedAt,
    peakMb: withMemory ? Number(readFileSync(memoryFile, "utf8")) / 1024 : undefined,
  };
}

/** Milliseconds between the end of each answer and the next request. */
export const gaps = (requests) =>
  requests.slice(1).map((request, i) => request.arrivedAt - requests[i].endedAt);
