// Makes one Grep in a process of its own. Usage: node one-grep.mjs CWD STATE INPUT
import { Gauntlet } from "../packages/core/dist/index.js";
import toolsFs from "../packages/tools-fs/dist/index.js";

const [cwd, stateDirectory, input] = process.argv.slice(2);
const session = await new Gauntlet({ plugins: [toolsFs], cwd, stateDirectory }).session();
const [settled] = await session.call([{ tool: "Grep", input: JSON.parse(input) }]);
if (settled.outcome !== "succeeded") throw new Error(JSON.stringify(settled.block));
await session.close();
