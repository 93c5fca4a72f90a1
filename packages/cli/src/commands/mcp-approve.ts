import { ConfigError } from "@gauntlet/core";
import { afterApproval } from "@gauntlet/mcp";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visibleLine } from "../visible-line.ts";
import { diffLines, hashAfter } from "./mcp-diff.ts";
import { knownServers, type McpOptions, serverNamed } from "./mcp-servers.ts";

/** `gauntlet mcp approve`: asks nothing; typing it is the consent to what was seen, never to what comes next. */
export async function runMcpApprove(
  name: string,
  hash: string | undefined,
  options: McpOptions,
): Promise<ExitCode> {
  const known = await knownServers(options);
  const server = serverNamed(name, known);
  const pin = await known.pins.read(server);
  const next = pin && afterApproval(pin, new Date());
  if (!pin || !next) {
    const why = pin
      ? "nothing waits for approval"
      : "it was not contacted yet; what it offers then is approved";
    process.stdout.write(visibleLine(`${name}: ${why}`).concat("\n"));
    return EXIT.done;
  }
  if (hash !== undefined && hash !== hashAfter(pin)) {
    throw new ConfigError(
      "GNT_MCP_PIN",
      `what waits of the MCP server \`${name}\` is not what has the hash \`${hash}\``,
      {
        hint: `look at it again: gauntlet mcp diff ${name}`,
      },
    );
  }
  await known.pins.write(next);
  const shown = diffLines(pin).slice(0, -1);
  process.stdout.write(
    [...shown, "approved; sessions that run now keep what they have"]
      .map((line) => `${visibleLine(line)}\n`)
      .join(""),
  );
  return EXIT.done;
}
