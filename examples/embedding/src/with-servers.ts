import { Gauntlet, loadConfig } from "@gauntlet/core";
import { setUpMcp } from "@gauntlet/mcp";

const config = await loadConfig({ cwd: process.cwd(), home: "/home/ada", env: process.env });
const { plugin, problems } = await setUpMcp({
  servers: config.mcpServers,
  stateDirectory: "/home/ada/.local/state/gauntlet",
  roots: [process.cwd()],
  env: process.env,
  trustEffects: config.trustEffects,
});
for (const problem of problems) console.error(problem);
export const gauntlet = new Gauntlet({ plugins: plugin ? [plugin] : [], rules: config.rules });
