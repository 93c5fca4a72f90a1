import { resolve } from "node:path";
import { isInside } from "../policy/path-inside.ts";
import { hashFile, MISSING } from "./trust-hash.ts";

/** A command that a configuration names. */
export interface NamedCommand {
  readonly kind: "hook" | "server";
  /** Name of the hook's event or of the server. */
  readonly name: string;
  readonly text: string;
  /** Absolute path of the configuration. */
  readonly file: string;
}

// Deeper is no shape that is ever read.
const MAX_DEPTH = 8;

/** The commands of hooks and MCP servers in a configuration of any shape, in its order. */
export function commandsIn(config: unknown, file: string): readonly NamedCommand[] {
  const groups = [
    ["hook", "hooks"],
    ["server", "mcpServers"],
  ] as const;
  return groups.flatMap(([kind, key]) =>
    entriesOf(member(config, key)).flatMap(([name, value]) =>
      commandTexts(value, MAX_DEPTH).map((text) => ({ kind, name, text, file })),
    ),
  );
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function commandTexts(value: unknown, depth: number): readonly string[] {
  if (depth === 0) return [];
  const command = member(value, "command");
  const args = member(value, "args");
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === "string") : [];
  const own = typeof command === "string" ? [[command, ...words].join(" ")] : [];
  return [...own, ...entriesOf(value).flatMap(([, below]) => commandTexts(below, depth - 1))];
}

const PROJECT = /^\$\{?(?:CLAUDE_PROJECT_DIR|GAUNTLET_PROJECT_DIR)\}?\//;

/**
 * Files of a directory that the words of a command name, and files that are named with `./` and do not exist yet.
 * @param dir real path.
 */
export async function scriptsOf(command: string, dir: string): Promise<readonly string[]> {
  const words = command
    .split(/[\s;&|<>()]+/)
    .map((word) => word.replaceAll(/["'`]/g, "").replace(PROJECT, "./"));
  const found = new Set<string>();
  for (const word of new Set(words)) {
    const file = resolve(dir, word);
    if (word === "" || word.includes("\0") || !isInside(file, dir)) continue;
    const hash = await hashFile(file);
    const isFile = hash !== MISSING && hash !== "no file";
    if (isFile || (hash === MISSING && word.startsWith("./"))) found.add(file);
  }
  return [...found];
}
