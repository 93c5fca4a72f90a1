import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BEHAVIORS,
  type Behavior,
  type CallRequest,
  ConfigError,
  isJsonObject,
  MODES,
  type Mode,
  parseText,
  systemReason,
} from "@gauntlet/core";
import { shortJson } from "./short-json.ts";

/** One line of a policy test: a call, and what must be decided about it. */
export interface PolicyCase {
  readonly call: CallRequest;
  readonly expect: Behavior;
  /** Undefined: that of the configuration. */
  readonly mode?: Mode;
  /** What the test is for, in the words of its author. */
  readonly why?: string;
  /** Absolute path. */
  readonly file: string;
  /** 1-based; undefined where the format does not tell. */
  readonly line?: number;
}

const TEST_FILE = /\.policy\.test\.(json|ya?ml)$/;
const SKIPPED = new Set(["node_modules", ".git"]);

/** Absolute paths of all policy tests below a directory, sorted; links to directories are not followed. */
export async function findPolicyTests(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : findPolicyTests(path);
      return entry.isFile() && TEST_FILE.test(entry.name) ? [path] : [];
    }),
  );
  return below.flat().sort();
}

/**
 * Reads a policy test: a JSON or YAML list of `{ call: { tool, input? }, expect, mode?, why? }`.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID with file and line.
 */
export async function readPolicyTest(file: string): Promise<readonly PolicyCase[]> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `the policy test \`${file}\` cannot be read: ${systemReason(cause)}`,
      { hint: "name a file that exists and may be read", cause },
    );
  });
  const { value, placeOf } = await parseText(text, {
    file,
    format: file.endsWith(".json") ? "json" : "yaml",
    hint: "repair the file",
  });
  if (!Array.isArray(value)) return refuse(file, undefined, "is not a list");
  return value.map((entry: unknown, at) => {
    const line = file.endsWith(".json") ? placeOf([at], "")?.line : undefined;
    return readCase(entry, { file, ...(line !== undefined && { line }) }, at);
  });
}

const HINT =
  'write entries as { "call": { "tool": "Read", "input": { "file_path": "a" } }, "expect": "allow" }';

function readCase(value: unknown, place: Pick<PolicyCase, "file" | "line">, at: number): PolicyCase {
  const where = `at \`[${at}]\``;
  const bad = (what: string): never => refuse(place.file, place.line, what);
  if (!isJsonObject(value)) return bad(`holds something ${where} that is not an object`);
  const { call, expect, mode, why, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) bad(`has the key \`${unknown}\` ${where}, which nobody reads`);
  if (!isJsonObject(call) || typeof call["tool"] !== "string")
    return bad(`has no \`call\` with a \`tool\` ${where}`);
  const [odd] = Object.keys(call).filter((key) => key !== "tool" && key !== "input");
  if (odd !== undefined) bad(`has the key \`${odd}\` in \`call\` ${where}, which nobody reads`);
  if (!isOneOf(BEHAVIORS, expect))
    return bad(`expects \`${shortJson(expect, 40)}\` ${where}, not allow, ask or deny`);
  if (mode !== undefined && !isOneOf(MODES, mode))
    return bad(`names the mode \`${shortJson(mode, 40)}\` ${where}, not one of ${MODES.join(", ")}`);
  if (why !== undefined && typeof why !== "string") return bad(`has a \`why\` ${where} that is not text`);
  const { tool, input = {} } = call as { tool: string; input?: unknown };
  return {
    call: { tool, input },
    expect,
    ...place,
    ...(mode !== undefined && { mode }),
    ...(why !== undefined && { why }),
  };
}

function refuse(file: string, line: number | undefined, what: string): never {
  const place = line === undefined ? "" : ` line ${line}`;
  throw new ConfigError("GNT_CONFIG_INVALID", `the policy test \`${file}\`${place} ${what}`, { hint: HINT });
}

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.includes(value as T);
