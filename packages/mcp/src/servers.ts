import { defineResource, messageOf, type ResourceScope, visibleText } from "@gauntlet/core";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { messages } from "./messages.ts";
import { toolName } from "./names.ts";
import { isSameLaunch, type Pin } from "./pin.ts";
import type { PinStore } from "./pin-store.ts";
import { processEnvironment } from "./process-environment.ts";
import { type SaveFile, savesAmong } from "./save-file.ts";
import type { ConnectOptions } from "./sdk-client.ts";
import type { ServerConfig } from "./server-config.ts";
import { createServerSession, type ServerSession } from "./server-session.ts";

/** What the sessions of one host share. */
export interface ServersHost {
  readonly servers: readonly ServerConfig[];
  readonly pins: PinStore;
  /** Whether people believe what a server claims, by the name rules and votes know it by: `mcp:name`. */
  readonly isTrusted: (from: string) => boolean;
  /** Absolute paths servers may know of. */
  readonly roots: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False where calls are only looked at: then nothing is started, contacted or written. */
  readonly mayContact: boolean;
  readonly authFor: (server: ServerConfig) => OAuthClientProvider | undefined;
  readonly now: () => Date;
}

/** The servers of one session. */
export interface SessionServers {
  readonly all: readonly ServerSession[];
  find(name: string): ServerSession | undefined;
  readonly saveFile: SaveFile;
}

/** The resource that holds the servers of a session. */
export function serversResource(host: ServersHost) {
  return defineResource<SessionServers>({
    name: "mcp-servers",
    // A subagent uses the connections of its session, with what they have approved.
    isShared: true,
    open: (scope) => openServers(scope, host),
    async close({ all }) {
      await Promise.all(all.map((server) => server.close()));
    },
  });
}

/**
 * Opens what was approved from its pin, without a word to any server, and contacts the others at once, side by side.
 * The first pool waits for those, each at most for the time it has to start; no server holds up another.
 */
async function openServers(scope: ResourceScope, host: ServersHost): Promise<SessionServers> {
  const opened = await Promise.all(host.servers.map((config) => openServer(config, scope, host)));
  const all = opened.filter((server) => server !== undefined);
  scope.tools.seekWith((name) => all.map((server) => server.seek(name)).find((work) => work !== undefined));
  return {
    all,
    find: (name) => all.find(({ live }) => live.config.name === name),
    saveFile: savesAmong(scope),
  };
}

async function openServer(
  config: ServerConfig,
  scope: ResourceScope,
  host: ServersHost,
): Promise<ServerSession | undefined> {
  const shown = visibleText(config.name);
  const denied = scope.tools.deniedBy(`mcp__${config.segment}__`);
  if (denied !== undefined) {
    scope.log.info(`the MCP server \`${shown}\` is not started: ${denied}`);
    return undefined;
  }
  const namesake = host.servers.find(({ segment }) => segment === config.segment);
  if (namesake !== config) {
    scope.log.warn(
      `the MCP server \`${shown}\` is not started: its tools would have the names of those of \`${visibleText(namesake?.name ?? "")}\`; rename one of the two`,
    );
    return undefined;
  }
  let pin: Pin | undefined;
  try {
    pin = await host.pins.read(config);
  } catch (thrown) {
    scope.log.warn(`the MCP server \`${shown}\` is not started: ${messageOf(thrown)}`);
    return undefined;
  }
  if (pin && !isSameLaunch(pin.launch, config.written)) {
    await refuseOtherLaunch(config, pin, scope, host);
    return undefined;
  }
  if (pin === undefined && !host.mayContact) scope.log.info(messages.notMet(shown));
  return startServer(config, pin, scope, host);
}

/** Another program behind a known name is not started; what it would be is kept for a person to look at. */
async function refuseOtherLaunch(
  config: ServerConfig,
  pin: Pin,
  { log, tools }: ResourceScope,
  { pins, now, mayContact }: ServersHost,
): Promise<void> {
  const why = messages.otherLaunch(visibleText(config.name));
  for (const tool of pin.tools) tools.withhold(toolName(config.name, tool.name), why);
  log.warn(why);
  if (!mayContact) return;
  const { launch } = pin.pending ?? {};
  if (launch && isSameLaunch(launch, config.written)) return;
  await pins.write({ ...pin, pending: { launch: config.written, seenAt: now().toISOString() } });
}

function startServer(
  config: ServerConfig,
  pin: Pin | undefined,
  scope: ResourceScope,
  host: ServersHost,
): ServerSession {
  const server = createServerSession({
    config,
    pin,
    pins: host.pins,
    scope,
    connect: (how) => connect(config, scope, host, how),
    roots: host.roots,
    isTrusted: host.isTrusted(`mcp:${config.segment}`),
    isStrict: config.strictPin || scope.options["pin"] === "strict",
    now: host.now,
    mayContact: host.mayContact,
  });
  if (pin === undefined && host.mayContact) {
    const contacted = server.contact();
    scope.tools.waitFor(atMost(contacted, config.startMs).then(server.tellFromNowOn));
  }
  return server;
}

async function connect(
  server: ServerConfig,
  { cwd }: ResourceScope,
  { env, authFor }: ServersHost,
  how: Pick<ConnectOptions, "signal" | "timeoutMs" | "requests" | "onClose">,
) {
  // Loaded when the first server is contacted: most sessions with pinned servers contact none.
  const { launch } = server;
  const { connectSdk } = await import("./sdk-client.ts");
  if (launch.type !== "stdio") {
    const auth = authFor(server);
    return await connectSdk({ ...how, launch, ...(auth && { auth }) });
  }
  const { command, args } = launch;
  return await connectSdk({
    ...how,
    launch,
    program: { command, args, cwd, env: processEnvironment(launch.env, env) },
  });
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
