import { shownAddress } from "@gauntlet/core";
import { isAsLocked, isSameLaunch, type Pin, type ServerConfig, type WrittenLaunch } from "@gauntlet/mcp";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { maskedText } from "../masked-text.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { knownServers, type McpOptions } from "./mcp-servers.ts";

/** `gauntlet mcp list`: what is configured and what was approved of it. */
export async function runMcpList(options: McpOptions): Promise<ExitCode> {
  const known = await knownServers(options);
  const rows = await Promise.all(
    known.servers.map(async (server) => {
      const pin = await known.pins.read(server);
      return {
        name: server.name,
        source: server.source,
        place: server.place,
        launch: launchText(server.written),
        ...stateOf(server, pin),
      };
    }),
  );
  if (options.json) {
    process.stdout.write(`${visibleJson({ servers: rows, problems: known.problems }, 2)}\n`);
    return EXIT.done;
  }
  const lines = rows.flatMap(({ name, source, launch, state }) => [
    `${name}  (${source})  ${state}`,
    `  ${launch}`,
  ]);
  const all = [...lines, ...known.problems];
  process.stdout.write(
    (all.length === 0 ? ["no MCP servers"] : all).map((line) => `${visibleLine(line)}\n`).join(""),
  );
  return EXIT.done;
}

/** How a server is reached, in one line and without secrets; of variables and headers the names only. */
export function launchText({ type, command, args = [], url, env, headers }: WrittenLaunch): string {
  const names = [...Object.keys(env ?? {}), ...Object.keys(headers ?? {})];
  const what =
    type === "stdio" ? maskedText([command, ...args].join(" ")) : `${type} ${shownAddress(url ?? "")}`;
  return names.length === 0 ? what : `${what} (with ${names.join(", ")})`;
}

function stateOf(
  server: ServerConfig,
  pin: Pin | undefined,
): { readonly state: string; readonly tools?: readonly string[]; readonly waits: boolean } {
  if (pin === undefined) return { state: "not contacted yet; what it offers then is approved", waits: false };
  const tools = pin.tools.map(({ name }) => name);
  if (!isSameLaunch(pin.launch, server.written))
    return { state: "another program or address than approved; not started", tools, waits: true };
  if (!isAsLocked(server.locked, pin))
    return { state: "not what gauntlet.lock names; held back", tools, waits: true };
  const count = `${tools.length} tools approved`;
  return pin.pending?.tools
    ? { state: `${count}; changes wait; run \`gauntlet mcp diff ${server.name}\``, tools, waits: true }
    : { state: count, tools, waits: false };
}
