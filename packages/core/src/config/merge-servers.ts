import type { LayerSource } from "./layer.ts";
import { type Layer, layerName } from "./layer.ts";
import { quoted } from "./quoted.ts";

/** An MCP server as one place names it; its entry is for the MCP client to judge. */
export interface ConfiguredServer {
  readonly name: string;
  readonly value: unknown;
  readonly source: LayerSource;
  /** For people: the file, or what messages call its place. */
  readonly place: string;
  /** Absolute directory the entry belongs to; empty for servers of the person and the organization. */
  readonly scope: string;
  /** Hash of what the lock file beside the entry names of it; missing: nothing. */
  readonly locked?: string;
}

/**
 * The servers of all layers, strongest first: of each name the entry of the strongest place counts whole, nothing of a
 * weaker one is mixed in.
 */
export function mergeServers(layers: readonly Layer[]): readonly ConfiguredServer[] {
  const servers = new Map<string, ConfiguredServer>();
  for (const layer of layers) {
    const { source, anchor, config } = layer;
    const scope = source === "user" || source === "managed" ? "" : anchor;
    for (const [name, value] of Object.entries(config.mcpServers ?? {})) {
      if (!servers.has(name))
        servers.set(name, Object.freeze({ name, value, source, place: quoted(layerName(layer)), scope }));
    }
  }
  return [...servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Leaves the servers that the organization allows, and those it names itself.
 * @param allowed names; undefined when nobody restricts them.
 */
export function allowServers(
  servers: readonly ConfiguredServer[],
  allowed: readonly string[] | undefined,
): { readonly mcpServers: readonly ConfiguredServer[]; readonly refused: readonly string[] } {
  const isAllowed = ({ name, source }: ConfiguredServer): boolean =>
    allowed === undefined || source === "managed" || allowed.includes(name);
  return {
    mcpServers: servers.filter(isAllowed),
    refused: servers
      .filter((server) => !isAllowed(server))
      .map(
        ({ name, place }) =>
          `MCP server ${quoted(name)} in ${place} does not start: the organization does not allow it`,
      ),
  };
}
