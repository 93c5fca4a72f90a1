import { join } from "node:path";
import { ConfigError } from "../errors.ts";
import type { ConfiguredServer } from "./merge-servers.ts";
import { LOCK_FILE, readPackLock } from "./pack-lock.ts";
import { quoted } from "./quoted.ts";
import { replaceFile } from "./replace-file.ts";

/** Hash of what was approved of each MCP server, by name. */
type ServerLock = Readonly<Record<string, string>>;

/**
 * Adds to each server of a project what the lock file beside its entry says of it. The lock approves nothing: it names
 * what was approved where it was written, and what is something else is held back here.
 * @throws GNT_CONFIG_INVALID, GNT_CONFIG_READ for a lock that cannot be read.
 */
export async function withServerLocks(
  servers: readonly ConfiguredServer[],
): Promise<readonly ConfiguredServer[]> {
  const scopes = [...new Set(servers.map(({ scope }) => scope))].filter((scope) => scope !== "");
  const locks = new Map(
    await Promise.all(scopes.map(async (scope) => [scope, await readServerLock(scope)] as const)),
  );
  return servers.map((server) => {
    const lock = locks.get(server.scope) ?? {};
    if (!Object.hasOwn(lock, server.name)) return server;
    return Object.freeze({ ...server, locked: lock[server.name] ?? "" });
  });
}

/**
 * Names in the lock file of a directory what was approved of a server. Everything else in it stays.
 * @returns the file.
 */
export async function saveServerLock(directory: string, name: string, hash: string): Promise<string> {
  const servers = { ...(await readServerLock(directory)), [name]: hash };
  const sorted = Object.fromEntries(Object.entries(servers).sort(([a], [b]) => (a < b ? -1 : 1)));
  const lock = (await readPackLock(directory)) ?? { packs: {} };
  const file = join(directory, LOCK_FILE);
  await replaceFile(file, `${JSON.stringify({ ...lock, lock: 1, servers: sorted }, null, 2)}\n`, 0o644);
  return file;
}

async function readServerLock(directory: string): Promise<ServerLock> {
  const servers = (await readPackLock(directory))?.["servers"] ?? {};
  const isLock =
    typeof servers === "object" &&
    servers !== null &&
    Object.values(servers).every((hash) => typeof hash === "string");
  if (isLock) return servers as ServerLock;
  throw new ConfigError(
    "GNT_CONFIG_INVALID",
    `the servers in ${quoted(join(directory, LOCK_FILE))} cannot be read`,
    {
      hint: "restore the file, or take `servers` out of it and approve them again",
    },
  );
}
