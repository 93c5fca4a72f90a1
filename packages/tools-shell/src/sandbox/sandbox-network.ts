import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Reach, readTarget } from "./reachable-hosts.ts";
import type { Resolve, SandboxProxy } from "./sandbox-proxy.ts";

/** How one command reaches the machines it was allowed to contact, from a sandbox without a network. */
export interface SandboxNetwork {
  /** Holds the socket; to be made visible inside. */
  readonly directory: string;
  /** Stands before the command inside: hands on what comes to a port there. */
  launcher(asksDirectory: boolean): readonly string[];
  /** Tells programs to use the proxy. */
  readonly env: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
  /** Before the command starts. */
  open(): Promise<void>;
  /** When it is over. */
  close(): void;
}

/** Any port does: nothing else listens in there. */
const PORT = 45_871;
const MAX_SOCKET_PATH = 90;

/**
 * Listens inside and runs the command, whose exit code or signal becomes its own. Signals are for the command: it is
 * over when that is. `3` hands on the descriptor on which the shell says where it is.
 */
const BRIDGE = `
const { connect, createServer } = require("node:net");
const { spawn } = require("node:child_process");
const [socket, port, extra, program, ...args] = process.argv.slice(1);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
createServer((here) => {
  const there = connect(socket);
  for (const one of [here, there]) one.on("error", () => { here.destroy(); there.destroy(); });
  here.pipe(there);
  there.pipe(here);
}).listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program, args, { stdio: extra === "3" ? [0, 1, 2, 3] : [0, 1, 2] });
  child.on("error", (error) => { process.stderr.write(error.message + "\\n"); process.exit(127); });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
});`;

/** Makes the way out of the sandbox of one command. */
export function createSandboxNetwork(reach: Reach, resolve?: Resolve): SandboxNetwork {
  let proxy: SandboxProxy | undefined;
  const name = `gauntlet-net-${randomBytes(6).toString("hex")}`;
  const base = join(tmpdir(), name).length > MAX_SOCKET_PATH ? "/tmp" : tmpdir();
  const directory = join(base, name);
  const socket = join(directory, "proxy");
  return {
    directory,
    launcher: (asksDirectory) => [
      process.execPath,
      "-e",
      BRIDGE,
      socket,
      String(PORT),
      asksDirectory ? "3" : "",
    ],
    env: proxyVariables(reach),
    get refused() {
      return proxy?.refused ?? [];
    },
    async open() {
      // Loaded on use: most sessions have no sandbox, and need no server.
      const { createSandboxProxy } = await import("./sandbox-proxy.ts");
      mkdirSync(directory, { mode: 0o700 });
      proxy = createSandboxProxy(reach, resolve);
      await proxy.open(socket);
    },
    close() {
      proxy?.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The machine itself is the one inside, unless the command was allowed to contact the one outside. */
function proxyVariables(reach: Reach): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${PORT}`;
  const named = reach.hosts.map(({ host }) => readTarget(host, 80)?.host);
  const own = ["localhost", "127.0.0.1", "[::1]"].filter((host) => !named.includes(host));
  const names = ["http_proxy", "https_proxy", "all_proxy"];
  const none = own.map((host) => host.replace(/^\[(.*)\]$/, "$1")).join(",");
  return {
    ...Object.fromEntries([...names, ...names.map((one) => one.toUpperCase())].map((one) => [one, address])),
    no_proxy: none,
    NO_PROXY: none,
    NODE_USE_ENV_PROXY: "1",
  };
}
