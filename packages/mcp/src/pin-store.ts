import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, isJsonObject, messageOf } from "@gauntlet/core";
import type { Pin } from "./pin.ts";
import { pinKey } from "./server-config.ts";

/** Whose pin is meant. */
export type PinOwner = Pick<Pin, "name" | "scope">;

/** The pins of servers, each a private file of its own. */
export interface PinStore {
  /** @throws GNT_MCP_PIN for one that is broken: it is never taken for a first contact. */
  read(owner: PinOwner): Promise<Pin | undefined>;
  /**
   * Keeps the first pin of a server.
   * @returns the pin that is kept: that of another process when it was faster.
   */
  create(pin: Pin): Promise<Pin>;
  /** Replaces a pin in one step. */
  write(pin: Pin): Promise<void>;
  /** Forgets a pin; the next contact is a first one. */
  remove(owner: PinOwner): Promise<void>;
  /** All pins, sorted by scope and name. */
  list(): Promise<readonly Pin[]>;
}

/** @param stateDirectory absolute; the pins are in `mcp/pins` below it. */
export function createPinStore(stateDirectory: string): PinStore {
  const directory = join(stateDirectory, "mcp", "pins");
  const fileOf = (owner: PinOwner): string => join(directory, `${pinKey(owner)}.json`);
  const prepared = async (pin: Pin): Promise<string> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const next = `${fileOf(pin)}.${randomUUID()}`;
    await writeFile(next, `${JSON.stringify(pin, null, 1)}\n`, { mode: 0o600, flag: "wx" });
    return next;
  };
  const read = async (owner: PinOwner): Promise<Pin | undefined> => {
    const pin = await readPin(fileOf(owner));
    if (pin && (pin.name !== owner.name || pin.scope !== owner.scope))
      throw broken(fileOf(owner), "it is the pin of another server");
    return pin;
  };
  return {
    read,
    async create(pin) {
      const next = await prepared(pin);
      try {
        await link(next, fileOf(pin));
        return pin;
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
        return (await read(pin)) ?? pin;
      } finally {
        await rm(next, { force: true });
      }
    },
    async write(pin) {
      const next = await prepared(pin);
      await rename(next, fileOf(pin)).catch(async (thrown: unknown) => {
        await rm(next, { force: true });
        throw thrown;
      });
    },
    remove: (owner) => rm(fileOf(owner), { force: true }),
    async list() {
      const names = await readdir(directory).catch(() => []);
      const files = names.filter((name) => /^[0-9a-f]{32}\.json$/.test(name));
      const pins = await Promise.all(files.map((name) => readPin(join(directory, name))));
      return pins
        .filter((pin) => pin !== undefined)
        .sort((a, b) => (a.scope + a.name < b.scope + b.name ? -1 : 1));
    },
  };
}

async function readPin(file: string): Promise<Pin | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw broken(file, messageOf(thrown));
  }
  let value: unknown;
  try {
    // Written by us into a private directory: positions for messages to people are not needed, and cost the start.
    value = JSON.parse(text);
  } catch (thrown) {
    throw broken(file, messageOf(thrown));
  }
  if (!isPin(value)) throw broken(file, "it is not in a known form");
  return value;
}

function isPin(value: unknown): value is Pin {
  if (!isJsonObject(value) || value["version"] !== 1) return false;
  const { name, scope, launch, tools, instructions, approvedAt, pending } = value;
  return (
    [name, scope, approvedAt].every((text) => typeof text === "string") &&
    isJsonObject(launch) &&
    areTools(tools) &&
    isOptionalText(instructions) &&
    (pending === undefined ||
      (isJsonObject(pending) &&
        isOptionalText(pending["instructions"]) &&
        (pending["tools"] === undefined || areTools(pending["tools"]))))
  );
}

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === "string";

const areTools = (tools: unknown): boolean =>
  Array.isArray(tools) &&
  tools.every(
    (tool: unknown) =>
      isJsonObject(tool) && typeof tool["name"] === "string" && isJsonObject(tool["inputSchema"]),
  );

function broken(file: string, why: string): ConfigError {
  return new ConfigError("GNT_MCP_PIN", `the pin \`${file}\` cannot be used: ${why}`, {
    hint: "remove it to approve the server again as if it were new",
  });
}
