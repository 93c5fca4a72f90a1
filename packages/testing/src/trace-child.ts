// Runs one call of a tool under strace. `tool-trace.ts` starts it with the path of a plan and reads what it writes.
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTool, type Tool } from "@gauntlet/core";
import { openToolRoom } from "./tool-room.ts";
import type { TracePlan } from "./tool-trace.ts";

const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as TracePlan;
const module = (await import(plan.module)) as Record<string, unknown>;
const exported = Object.values(module).flatMap((value) => [
  value,
  ...((value as { tools?: readonly unknown[] } | null)?.tools ?? []),
]);
const tools = exported.filter(isTool);
const tool = tools.find(({ name }) => name === plan.tool);
if (tool === undefined) throw new Error(`\`${plan.module}\` exports no tool \`${plan.tool}\``);
const others = [...new Set(tools)].filter(({ name }) => name !== plan.tool);

// The first run loads whatever is loaded on use, so that only the act itself is left to be seen in the second.
await run(tool, join(plan.root, "warm-up"));
const { outcome, effects } = await run(marked(tool), join(plan.root, "traced"));
writeFileSync(plan.answer, JSON.stringify({ outcome, effects }));

async function run(used: Tool, root: string) {
  const { files, first, input } = plan;
  const room = await openToolRoom({ tool: used, others, root, files, first });
  try {
    const [settled] = await room.session.call([{ tool: used.name, input }]);
    return { outcome: settled?.outcome, effects: room.effects };
  } finally {
    await room.session.close();
  }
}

/** The tool with a mark in the trace before and after its act. */
function marked(original: Tool): Tool {
  const members = Object.getOwnPropertyDescriptors(original);
  const execute: Tool["execute"] = async (input, ctx) => {
    mark(plan.begin);
    try {
      return await original.execute(input, ctx);
    } finally {
      mark(plan.end);
    }
  };
  return Object.freeze(Object.defineProperties({}, { ...members, execute: { value: execute } })) as Tool;
}

/** Asks for a file that is not there: the trace shows that it was asked for. */
function mark(path: string): void {
  try {
    openSync(path, "r");
  } catch {
    // As meant.
  }
}
