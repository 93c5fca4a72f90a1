import { createTokenStore, login } from "@gauntlet/mcp";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visibleLine } from "../visible-line.ts";
import { knownServers, type McpOptions, serverNamed } from "./mcp-servers.ts";

/** `gauntlet mcp login`: shows an address, waits for the answer on 127.0.0.1, keeps the tokens. */
export async function runMcpLogin(name: string, options: McpOptions): Promise<ExitCode> {
  const known = await knownServers(options);
  const store = createTokenStore(known.stateDirectory);
  const isDone = await login(serverNamed(name, known), store, (url) => {
    process.stderr.write(`open this address to log in: ${visibleLine(url.href)}\n`);
  });
  process.stdout.write(visibleLine(isDone ? `logged in at ${name}` : `${name} wants no login`).concat("\n"));
  return EXIT.done;
}

/** `gauntlet mcp logout`: the tokens are deleted here; the server is not told. */
export async function runMcpLogout(name: string, options: McpOptions): Promise<ExitCode> {
  const known = await knownServers(options);
  const wasThere = await createTokenStore(known.stateDirectory).remove(serverNamed(name, known));
  process.stdout.write(
    visibleLine(wasThere ? `logged out of ${name}` : `there was no login at ${name}`).concat("\n"),
  );
  return EXIT.done;
}
