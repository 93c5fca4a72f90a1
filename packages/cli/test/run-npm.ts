import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** npm with a home, a cache and settings of its own. */
export interface Npm {
  /** Absolute directory for everything it keeps. */
  readonly root: string;
  /** Where it installs from. Without one it installs nothing. */
  readonly registry?: string;
}

/**
 * Runs npm to its end; nothing of the settings of whoever runs the tests reaches it.
 * @throws Error with its output when it fails.
 */
export async function runNpm(
  { root, registry = "http://127.0.0.1:9" }: Npm,
  cwd: string,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const env = {
    PATH: process.env["PATH"],
    HOME: join(root, "home"),
    npm_config_userconfig: join(root, "npmrc"),
    npm_config_cache: join(root, "npm-cache"),
    npm_config_registry: registry,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_fetch_retries: "0",
  };
  return promisify(execFile)("npm", [...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
}
