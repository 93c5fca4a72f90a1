import { createHash } from "node:crypto";

const MAX_NAME = 64;
const MAX_SERVER = 28;
const HASH = 8;

/**
 * The name of a server as rules and tool names have it: letters, digits, `-` and single `_`, at most 28 characters.
 * Two underscores would end it early in `mcp__server__tool`, so that a rule for `git` covered the server `git__hub`; a
 * name that has to be changed ends in a hash of the true one, so that no two become the same.
 */
export function serverSegment(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9-]+/g, "_").replace(/^_+|_+$/g, "");
  if (plain === name && plain.length > 0 && plain.length <= MAX_SERVER) return plain;
  const head = plain.slice(0, MAX_SERVER - HASH - 1).replace(/_+$/, "");
  return `${head === "" ? "server" : head}_${hashOf(name)}`;
}

/**
 * The name a model calls a tool by: `mcp__server__tool`, `^[a-zA-Z0-9_-]{1,64}$`, the same at each start and another
 * for each tool: what had to be replaced or cut is stood for by a hash of the true name.
 */
export function toolName(server: string, tool: string): string {
  const prefix = `mcp__${serverSegment(server)}__`;
  const room = MAX_NAME - prefix.length;
  const plain = tool.replace(/[^a-zA-Z0-9_-]/g, "_");
  if (plain === tool && plain.length > 0 && plain.length <= room) return prefix + plain;
  return `${prefix}${plain.slice(0, room - HASH - 1)}_${hashOf(tool)}`;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, HASH);
