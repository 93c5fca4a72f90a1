// Runs calls of a tool under strace. `tool-trace.ts` starts it with the path of a plan and reads what it writes.
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTool, type Tool } from "@gauntlet/core";
import { openToolRoom } from "./tool-room.ts";
import { answerFile, marksOf, type TracedCase, type TracePlan } from "./tool-trace.ts";

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

const answers: unknown[] = [];
for (const [number, one] of plan.cases.entries()) {
  // The first run loads whatever is loaded on use, so that only the act itself is left to be seen in the second.
  await run(tool, one, `warm-up-${number}`);
  answers.push(await run(marked(tool, number), one, String(number)));
}
writeFileSync(answerFile(plan.root), JSON.stringify(answers));

async function run(used: Tool, { files, first, input }: TracedCase, name: string) {
  const room = await openToolRoom({ tool: used, others, root: join(plan.root, name), files, first });
  try {
    const [settled] = await room.session.call([{ tool: used.name, input }]);
    return { outcome: settled?.outcome, effects: room.effects };
  } finally {
    await room.session.close();
  }
}

/** The tool with a mark in the trace before and after its act. */
function marked(original: Tool, number: number): Tool {
  const { begin, end } = marksOf(plan.root, number);
  const members = Object.getOwnPropertyDescriptors(original);
  const execute: Tool["execute"] = async (input, ctx) => {
    mark(begin);
    try {
      return await original.execute(input, ctx);
    } finally {
      mark(end);
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
