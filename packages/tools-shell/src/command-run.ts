import type { ExecuteContext } from "@gauntlet/core";
import { shellDirectory } from "./carried-directory.ts";
import { commandEnvironment } from "./command-environment.ts";
import { shellOptionsOf } from "./options.ts";
import type { CommandRun } from "./run-command.ts";
import { enterSandbox, type SandboxEntry } from "./sandbox/enter-sandbox.ts";

/** A command that is ready to be started. */
export interface PreparedCommand {
  readonly run: Pick<CommandRun, "command" | "cwd" | "env" | "launch">;
  readonly sandbox: SandboxEntry;
}

/**
 * Says where, in which environment and in which sandbox a command of this session runs.
 * @throws Error for the model when a sandbox is required and there is none.
 */
export async function prepareCommand(command: string, ctx: ExecuteContext): Promise<PreparedCommand> {
  const cwd = shellDirectory(ctx);
  const sandbox = await enterSandbox(cwd, ctx);
  const env = {
    ...commandEnvironment(process.env, shellOptionsOf(ctx)),
    ...ctx.environment,
    ...sandbox.launch?.env,
  };
  return { run: { command, cwd, env, launch: sandbox.launch }, sandbox };
}
