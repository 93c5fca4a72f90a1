// `npm start` shows the demo; `npm start -- ARGS` runs the built command with ARGS.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../packages/cli/dist/gauntlet.js", import.meta.url));
const args = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [command, ...(args.length > 0 ? args : ["demo"])], {
  stdio: "inherit",
});
process.exit(status ?? 1);
