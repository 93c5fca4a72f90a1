import { type Command, InvalidArgumentError, Option } from "commander";
import type { CassetteOptions } from "./commands/sessions-cassette.ts";
import type { ExportOptions } from "./commands/sessions-export.ts";
import type { SessionRange } from "./commands/sessions-list.ts";
import type { PruneOptions } from "./commands/sessions-prune.ts";
import type { VerifyOptions } from "./commands/sessions-verify.ts";
import type { ExitCode } from "./exit-code.ts";

/** Declares `gauntlet sessions` and what is below it. */
export function addSessionsCommands(sessions: Command, exitWith: (code: ExitCode) => void): void {
  sessions.allowExcessArguments(false);
  withRange(sessions.command("list", { isDefault: true }))
    .description("list them, the one written last first")
    .option("--json", "as JSON")
    .action(async (options: SessionRange & { json?: boolean }) =>
      exitWith(await (await import("./commands/sessions-list.ts")).runSessionsList(options)),
    );

  withRange(sessions.command("search"))
    .description("find a text in prompts, models' texts, inputs and results of calls")
    .argument("<text>")
    .option("--json", "as JSON, one place a line")
    .action(async (text: string, options: SessionRange & { json?: boolean }) =>
      exitWith(await (await import("./commands/sessions-search.ts")).runSessionsSearch(text, options)),
    );

  sessions
    .command("show")
    .description("show the conversation with its calls, decisions and outcomes")
    .argument("<id>", "a session's id or its first 8 characters")
    .option("--json", "the entries of the journal as JSON, one a line")
    .action(async (id: string, options: { json?: boolean }) =>
      exitWith(await (await import("./commands/sessions-show.ts")).runSessionsShow(id, options)),
    );

  sessions
    .command("compact")
    .description("clear old results of a conversation, and have the model summarize it if that is not enough")
    .argument("<id>", "a session's id or its first 8 characters")
    .action(async (id: string) =>
      exitWith(await (await import("./commands/sessions-compact.ts")).runSessionsCompact(id)),
    );

  sessions
    .command("export")
    .description("write a session as one document, with what looks like a secret masked")
    .argument("<id>", "a session's id or its first 8 characters")
    .addOption(
      new Option("--format <format>", "what it is written as").choices(["md", "json", "html"]).default("md"),
    )
    .option("--out <file>", "a file that does not exist yet; default: standard output")
    .action(async (id: string, options: ExportOptions) =>
      exitWith(await (await import("./commands/sessions-export.ts")).runSessionsExport(id, options)),
    );

  sessions
    .command("cassette")
    .description("write what the model said as a recording that plays without it")
    .argument("<id>", "a session's id or its first 8 characters")
    .option("--name <name>", "name of the recording")
    .option("--out <file>", "a file that does not exist yet; default: standard output")
    .action(async (id: string, options: CassetteOptions) =>
      exitWith(await (await import("./commands/sessions-cassette.ts")).runSessionsCassette(id, options)),
    );

  sessions
    .command("delete")
    .description("delete sessions with their results")
    .argument("<id...>", "sessions' ids or their first 8 characters")
    .action(async (ids: readonly string[]) =>
      exitWith(await (await import("./commands/sessions-delete.ts")).runSessionsDelete(ids)),
    );

  withRange(sessions.command("verify"))
    .description(
      "check the chains of journals. This finds damage, and changes by somebody who did not recompute the chain; " +
        "somebody who can write the file can, and only a hash that was kept elsewhere shows it",
    )
    .argument("[id]", "a session's id or its first 8 characters; default: all of this directory")
    .option("--anchor <seq:hash>", "compare with the hash of an entry that was kept elsewhere")
    .action(async (id: string | undefined, options: VerifyOptions) =>
      exitWith(await (await import("./commands/sessions-verify.ts")).runSessionsVerify(id, options)),
    );

  sessions
    .command("prune")
    .description("delete sessions of all directories that were not written for some days; never an open one")
    .option("--days <n>", "default: `sessions.retentionDays` of the configuration", days)
    .option("--dry-run", "delete nothing, only say what would go")
    .action(async (options: PruneOptions) =>
      exitWith(await (await import("./commands/sessions-prune.ts")).runSessionsPrune(options)),
    );
}

const withRange = (command: Command): Command =>
  command
    .option("--all", "of all directories")
    .option("--cwd <dir>", "of this directory; default: the current one");

function days(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}
