import type { Command } from "commander";
import type { InitOptions } from "./commands/init.ts";
import type { ExitCode } from "./exit-code.ts";

/** `gauntlet init` and what can be generated beside a configuration. */
export function addInitCommands(init: Command, exitWith: (code: ExitCode) => void): void {
  init
    .allowExcessArguments(false)
    .option("--cwd <dir>", "directory to write to")
    .action(async (options: InitOptions) =>
      exitWith(await (await import("./commands/init.ts")).runInit(options)),
    );
  for (const kind of ["pack", "policy"] as const) {
    init
      .command(kind)
      .description(`make a package with ${kind === "pack" ? "a tool" : "rules"} and its tests`)
      .argument("<name>", "name of the package; its last part is the directory")
      .option("--cwd <dir>", "directory to make it in")
      .action(async (name: string, options: InitOptions) =>
        exitWith(await (await import("./commands/init.ts")).runInitPackage(kind, name, options)),
      );
  }
}
