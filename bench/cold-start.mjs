// From starting the process to its first request: ours, a program that only has the SDK, and one with only Node.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { gauntlet, median, ms, ratio, root, runAgainst } from "./measure.mjs";

const SDK_PROGRAM = `
import Anthropic from "@anthropic-ai/sdk";
const client = new Anthropic({ baseURL: process.env.ANTHROPIC_BASE_URL, apiKey: "bench" });
const stream = await client.messages.create({ model: "bench", max_tokens: 100, stream: true, messages: [{ role: "user", content: "hi" }] });
for await (const event of stream) void event;
`;

const NODE_PROGRAM = `
import { request } from "node:http";
const body = JSON.stringify({ model: "bench", max_tokens: 100, stream: true, messages: [{ role: "user", content: "hi" }] });
await new Promise((resolve, reject) => {
  request(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", agent: false, headers: { "content-type": "application/json" } }, (response) => response.resume().on("end", resolve)).on("error", reject).end(body);
});
`;

export async function coldStart({ scratch, runs }) {
  const cwd = join(scratch, "cold");
  const state = join(scratch, "cold-state");
  for (const directory of [cwd, state]) mkdirSync(directory);
  const programs = {
    ours: [gauntlet, "-p", "hi"],
    sdk: [await bundle(SDK_PROGRAM, join(scratch, "sdk.mjs"))],
    node: [write(NODE_PROGRAM, join(scratch, "node.mjs"))],
  };
  const turns = [{ blocks: [{ type: "text", text: "hello" }] }];
  const found = { ours: [], sdk: [], node: [] };
  const peaks = { ours: [], sdk: [] };
  for (let run = 0; run <= runs; run++) {
    for (const [name, args] of Object.entries(programs)) {
      const { firstRequestMs } = await runAgainst({ turns, args, cwd, state });
      if (run > 0) found[name].push(firstRequestMs);
    }
  }
  for (const name of ["ours", "sdk"]) {
    for (let run = 0; run < 3; run++) {
      peaks[name].push(
        (await runAgainst({ turns, args: programs[name], cwd, state, withMemory: true })).peakMb,
      );
    }
  }
  const [ours, sdk, node] = [median(found.ours), median(found.sdk), median(found.node)];
  return [
    { what: "start → first request", value: ms(ours) },
    { what: "  a bare bundled SDK program", value: ms(sdk) },
    { what: "  a bare Node program", value: ms(node) },
    { what: "  against the SDK program", value: ratio(ours, sdk), goal: "≤ 1.75 ×" },
    { what: "peak memory of a one-turn run", value: `${median(peaks.ours).toFixed(0)} MB`, goal: "≤ 110 MB" },
    { what: "  the SDK program", value: `${median(peaks.sdk).toFixed(0)} MB` },
  ];
}

async function bundle(code, outfile) {
  await build({
    stdin: { contents: code, resolveDir: join(root, "packages/core"), loader: "js" },
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  });
  return outfile;
}

function write(code, file) {
  writeFileSync(file, code);
  return file;
}
