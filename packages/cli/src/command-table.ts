import { type Command, Option } from "commander";
import type { AddOptions } from "./commands/add.ts";
import type { CallOptions } from "./commands/call.ts";
import type { DemoOptions } from "./commands/demo.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import type { ExplainOptions } from "./commands/explain.ts";
import type { HookOptions } from "./commands/hook.ts";
import type { ReplayOptions } from "./commands/replay.ts";
import type { TrustOptions } from "./commands/trust.ts";
import type { ExitCode } from "./exit-code.ts";
import { addInitCommands } from "./init-commands.ts";
import { addMcpCommands } from "./mcp-commands.ts";
import { addPolicyCommands } from "./policy-commands.ts";
import { withRunOptions } from "./run-flags.ts";
import type { RunOptions } from "./run-options.ts";
import { addSessionsCommands } from "./sessions-commands.ts";

type Declare = (program: Command, exitWith: (code: ExitCode) => void) => void;

/** Every command by its name, in the order of the help. What one does is loaded when it runs, so that starting stays cheap. */
const COMMANDS: Readonly<Record<string, Declare>> = {
  demo(program, exitWith) {
    program
      .command("demo")
      .description("watch an agent find and fix a bug in a scratch repository; no key, no network")
      .option("--keep", "keep the scratch repository")
      .option("--cassette <file>", "play another recording")
      .action(async (options: DemoOptions) =>
        exitWith(await (await import("./commands/demo.ts")).runDemo(options)),
      );
  },
  tools(program, exitWith) {
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
  },
  call(program, exitWith) {
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
  },
  explain(program, exitWith) {
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
  },
  replay(program, exitWith) {
    withRunOptions(program.command("replay"))
      .description("play a session again against the recorded model, or judge its calls by another policy")
      .argument("<session...>", "sessions' ids or their first 8 characters; several only with --policy")
      .option("--policy <file|json>", "settings that the past calls are judged by; runs nothing")
      .option("--real-tools", "run the tools; by default they give what they gave then")
      .option("--json", "as JSON")
      .action(async (ids: readonly string[], options: ReplayOptions) =>
        exitWith(await (await import("./commands/replay.ts")).runReplay(ids, options)),
      );
  },
  hook(program, exitWith) {
    withRunOptions(program.command("hook"))
      .description("answer another agent's hook by this policy: its question on standard input")
      .addOption(
        new Option("--agent <name>", "the agent that asks").choices(["claude-code"]).default("claude-code"),
      )
      .option("--no-hooks", "leave out command hooks")
      .action(async (options: HookOptions) =>
        exitWith(await (await import("./commands/hook.ts")).runHook(options)),
      );
  },
  why(program, exitWith) {
    program
      .command("why")
      .description("show a decision of the past, from the journals")
      .argument("<id>", "a decision's id or its first 8 characters, or the id of a call")
      .option("--json", "as JSON")
      .action(async (id: string, options: { json?: boolean }) =>
        exitWith(await (await import("./commands/why.ts")).runWhy(id, options)),
      );
  },
  add(program, exitWith) {
    program
      .command("add")
      .description("show what a pack asks for, then install and pin it; nothing of it runs before")
      .argument("<package>", "name of a package, with or without a version")
      .option("--cwd <dir>", "working directory")
      .option("-y, --yes", "do not ask")
      .action(async (name: string, options: AddOptions) =>
        exitWith(await (await import("./commands/add.ts")).runAdd(name, options)),
      );
  },
  pack(program, exitWith) {
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
  },
  sessions(program, exitWith) {
    addSessionsCommands(
      program.command("sessions").description("list, search, show, export, check and delete sessions"),
      exitWith,
    );
  },
  mcp(program, exitWith) {
    addMcpCommands(
      program.command("mcp").description("list MCP servers, show what they changed, approve it, log in"),
      exitWith,
    );
  },
  policy(program, exitWith) {
    addPolicyCommands(program.command("policy").description("test rules before they decide"), exitWith);
  },
  trust(program, exitWith) {
    program
      .command("trust")
      .description("let a directory's own configuration, plugins and allow rules count")
      .argument("[dir]", "default: the working directory")
      .option("--list", "show what is trusted, and what ended trust")
      .option("--revoke", "trust the directory no longer")
      .action(async (dir: string | undefined, options: TrustOptions) =>
        exitWith(await (await import("./commands/trust.ts")).runTrust(dir, options)),
      );
  },
  init(program, exitWith) {
    addInitCommands(
      program.command("init").description("write a configuration for this project, or a new pack or policy"),
      exitWith,
    );
  },
  doctor(program, exitWith) {
    withRunOptions(program.command("doctor"))
      .description("say what is configured here, what is not available, and why")
      .option("--boot", "show how it was put together, and how long each step took")
      .option("--json", "as JSON")
      .action(async (options: DoctorOptions) =>
        exitWith(await (await import("./commands/doctor.ts")).runDoctor(options)),
      );
  },
};

/**
 * Declares the commands.
 * @param word the first of the command line: where it names a command, only that one can run, and the rest is left out.
 */
export function declareCommands(
  program: Command,
  exitWith: (code: ExitCode) => void,
  word: string | undefined,
): void {
  const named = word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  for (const declare of named ? [named] : Object.values(COMMANDS)) declare(program, exitWith);
}
