import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Gauntlet } from "@gauntlet/core";
import toolsFs from "../../src/index.ts";

/**
 * Writes more to a small disk than it holds, and says what became of it as JSON.
 * Usage: node child.mjs <disk> <state directory>
 */
const [disk = "", stateDirectory = ""] = process.argv.slice(2);
const OLD = "keep\n".repeat(1_000);

const gauntlet = new Gauntlet({
  plugins: [toolsFs],
  cwd: disk,
  home: join(disk, "home"),
  stateDirectory,
  mode: "acceptEdits",
});
const session = await gauntlet.session();

async function overwrite(file_path: string) {
  await session.call([{ tool: "Read", input: { file_path } }]);
  const [settled] = await session.call([
    { tool: "Write", input: { file_path, content: "n".repeat(200_000) } },
  ]);
  const text = readFileSync(join(disk, file_path), "utf8");
  return {
    outcome: settled?.outcome,
    says: settled?.block.content,
    isOld: text === OLD,
    entries: readdirSync(disk),
  };
}

writeFileSync(join(disk, "a"), OLD);
const single = await overwrite("a");
rmSync(join(disk, "a"));
writeFileSync(join(disk, "b"), OLD);
linkSync(join(disk, "b"), join(disk, "c"));
const linked = await overwrite("b");
await session.close();
process.stdout.write(JSON.stringify({ single, linked }));
