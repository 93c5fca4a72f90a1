import { nearestName } from "@gauntlet/core";
import { Command, CommanderError } from "commander";
import { declareCommands } from "./command-table.ts";
import type { PromptOptions } from "./commands/prompt.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.ts";
import { reportError } from "./report-error.ts";
import { positiveNumber, wholeNumber, withRunOptions } from "./run-flags.ts";
import { VERSION } from "./version.ts";
import { visibleLine } from "./visible-line.ts";
import { visibleText } from "./visible-text.ts";

/** Runs the command line and gives the exit code; never throws, and never ends the process itself. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = createProgram(args[0], (next) => {
    code = next;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    reportError(thrown, process.stderr);
    return exitCodeOf(thrown);
  }
}

function createProgram(word: string | undefined, exitWith: (code: ExitCode) => void): Command {
  const program = new Command("gauntlet")
    .description("Runs an agent whose every tool call is decided, explained and journalled.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(visibleText(text.replace(/^error: /, "gauntlet: "))),
    })
    .showHelpAfterError(
      "  `--help` after the command lists its flags; configuration is set with `--settings`",
    )
    .enablePositionalOptions()
    .allowExcessArguments()
    .hook("preSubcommand", refuseFlagsBefore)
    .showSuggestionAfterError();

  withRunOptions(program)
    .option(
      "-p, --print [prompt]",
      "run one prompt to its end; without a text it is read from standard input",
    )
    .option("--model <name>", "model to ask")
    .option("--max-turns <n>", "stop after this many model messages", wholeNumber)
    .option("--max-calls <n>", "stop before more tool calls than this", wholeNumber)
    .option("--max-total-tokens <n>", "stop before more tokens than this, in and out", wholeNumber)
    .option("--max-budget-usd <amount>", "stop before the model costs more than this", positiveNumber)
    .option("--max-time <seconds>", "stop after this time", positiveNumber)
    .option("-c, --continue", "go on with the last session of this directory")
    .option("-r, --resume <id>", "go on with the session of this id, or of its first 8 characters")
    .option("--fork-session", "with -c or -r: leave that session as it is and go on in a copy")
    .action(async (options: PromptOptions) => {
      refuseStrayWords(program, options);
      refuseLoneFork(program, options);
      const { runPrompt } = await import("./commands/prompt.ts");
      exitWith(await runPrompt(options, () => program.help()));
    });

  declareCommands(program, exitWith, word);
  return program;
}

/** A flag of `gauntlet` itself does not reach a command after it, and a deny rule must not be lost without a word. */
function refuseFlagsBefore(program: Command, command: Command): void {
  const stray = program.options.find(
    (option) => program.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (stray === undefined) return;
  program.error(
    `gauntlet: ${stray.long} stands before \`${command.name()}\` and would not count; put it after: \`gauntlet ${command.name()} ${stray.long} …\``,
  );
}

function refuseStrayWords(program: Command, { print }: PromptOptions): void {
  const [word] = program.args;
  if (word === undefined) return;
  const shown = `\`${visibleLine(word)}\``;
  if (print !== undefined)
    program.error(`gauntlet: ${shown} does not belong to the prompt; put the prompt in quotes`);
  const names = program.commands.map((command) => command.name());
  const near = nearestName(word, names);
  program.error(
    `gauntlet: unknown command ${shown}; ${near === undefined ? `use one of ${names.join(", ")}` : `did you mean \`${near}\`?`}`,
  );
}

function refuseLoneFork(program: Command, options: PromptOptions): void {
  if (!options.forkSession || options.continue || options.resume !== undefined) return;
  program.error("gauntlet: --fork-session names no session to go on from; add -c or -r <id>");
}
