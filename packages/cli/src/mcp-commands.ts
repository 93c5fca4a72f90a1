import type { Command } from "commander";
import type { McpOptions } from "./commands/mcp-servers.ts";
import type { ExitCode } from "./exit-code.ts";

/** Declares `gauntlet mcp` and what is below it. */
export function addMcpCommands(mcp: Command, exitWith: (code: ExitCode) => void): void {
  mcp.allowExcessArguments(false);
  withPlace(mcp.command("list", { isDefault: true }))
    .description("list the servers of the configuration and what was approved of them; contacts none")
    .option("--json", "as JSON")
    .action(async (options: McpOptions) =>
      exitWith(await (await import("./commands/mcp-list.ts")).runMcpList(options)),
    );

  withPlace(mcp.command("diff"))
    .description("show what servers changed since they were approved; contacts none, changes nothing")
    .argument("[server]", "default: all")
    .option("--json", "as JSON")
    .action(async (server: string | undefined, options: McpOptions) =>
      exitWith(await (await import("./commands/mcp-diff.ts")).runMcpDiff(server, options)),
    );

  withPlace(mcp.command("approve"))
    .description("approve what `gauntlet mcp diff` shows of a server")
    .argument("<server>")
    .argument("[hash]", "approve only if `gauntlet mcp diff` shows this hash")
    .action(async (server: string, hash: string | undefined, options: McpOptions) =>
      exitWith(await (await import("./commands/mcp-approve.ts")).runMcpApprove(server, hash, options)),
    );

  withPlace(mcp.command("login"))
    .description("log in at a server that wants it; shows an address to open and waits for the answer")
    .argument("<server>")
    .action(async (server: string, options: McpOptions) =>
      exitWith(await (await import("./commands/mcp-login.ts")).runMcpLogin(server, options)),
    );

  withPlace(mcp.command("logout"))
    .description("forget the login at a server")
    .argument("<server>")
    .action(async (server: string, options: McpOptions) =>
      exitWith(await (await import("./commands/mcp-login.ts")).runMcpLogout(server, options)),
    );
}

const withPlace = (command: Command): Command =>
  command.option("--cwd <dir>", "working directory").option("--settings <file|json>", "further settings");
