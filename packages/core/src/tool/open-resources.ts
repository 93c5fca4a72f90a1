import type { Plugin } from "../contract/plugin.ts";
import type { Resource, ResourceScope } from "../contract/resource.ts";
import { InvariantError, isGauntletError, messageOf, PluginError } from "../errors.ts";
import { inTime } from "../in-time.ts";

const TIMEOUT_MS = 30_000;

/** How long it took to set one resource up. */
export interface ResourceSetUp {
  readonly plugin: string;
  readonly resource: string;
  /** Milliseconds. */
  readonly ms: number;
}

/** The open resources of one session. */
export interface OpenResources {
  /** In the order they were opened. */
  readonly setUp: readonly ResourceSetUp[];
  /** @throws GNT_INVARIANT for one that no plugin of the session lists. */
  get<R>(resource: Resource<R>): R;
  /**
   * Closes all, the last opened first, each even when another fails or gives no answer in its time.
   * @throws GNT_PLUGIN_RESOURCE for the first that failed.
   */
  close(): Promise<void>;
}

/**
 * Opens the resources of all plugins, one after the other, in the order they are listed.
 * @param scopeOf what a plugin's resources may use.
 * @param parent for a subagent: where shared resources are open already; they are not closed here.
 * @throws GNT_PLUGIN_RESOURCE when one cannot be opened, or not in its time; those before it are closed again.
 */
export async function openResources(
  plugins: readonly Plugin[],
  scopeOf: (plugin: string) => ResourceScope,
  parent?: OpenResources,
): Promise<OpenResources> {
  const open = new Map<Resource<unknown>, { readonly plugin: string; readonly live: unknown }>();
  const setUp: ResourceSetUp[] = [];
  const close = async (): Promise<void> => {
    let first: unknown;
    for (const [resource, { plugin, live }] of [...open].reverse()) {
      await closeInTime(resource, live).catch((thrown: unknown) => {
        first ??= failed(resource, plugin, { what: "closed", thrown });
      });
    }
    if (first !== undefined) throw first;
  };
  for (const { name: plugin, resources = [] } of plugins) {
    for (const resource of resources) {
      if (parent && resource.isShared) continue;
      const startedAt = performance.now();
      try {
        open.set(resource, { plugin, live: await openInTime(resource, scopeOf(plugin)) });
      } catch (thrown) {
        await close().catch(() => undefined);
        throw failed(resource, plugin, { what: "opened", thrown });
      }
      setUp.push({ plugin, resource: resource.name, ms: performance.now() - startedAt });
    }
  }
  return {
    setUp,
    get<R>(resource: Resource<R>): R {
      if (parent && resource.isShared) return parent.get(resource);
      const found = open.get(resource as Resource<unknown>);
      if (found === undefined)
        throw new InvariantError(`no plugin of this session lists the resource \`${resource.name}\``);
      return found.live as R;
    },
    close,
  };
}

/** What comes too late is nobody's, so it is closed as soon as it is there. */
async function openInTime(resource: Resource<unknown>, scope: ResourceScope): Promise<unknown> {
  const opening = Promise.resolve(resource.open(scope));
  let isLate = false;
  opening.then((live) => (isLate ? closeInTime(resource, live) : undefined)).catch(() => undefined);
  try {
    return await inTime(opening, resource.timeoutMs ?? TIMEOUT_MS);
  } catch (thrown) {
    isLate = true;
    throw thrown;
  }
}

async function closeInTime(resource: Resource<unknown>, live: unknown): Promise<void> {
  await inTime(resource.close(live), resource.timeoutMs ?? TIMEOUT_MS);
}

function failed(
  { name }: Resource<unknown>,
  plugin: string,
  { what, thrown }: { readonly what: string; readonly thrown: unknown },
): PluginError {
  return new PluginError(
    "GNT_PLUGIN_RESOURCE",
    `the resource \`${name}\` of plugin \`${plugin}\` could not be ${what}: ${messageOf(thrown)}`,
    {
      hint: (isGauntletError(thrown) && thrown.hint) || `repair that, or leave \`${plugin}\` out`,
      cause: thrown,
    },
  );
}
