import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "@gauntlet/core";
import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { pinKey, type ServerConfig } from "../server-config.ts";

/** What a login at one server left. */
export interface StoredLogin {
  /** The address it was made for; it is given to no other. */
  readonly url: string;
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
}

/** The logins of servers, each a private file of its own. */
export interface TokenStore {
  /** Undefined when there is none, or when it was made for another address. */
  read(server: ServerConfig): Promise<StoredLogin | undefined>;
  write(server: ServerConfig, login: Omit<StoredLogin, "url">): Promise<void>;
  /** @returns whether there was one. */
  remove(server: ServerConfig): Promise<boolean>;
}

/** @param stateDirectory absolute; the logins are in `mcp/tokens` below it. */
export function createTokenStore(stateDirectory: string): TokenStore {
  const directory = join(stateDirectory, "mcp", "tokens");
  const fileOf = (server: ServerConfig): string => join(directory, `${pinKey(server)}.json`);
  const read = async (server: ServerConfig): Promise<StoredLogin | undefined> => {
    const text = await readFile(fileOf(server), "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    const login: unknown = parse(text);
    return isJsonObject(login) && login["url"] === addressOf(server)
      ? (login as unknown as StoredLogin)
      : undefined;
  };
  return {
    read,
    async write(server, login) {
      const next = `${fileOf(server)}.${randomUUID()}`;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(next, `${JSON.stringify({ url: addressOf(server), ...login })}\n`, {
        mode: 0o600,
        flag: "wx",
      });
      await rename(next, fileOf(server)).catch(async (thrown: unknown) => {
        await rm(next, { force: true });
        throw thrown;
      });
    },
    async remove(server) {
      const before = await read(server);
      await rm(fileOf(server), { force: true });
      return before !== undefined;
    },
  };
}

const addressOf = ({ launch }: ServerConfig): string => (launch.type === "stdio" ? "" : launch.url);

/** A broken file is no login: who needs one logs in again. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
