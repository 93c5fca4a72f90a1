import { dirname, join } from "node:path";
import { checkConfig } from "./check-config.ts";
import { configProblem } from "./config-problem.ts";
import { createLayer, type Layer } from "./layer.ts";
import { untrustedNotice } from "./load-project.ts";
import { parseText } from "./parse-text.ts";
import { projectRoot } from "./project-files.ts";
import { readText } from "./read-text.ts";
import type { TrustStore } from "./trust.ts";

/** The file other tools keep the MCP servers of a project in. */
export const MCP_JSON = ".mcp.json";

/** The servers of the nearest `.mcp.json`, and what people must be told about it. */
export interface McpJson {
  readonly layer?: Layer;
  /** Absolute path of the file, when there is one. */
  readonly files: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Looks for `.mcp.json` from the working directory up to the root of its repository; the nearest counts. Its servers
 * are programs, so without trust it is not even parsed.
 * @param place.cwd real path.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID for a trusted one that is broken.
 */
export async function loadMcpJson(place: {
  readonly cwd: string;
  readonly trust: TrustStore;
}): Promise<McpJson> {
  const root = await projectRoot(place.cwd);
  for (let dir = place.cwd; ; dir = dirname(dir)) {
    const file = join(dir, MCP_JSON);
    const text = await readText(file);
    if (text !== undefined) return await read(file, text, place.trust);
    if (dir === root || dir === dirname(dir)) return { files: [], notices: [] };
  }
}

async function read(file: string, text: string, trust: TrustStore): Promise<McpJson> {
  const dir = dirname(file);
  const status = await trust.status(dir);
  if (!status.trusted) {
    return { files: [file], notices: [untrustedNotice({ file, dir, what: "`mcpServers`" }, status)] };
  }
  const { value, placeOf } = await parseText(text, { file, format: "json" });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const spot = { place: { file, placeOf }, path: [] };
    throw configProblem("GNT_CONFIG_INVALID", spot, {
      what: "is not an object",
      hint: 'write `{"mcpServers": {…}}`',
    });
  }
  // Other members belong to other tools.
  const { mcpServers = {} } = value as { readonly mcpServers?: unknown };
  const config = checkConfig({ mcpServers }, { file, placeOf });
  return { layer: createLayer({ source: "project", file, anchor: dir, config }), files: [file], notices: [] };
}
