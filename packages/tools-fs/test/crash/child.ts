import { join } from "node:path";
import { Gauntlet } from "@gauntlet/core";
import toolsFs from "../../src/index.ts";
import { contentOf, FILES, generationOf } from "./content.ts";

/**
 * A session that writes and edits until somebody kills it. Usage: node child.js <cwd> <state directory> <changes>
 * It tells each change that is done: `done <file> <generation>`.
 */
const [cwd = "", stateDirectory = "", changes = "0"] = process.argv.slice(2);

const gauntlet = new Gauntlet({
  plugins: [toolsFs],
  cwd,
  home: join(cwd, "home"),
  stateDirectory,
  mode: "acceptEdits",
});
const session = await gauntlet.session();

async function call(tool: string, input: Record<string, unknown>): Promise<unknown> {
  const [settled] = await session.call([{ tool, input }]);
  if (settled?.outcome !== "succeeded") throw new Error(JSON.stringify(settled?.block));
  return settled;
}

async function generationNow(file_path: string): Promise<number> {
  const [settled] = await session.call([{ tool: "Read", input: { file_path } }]);
  const text = String(settled?.block.content).replace(/^\d+\t/gm, "");
  return settled?.outcome === "succeeded" ? (generationOf(`${text}\n`) ?? Number.NaN) : 0;
}

const generations = new Map<string, number>();
for (const file of FILES) generations.set(file, await generationNow(file));
process.stdout.write("ready\n");

for (let i = 0; i < Number(changes); i++) {
  const file = FILES[i % FILES.length] as string;
  const generation = generations.get(file) ?? 0;
  const next = generation + 1;
  // An edit keeps the filler of the generation before; the next Write puts its own.
  if (generation > 0 && i % 3 > 0)
    await call("Edit", {
      file_path: file,
      old_string: `gen ${generation}.\n`,
      new_string: `gen ${next}.\n`,
      replace_all: true,
    });
  else await call("Write", { file_path: file, content: contentOf(next) });
  generations.set(file, next);
  process.stdout.write(`done ${file} ${next}\n`);
}
await session.close();
