import { Fault } from "./fault.mjs";
import { runProgram } from "./run-program.mjs";

/** npm keeps its own settings: the registry and the cache are those of the person who rehearses. */
const NPM_SETTINGS = /^(?:npm_config_|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|HOME|USERPROFILE|APPDATA)/i;

/**
 * Runs npm on the Node of an environment.
 * @throws Fault when it fails.
 */
export async function npm(args, { cwd, env }) {
  const settings = Object.entries(process.env).filter(([name]) => NPM_SETTINGS.test(name));
  const own = { ...env, ...Object.fromEntries(settings), npm_config_prefer_offline: "true" };
  const ended = await runProgram("npm", args, { cwd, env: own });
  if (ended.code === 0) return ended;
  throw new Fault({
    found: `\`npm ${args.join(" ")}\` ended with ${ended.code}\n${ended.stderr.trim().replaceAll(/^/gm, "    | ")}`,
    where: cwd,
    todo: "see npm's own words above; with --keep the directory stays. Without a registry nothing can be rehearsed",
  });
}
