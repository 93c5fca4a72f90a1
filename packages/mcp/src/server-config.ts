import { createHash } from "node:crypto";
import { ConfigError, inWords, isJsonObject, messageOf, nearestName } from "@gauntlet/core";
import { expand } from "./expand.ts";
import { TIMES } from "./limits.ts";
import { serverSegment } from "./names.ts";

/** A server as configuration names it, not judged yet. */
export interface ServerEntry {
  readonly name: string;
  readonly value: unknown;
  /** Who names it: the source of its file. */
  readonly source: string;
  /** Where it is named, for people. */
  readonly place: string;
  /** Directory the entry belongs to; empty for a person's own and the organization's servers. Pins are kept by it. */
  readonly scope: string;
  /** What the lock file beside the entry says was approved of it. */
  readonly locked?: string;
}

/** How a server is reached, with every variable replaced. */
export type Launch =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "http" | "sse";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** A server that can be started. */
export interface ServerConfig {
  readonly name: string;
  /** Its part of tool names. */
  readonly segment: string;
  readonly source: string;
  readonly place: string;
  readonly scope: string;
  readonly locked?: string;
  readonly launch: Launch;
  /** The entry as it is written, without values of variables: what people read and pins are made of. */
  readonly written: WrittenLaunch;
  readonly alwaysLoad: boolean;
  readonly strictPin: boolean;
  /** Milliseconds. */
  readonly startMs: number;
  readonly idleMs: number;
  readonly callMs: number;
}

/** What of an entry decides which program or address is meant. */
export interface WrittenLaunch {
  readonly type: Launch["type"];
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What `command` stood for when it held variables: the program itself must not change unseen. */
  readonly program?: string;
}

const EXAMPLE = 'write `{ "command": "npx", "args": ["server"] }`';

const KEYS = [
  ...["type", "command", "args", "env", "url", "headers"],
  ...["timeout", "idleTimeout", "startTimeout", "alwaysLoad", "pin", "disabled", "description"],
];

/**
 * Judges one entry.
 * @returns undefined for an entry that is switched off with `disabled`.
 * @throws GNT_MCP_CONFIG with the server's name and place; values of variables are in no message.
 */
export function readServer(
  entry: ServerEntry,
  env: Readonly<Record<string, string | undefined>>,
): ServerConfig | undefined {
  try {
    return read(entry, env);
  } catch (thrown) {
    const hint = thrown instanceof ConfigError && thrown.hint !== undefined ? { hint: thrown.hint } : {};
    throw new ConfigError(
      "GNT_MCP_CONFIG",
      `MCP server \`${entry.name}\` in ${entry.place} cannot be used: ${messageOf(thrown)}`,
      hint,
    );
  }
}

function read(
  { name, value, source, place, scope, locked }: ServerEntry,
  env: Readonly<Record<string, string | undefined>>,
): ServerConfig | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse("it is not an object", EXAMPLE);
  const entry = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const near = nearestName(unknown, KEYS);
    const known = `known keys here: ${KEYS.map((key) => `\`${key}\``).join(", ")}`;
    refuse(`\`${unknown}\` is a key nobody reads`, near === undefined ? known : `did you mean \`${near}\`?`);
  }
  if (entry["disabled"] === true) return undefined;
  const written = writtenLaunch(entry);
  const launch = launchOf(written, env);
  const program =
    launch.type === "stdio" && launch.command !== written.command ? { program: launch.command } : {};
  return {
    name,
    segment: serverSegment(name),
    source,
    place,
    scope,
    ...(locked !== undefined && { locked }),
    launch,
    written: { ...written, ...program },
    alwaysLoad: entry["alwaysLoad"] === true,
    strictPin: pinOf(entry["pin"]),
    startMs: time(entry, "startTimeout", TIMES.start),
    idleMs: time(entry, "idleTimeout", TIMES.idle),
    callMs: time(entry, "timeout", TIMES.call),
  };
}

function writtenLaunch(entry: Readonly<Record<string, unknown>>): WrittenLaunch {
  const { type, command, args, url } = entry;
  if (command === undefined && url === undefined)
    refuse("it has neither `command` nor `url`", "name a program, or an address with `type`");
  if (url !== undefined && type === undefined)
    refuse("it has a `url` and no `type`", 'add `"type": "http"`, or `"sse"` for an older server');
  const kind = type === undefined ? "stdio" : type === "streamable-http" ? "http" : type;
  if (kind !== "stdio" && kind !== "http" && kind !== "sse")
    refuse(`its type \`${inWords(type)}\` is not known`, "use `stdio`, `http` or `sse`");
  if (kind === "stdio") {
    if (typeof command !== "string" || command === "") refuse("its `command` is not a text", EXAMPLE);
    if (args !== undefined && !isTexts(args))
      refuse("its `args` are not a list of texts", 'write `"args": ["--flag"]`');
    const env = texts(entry, "env");
    return {
      type: kind,
      command: command as string,
      args: (args ?? []) as readonly string[],
      ...(env && { env }),
    };
  }
  if (typeof url !== "string" || url === "")
    refuse("its `url` is not a text", 'write `"url": "https://host/mcp"`');
  const headers = texts(entry, "headers");
  return { type: kind as "http" | "sse", url: url as string, ...(headers && { headers }) };
}

function launchOf(written: WrittenLaunch, env: Readonly<Record<string, string | undefined>>): Launch {
  const all = (record: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, expand(value, env)]));
  if (written.type === "stdio") {
    return {
      type: "stdio",
      command: expand(written.command ?? "", env),
      args: (written.args ?? []).map((arg) => expand(arg, env)),
      env: all(written.env),
    };
  }
  const url = expand(written.url ?? "", env);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    refuse("its `url` is not an `http` or `https` address", "begin it with `https://`");
  return { type: written.type, url, headers: all(written.headers) };
}

function pinOf(pin: unknown): boolean {
  if (pin === undefined) return false;
  if (pin === "strict") return true;
  return refuse(`its \`pin\` is \`${inWords(pin)}\``, "the only value is `strict`");
}

function time(entry: Readonly<Record<string, unknown>>, key: string, standard: number): number {
  const value = entry[key];
  if (value === undefined) return standard;
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 2_000_000_000)
    return value;
  return refuse(
    `its \`${key}\` is not a whole number of milliseconds above 0`,
    `write \`"${key}": ${standard}\``,
  );
}

function texts(
  entry: Readonly<Record<string, unknown>>,
  key: string,
): Readonly<Record<string, string>> | undefined {
  const value = entry[key];
  if (value === undefined) return undefined;
  if (!isJsonObject(value) || !isTexts(Object.values(value)))
    refuse(`its \`${key}\` are not texts by name`, `write \`"${key}": { "NAME": "value" }\``);
  return { ...(value as Readonly<Record<string, string>>) };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

function refuse(what: string, hint?: string): never {
  throw new ConfigError("GNT_MCP_CONFIG", what, hint === undefined ? {} : { hint });
}

/** Short name of what a server's pin is kept under. */
export function pinKey({ scope, name }: Pick<ServerEntry, "scope" | "name">): string {
  return createHash("sha256")
    .update(JSON.stringify([scope, name]))
    .digest("hex")
    .slice(0, 32);
}
