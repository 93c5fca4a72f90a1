import { ConfigError } from "../errors.ts";
import { isInside } from "../policy/path-inside.ts";
import type { GauntletConfig } from "./config.ts";
import { type Layer, layerName } from "./layer.ts";
import { quoted } from "./quoted.ts";

/** What the organization locks, and what people must be told about it. */
export interface ManagedLocks {
  /** Only rules and trusted effect claims of managed settings count. */
  readonly managedRulesOnly: boolean;
  /** Tells whether the organization lets the hooks of a place run. */
  readonly mayRunHooks: (layer: Layer) => boolean;
  /** The only MCP servers that may be started; undefined when nobody says so. */
  readonly allowedMcpServers?: readonly string[];
  /** Tells whether the rules of a place count. */
  readonly hasRules: (layer: Layer) => boolean;
  readonly notices: readonly string[];
}

const LOCKS = [
  "allowManagedPermissionRulesOnly",
  "requiredExtends",
  "allowManagedHooksOnly",
  "allowedMcpServers",
] as const satisfies readonly (keyof GauntletConfig)[];

/**
 * Reads the locks of managed settings. One place is enough to lock; several lists of servers leave what all name.
 * When a file of the system locks rules or hooks, those of the file in `$GAUNTLET_MANAGED` do not count either: whoever
 * starts the process names it.
 * @param managedDirectory absolute directory of the system's settings.
 */
export function readLocks(layers: readonly Layer[], managedDirectory: string): ManagedLocks {
  const managed = layers.filter(({ source }) => source === "managed");
  const isOfSystem = ({ source, file }: Layer): boolean =>
    source === "managed" && file !== undefined && isInside(file, managedDirectory);
  const lockedBy =
    (locking: readonly Layer[]) =>
    (layer: Layer): boolean => {
      if (locking.length === 0) return true;
      return locking.some(isOfSystem) ? isOfSystem(layer) : layer.source === "managed";
    };
  const locking = managed.filter(({ config }) => config.allowManagedPermissionRulesOnly === true);
  const hasRules = lockedBy(locking);
  const servers = managed.flatMap(({ config }) =>
    config.allowedMcpServers ? [config.allowedMcpServers] : [],
  );
  const allowed = servers[0]?.filter((name) => servers.every((list) => list.includes(name)));
  return Object.freeze({
    managedRulesOnly: locking.length > 0,
    mayRunHooks: lockedBy(managed.filter(({ config }) => config.allowManagedHooksOnly === true)),
    ...(allowed === undefined ? {} : { allowedMcpServers: allowed }),
    hasRules,
    notices: [
      ...layers.filter(({ source }) => source !== "managed").flatMap(lockNotices),
      ...layers.filter((layer) => !hasRules(layer)).flatMap((layer) => lockedNotices(layer, locking[0])),
    ],
  });
}

/**
 * Makes sure that the policies the organization requires were loaded.
 * @param loaded names of policies.
 * @throws GNT_CONFIG_INVALID for the first that was not.
 */
export function checkRequired(layers: readonly Layer[], loaded: readonly string[]): void {
  for (const layer of layers.filter(({ source }) => source === "managed")) {
    const missing = layer.config.requiredExtends?.find((name) => !loaded.includes(name));
    if (missing === undefined) continue;
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `policy ${quoted(missing)} is required by ${quoted(layerName(layer))} and was not loaded`,
      { hint: "name it in `extends`; what a directory without trust extends does not count" },
    );
  }
}

function lockNotices(layer: Layer): string[] {
  const keys = LOCKS.filter((key) => layer.config[key] !== undefined).map((key) => `\`${key}\``);
  if (keys.length === 0) return [];
  return [`${keys.join(", ")} in ${quoted(layerName(layer))} does not count: only managed settings can lock`];
}

function lockedNotices(layer: Layer, locking: Layer | undefined): string[] {
  const { rules, config } = layer;
  const what = [
    ...(rules.length > 0 ? ["rules"] : []),
    ...(config.extends?.length ? ["`extends`"] : []),
    ...(config.trustEffects?.length ? ["`trustEffects`"] : []),
    ...(config.permissions?.additionalDirectories?.length ? ["`additionalDirectories`"] : []),
  ];
  if (what.length === 0 || locking === undefined) return [];
  return [
    `${what.join(", ")} of ${quoted(layerName(layer))} do not count: ${quoted(layerName(locking))} allows managed rules only`,
  ];
}
