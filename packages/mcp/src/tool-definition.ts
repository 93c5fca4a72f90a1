import { createHash } from "node:crypto";
import { isJsonObject } from "@gauntlet/core";
import { LIMITS } from "./limits.ts";
import { isNestedDeeper } from "./nesting.ts";

/** What a server says about one tool, as far as anything rests on it. This, and nothing else, is pinned. */
export interface ForeignTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Claims. They lower nothing by themselves. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Only the members this client acts on. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A list of tools, and what of it could not be used. */
export interface ReadTools {
  readonly tools: readonly ForeignTool[];
  /** For people: each names the tool and the reason. */
  readonly problems: readonly string[];
}

const META = [
  "anthropic/alwaysLoad",
  "anthropic/searchHint",
  "anthropic/maxResultSizeChars",
  "anthropic/requiresUserInteraction",
];

/**
 * Reads what a server lists. One entry that cannot be used does not take the others with it; of a name that comes twice
 * the first counts.
 */
export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, ForeignTool>();
  const problems: string[] = [];
  for (const [at, entry] of entries.entries()) {
    if (tools.size >= LIMITS.toolsPerServer) {
      problems.push(`only the first ${LIMITS.toolsPerServer} of its ${entries.length} tools are used`);
      break;
    }
    const read = readTool(entry);
    if (typeof read === "string") problems.push(`${label(entry, at)} is left out: ${read}`);
    else if (tools.has(read.name)) problems.push(`${label(entry, at)} is listed twice; the first counts`);
    else tools.set(read.name, read);
  }
  return { tools: [...tools.values()], problems };
}

const label = (entry: unknown, at: number): string => {
  const name = (entry as { name?: unknown } | null)?.name;
  return typeof name === "string" ? `its tool \`${name.slice(0, 128)}\`` : `entry ${at + 1} of its tools`;
};

/** The tool, or why it cannot be used. */
function readTool(entry: unknown): ForeignTool | string {
  if (!isJsonObject(entry)) return "it is not an object";
  const { name, title, description, inputSchema = {}, outputSchema, annotations, _meta } = entry;
  if (typeof name !== "string" || name === "") return "it has no name";
  if (!isJsonObject(inputSchema)) return "its input schema is not an object";
  const meta = isJsonObject(_meta)
    ? Object.fromEntries(META.filter((key) => Object.hasOwn(_meta, key)).map((key) => [key, _meta[key]]))
    : {};
  const tool: ForeignTool = {
    name,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
    inputSchema,
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
  if (isNestedDeeper(tool, LIMITS.definitionDepth))
    return `it is nested deeper than ${LIMITS.definitionDepth} levels`;
  const bytes = Buffer.byteLength(JSON.stringify(tool));
  return bytes > LIMITS.definitionBytes ? `it has ${bytes} bytes, above ${LIMITS.definitionBytes}` : tool;
}

/** Fingerprint of a definition; the order of keys does not matter, anything else does. */
export function hashOfTool(tool: ForeignTool): string {
  return createHash("sha256").update(canonical(tool)).digest("hex");
}

/** Whether two definitions are the same. The same object costs nothing to compare, which is most of what a start does. */
export function isSameTool(one: ForeignTool, other: ForeignTool): boolean {
  return one === other || hashOfTool(one) === hashOfTool(other);
}

/** JSON with the keys of every object in order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`;
}
