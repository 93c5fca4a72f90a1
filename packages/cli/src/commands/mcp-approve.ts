import { homedir } from "node:os";
import { join } from "node:path";
import { ConfigError, createTrustStore, LOCK_FILE, saveServerLock, stateDirectory } from "@gauntlet/core";
import { afterApproval, isAsLocked, lockHashOf, type Pin, type ServerConfig } from "@gauntlet/mcp";
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
    const lock = pin ? await lockServer(server, pin) : [];
    say([`${name}: ${why}`, ...lock]);
    return EXIT.done;
  }
  if (hash !== undefined && hash !== hashAfter(pin)) {
    throw new ConfigError(
      "GNT_MCP_PIN",
      `what waits of the MCP server \`${name}\` is not what has the hash \`${hash}\``,
      { hint: `run \`gauntlet mcp diff ${name}\` to see it again` },
    );
  }
  await known.pins.write(next);
  const shown = diffLines(pin).slice(0, -1);
  const lock = await lockServer(server, next);
  say([...shown, "approved; sessions that run now keep what they have", ...lock]);
  return EXIT.done;
}

/** Names in the lock of a project what was approved of its server, so that all who work in it use the same. */
async function lockServer(
  { name, source, scope, locked }: ServerConfig,
  pin: Pin,
): Promise<readonly string[]> {
  if (source !== "project" || (locked !== undefined && isAsLocked(locked, pin))) return [];
  const trust = createTrustStore(stateDirectory(process.env, homedir()));
  const file = await trust.accept([join(scope, LOCK_FILE)], () =>
    saveServerLock(scope, name, lockHashOf(pin)),
  );
  return [`${file} names it now`];
}

function say(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
}
