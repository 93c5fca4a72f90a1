import { join } from "node:path";
import { defineResource } from "@gauntlet/core";
import { createOutputPipes } from "./output-pipes.ts";
import { createProcessRecords, endLeftGroups, MARK_NAME } from "./process-records.ts";
import { type CommandEnd, type CommandRun, runCommand } from "./run-command.ts";
import { createTasks, type Tasks } from "./tasks/tasks.ts";

/** What the shell tools share in one session. */
export interface ShellSession {
  readonly tasks: Tasks;
  /** Runs a command so that it can be found and ended if this process dies. */
  run(run: CommandRun): Promise<CommandEnd>;
  /** Lets go of what the commands to come would have used. */
  close(): void;
}

/** The running commands of a session. Opening it ends what processes that died have left running. */
export const shellSession = defineResource<ShellSession>({
  name: "shell",
  open(scope) {
    const directory = join(scope.directory, "processes");
    endLeftGroups(directory);
    const records = createProcessRecords(directory);
    const pipes = createOutputPipes(join(scope.directory, "pipes"));
    const run = async (command: CommandRun): Promise<CommandEnd> =>
      runCommand({
        ...command,
        pipe: await pipes.next(),
        env: { ...command.env, [MARK_NAME]: records.mark },
        onStart: records.note,
      });
    return {
      tasks: createTasks(scope, run),
      run,
      close: () => pipes.close(),
    };
  },
  async close({ tasks, close }) {
    await tasks.close();
    close();
  },
});
