import { nearestName } from "@gauntlet/core";
import { Command, CommanderError, Option } from "commander";
import type { AddOptions } from "./commands/add.ts";
import type { CallOptions } from "./commands/call.ts";
import type { DemoOptions } from "./commands/demo.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import type { ExplainOptions } from "./commands/explain.ts";
import type { HookOptions } from "./commands/hook.ts";
import type { PromptOptions } from "./commands/prompt.ts";
import type { ReplayOptions } from "./commands/replay.ts";
import type { TrustOptions } from "./commands/trust.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.ts";
import { addInitCommands } from "./init-commands.ts";
import { addMcpCommands } from "./mcp-commands.ts";
import { addPolicyCommands } from "./policy-commands.ts";
import { reportError } from "./report-error.ts";
import { positiveNumber, wholeNumber, withRunOptions } from "./run-flags.ts";
import type { RunOptions } from "./run-options.ts";
import { addSessionsCommands } from "./sessions-commands.ts";
import { VERSION } from "./version.ts";
import { visibleLine } from "./visible-line.ts";
import { visibleText } from "./visible-text.ts";

/** Runs the command line and gives the exit code; never throws, and never ends the process itself. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = createProgram((next) => {
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

/** Commands are declared here and loaded when they run, so that starting stays cheap. */
function createProgram(exitWith: (code: ExitCode) => void): Command {
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

  program
    .command("demo")
    .description("watch an agent find and fix a bug in a scratch repository; no key, no network")
    .option("--keep", "keep the scratch repository")
    .option("--cassette <file>", "play another recording")
    .action(async (options: DemoOptions) =>
      exitWith(await (await import("./commands/demo.ts")).runDemo(options)),
    );

  withRunOptions(program.command("tools"))
    .description("show the tools a model would see here, and those it would not")
    .option("--json", "as JSON")
    .option("--system-prompt", "show instead what a model is told here before everything else")
    .action(async (options: RunOptions & { json?: boolean; systemPrompt?: boolean }) =>
      exitWith(
        options.systemPrompt
          ? await (await import("./commands/system-prompt.ts")).runSystemPrompt(options)
          : await (await import("./commands/tools.ts")).runTools(options),
      ),
    );

  withRunOptions(program.command("call"))
    .description("run a tool through every gate, without a model")
    .argument("[tool]")
    .argument("[input]", "the input as JSON")
    .option("--json", "answer as JSON")
    .option("--jsonl", "read requests from standard input, one JSON value a line")
    .option("--answers <file>", "what the person says when asked: a JSON list")
    .action(async (tool: string | undefined, input: string | undefined, options: CallOptions) =>
      exitWith(await (await import("./commands/call.ts")).runCall(tool, input, options)),
    );

  withRunOptions(program.command("explain"))
    .description("say what would be decided about a call, and why; runs nothing")
    .argument("[tool]")
    .argument("[input]", "the input as JSON")
    .option("--json", "answer as JSON")
    .option("--jsonl", "read requests from standard input, one JSON value a line")
    .option("--no-hooks", "leave out command hooks")
    .action(async (tool: string | undefined, input: string | undefined, options: ExplainOptions) =>
      exitWith(await (await import("./commands/explain.ts")).runExplain(tool, input, options)),
    );

  withRunOptions(program.command("replay"))
    .description("play a session again against the recorded model, or judge its calls by another policy")
    .argument("<session...>", "sessions' ids or their first 8 characters; several only with --policy")
    .option("--policy <file|json>", "settings that the past calls are judged by; runs nothing")
    .option("--real-tools", "run the tools; by default they give what they gave then")
    .option("--json", "as JSON")
    .action(async (ids: readonly string[], options: ReplayOptions) =>
      exitWith(await (await import("./commands/replay.ts")).runReplay(ids, options)),
    );

  withRunOptions(program.command("hook"))
    .description("answer another agent's hook by this policy: its question on standard input")
    .addOption(
      new Option("--agent <name>", "the agent that asks").choices(["claude-code"]).default("claude-code"),
    )
    .option("--no-hooks", "leave out command hooks")
    .action(async (options: HookOptions) =>
      exitWith(await (await import("./commands/hook.ts")).runHook(options)),
    );

  program
    .command("why")
    .description("show a decision of the past, from the journals")
    .argument("<id>", "a decision's id or its first 8 characters, or the id of a call")
    .option("--json", "as JSON")
    .action(async (id: string, options: { json?: boolean }) =>
      exitWith(await (await import("./commands/why.ts")).runWhy(id, options)),
    );

  program
    .command("add")
    .description("show what a pack asks for, then install and pin it; nothing of it runs before")
    .argument("<package>", "name of a package, with or without a version")
    .option("--cwd <dir>", "working directory")
    .option("-y, --yes", "do not ask")
    .action(async (name: string, options: AddOptions) =>
      exitWith(await (await import("./commands/add.ts")).runAdd(name, options)),
    );

  program
    .command("pack")
    .description("for authors of packs")
    .command("manifest")
    .description("write what the pack of a directory brings, for people to read before it runs")
    .argument("[dir]", "default: the working directory")
    .option("--check", "only say whether it is up to date")
    .action(async (dir: string | undefined, options: { check?: boolean }) =>
      exitWith(await (await import("./commands/pack-manifest.ts")).runPackManifest(dir, options)),
    );

  addSessionsCommands(
    program.command("sessions").description("list, search, show, export, check and delete sessions"),
    exitWith,
  );

  addMcpCommands(
    program.command("mcp").description("list MCP servers, show what they changed, approve it, log in"),
    exitWith,
  );

  addPolicyCommands(program.command("policy").description("test rules before they decide"), exitWith);

  program
    .command("trust")
    .description("let a directory's own configuration, plugins and allow rules count")
    .argument("[dir]", "default: the working directory")
    .option("--list", "show what is trusted, and what ended trust")
    .option("--revoke", "trust the directory no longer")
    .action(async (dir: string | undefined, options: TrustOptions) =>
      exitWith(await (await import("./commands/trust.ts")).runTrust(dir, options)),
    );

  addInitCommands(
    program.command("init").description("write a configuration for this project, or a new pack or policy"),
    exitWith,
  );

  withRunOptions(program.command("doctor"))
    .description("say what is configured here, what is not available, and why")
    .option("--boot", "show how it was put together, and how long each step took")
    .option("--json", "as JSON")
    .action(async (options: DoctorOptions) =>
      exitWith(await (await import("./commands/doctor.ts")).runDoctor(options)),
    );
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
