import type { Command } from "commander";
import type { PolicyDiffOptions } from "./commands/policy-diff.ts";
import type { PolicyLintOptions } from "./commands/policy-lint.ts";
import type { PolicyTestOptions } from "./commands/policy-test.ts";
import type { ExitCode } from "./exit-code.ts";
import { withRunOptions } from "./run-flags.ts";

/** `gauntlet policy`: what tries rules before they decide. */
export function addPolicyCommands(policy: Command, exitWith: (code: ExitCode) => void): void {
  withRunOptions(policy.command("test"))
    .description("decide the calls of policy tests and compare with what they expect")
    .argument("[files...]", "default: all `*.policy.test.{json,yaml,yml}` below the working directory")
    .option("--json", "as JSON")
    .action(async (files: readonly string[], options: PolicyTestOptions) =>
      exitWith(await (await import("./commands/policy-test.ts")).runPolicyTest(files, options)),
    );

  policy
    .command("lint")
    .description("find rules that do nothing, or not what they seem to")
    .option("--cwd <dir>", "working directory")
    .option("--settings <file|json>", "further settings")
    .option("--json", "as JSON")
    .action(async (options: PolicyLintOptions) =>
      exitWith(await (await import("./commands/policy-lint.ts")).runPolicyLint(options)),
    );

  policy
    .command("diff")
    .description("list the calls that two settings decide differently")
    .argument("<before>", "settings: a file, or JSON text")
    .argument("<after>", "settings: a file, or JSON text")
    .requiredOption("--calls <file>", "calls as JSON lines")
    .option("--cwd <dir>", "working directory")
    .option("--json", "as JSON")
    .action(async (before: string, after: string, options: PolicyDiffOptions) =>
      exitWith(await (await import("./commands/policy-diff.ts")).runPolicyDiff(before, after, options)),
    );
}
