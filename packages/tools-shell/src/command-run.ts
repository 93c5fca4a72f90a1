import type { ExecuteContext } from "@gauntlet/core";
import { shellDirectory } from "./carried-directory.ts";
import { commandEnvironment } from "./command-environment.ts";
import { shellOptionsOf } from "./options.ts";
import type { CommandRun } from "./run-command.ts";

/** Where and in which environment a command of this session runs. */
export function commandRun(
  command: string,
  ctx: ExecuteContext,
): Pick<CommandRun, "command" | "cwd" | "env"> {
  return { command, cwd: shellDirectory(ctx), env: commandEnvironment(process.env, shellOptionsOf(ctx)) };
}
