import type { Source } from "./contract/decision.ts";
import type { Plugin } from "./contract/plugin.ts";
import type { LogEntry } from "./contract/plugin-log.ts";
import { isGauntletError, messageOf, PluginError, type TapOrigin } from "./errors.ts";
import type { HookTable } from "./hooks.ts";
import { createPluginLog } from "./tool/plugin-logs.ts";

/** One plugin as it was put together. */
export interface PluginBoot {
  readonly plugin: string;
  readonly version?: string;
  readonly source: Source;
  /** Names of its tools, as it lists them. */
  readonly tools: readonly string[];
  /** Names of its resources, as it lists them. */
  readonly resources: readonly string[];
  /** What it taps, in the order a call passes it. */
  readonly taps: readonly Pick<TapOrigin, "hook" | "tap">[];
  /** Milliseconds. */
  readonly applyMs: number;
}

/** What plugins are applied to. */
export interface ApplyPlace {
  readonly table: HookTable;
  readonly cwd: string;
  readonly sourceOf: (plugin: string) => Source;
  readonly onLog: ((entry: LogEntry) => void) | undefined;
}

/**
 * Applies plugins in order.
 * @throws GNT_PLUGIN_APPLY for one that throws or gives a promise; its `cause` is what was thrown.
 */
export function applyPlugins(plugins: readonly Plugin[], place: ApplyPlace): readonly PluginBoot[] {
  const times = plugins.map((plugin) => applyOne(plugin, place));
  const taps = place.table.taps();
  return Object.freeze(
    plugins.map(({ name, version, tools, resources = [] }, i) =>
      Object.freeze({
        plugin: name,
        ...(version !== undefined && { version }),
        source: place.sourceOf(name),
        tools: tools.map((tool) => tool.name),
        resources: resources.map((resource) => resource.name),
        taps: taps.filter(({ plugin }) => plugin === name).map(({ hook, tap }) => ({ hook, tap })),
        applyMs: times[i] ?? 0,
      }),
    ),
  );
}

function applyOne(plugin: Plugin, { table, cwd, sourceOf, onLog }: ApplyPlace): number {
  const owner = { plugin: plugin.name, source: sourceOf(plugin.name) };
  const startedAt = performance.now();
  let isOpen = true;
  let returned: unknown;
  try {
    returned = plugin.apply(
      Object.freeze({ hooks: table.doors(owner, () => isOpen), log: createPluginLog(owner, onLog), cwd }),
    );
  } catch (cause) {
    const message = `plugin \`${plugin.name}\` threw while it was applied: ${messageOf(cause)}`;
    const hint = isGauntletError(cause) ? cause.hint : undefined;
    throw new PluginError("GNT_PLUGIN_APPLY", message, { cause, ...(hint !== undefined && { hint }) });
  } finally {
    isOpen = false;
  }
  if (returned instanceof Promise) {
    returned.catch(() => undefined);
    throw new PluginError("GNT_PLUGIN_APPLY", `plugin \`${plugin.name}\` is applied asynchronously`, {
      hint: "tap first, and do slow work in the `open` of a resource or inside the taps: a tap that comes late has missed calls",
    });
  }
  return performance.now() - startedAt;
}
