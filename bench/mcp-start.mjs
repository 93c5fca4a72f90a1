// What five pinned servers with forty tools each cost the first request, beside none.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gauntlet, median, ms, root, runAgainst } from "./measure.mjs";

const SERVERS = 5;
const TOOLS = 40;

export async function mcpStart({ scratch, runs }) {
  const cwd = join(scratch, "mcp");
  const state = join(scratch, "mcp-state");
  for (const directory of [cwd, state]) mkdirSync(directory);
  const settings = join(scratch, "mcp-settings.json");
  writeFileSync(settings, JSON.stringify({ mcpServers: Object.fromEntries(servers(scratch)) }));
  const programs = {
    none: [gauntlet, "-p", "hi"],
    pinned: [gauntlet, "-p", "hi", "--settings", settings],
  };
  const turns = [{ blocks: [{ type: "text", text: "hello" }] }];
  const found = { none: [], pinned: [] };
  // The first round is the first contact; it pins.
  for (let run = 0; run <= runs; run++) {
    for (const [name, args] of Object.entries(programs)) {
      const { firstRequestMs } = await runAgainst({ turns, args, cwd, state });
      if (run > 0) found[name].push(firstRequestMs);
    }
  }
  const [none, pinned] = [median(found.none), median(found.pinned)];
  return [
    { what: "start → first request, no MCP server", value: ms(none) },
    { what: `  more with ${SERVERS} pinned servers`, value: ms(pinned - none), goal: "≤ 30 ms" },
  ];
}

function servers(scratch) {
  const program = join(root, "packages/mcp/test/raw-server.mjs");
  return Array.from({ length: SERVERS }, (_, server) => {
    const file = join(scratch, `mcp-server-${server}.json`);
    const tools = Array.from({ length: TOOLS }, (_, tool) => ({
      name: `do_something_${tool}`,
      description: `Does the thing number ${tool} of server ${server}, with a text that is as long as such texts are.`,
      inputSchema: {
        type: "object",
        properties: { path: { type: "string", description: "Where" }, many: { type: "number" } },
        required: ["path"],
      },
    }));
    writeFileSync(file, JSON.stringify({ tools }));
    return [`server${server}`, { command: process.execPath, args: [program, file] }];
  });
}
