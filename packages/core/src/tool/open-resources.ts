import type { Plugin } from "../contract/plugin.ts";
import type { Resource, ResourceScope } from "../contract/resource.ts";
import { InvariantError, messageOf, PluginError } from "../errors.ts";

/** The open resources of one session. */
export interface OpenResources {
  /** @throws GNT_INVARIANT for one that no plugin of the session lists. */
  get<R>(resource: Resource<R>): R;
  /**
   * Closes all, the last opened first, each even when another fails.
   * @throws GNT_PLUGIN_RESOURCE for the first that failed.
   */
  close(): Promise<void>;
}

/**
 * Opens the resources of all plugins, one after the other, in the order they are listed.
 * @param scopeOf what a plugin's resources may use.
 * @throws GNT_PLUGIN_RESOURCE when one cannot be opened; those before it are closed again.
 */
export async function openResources(
  plugins: readonly Plugin[],
  scopeOf: (plugin: string) => ResourceScope,
): Promise<OpenResources> {
  const open = new Map<Resource<unknown>, { readonly plugin: string; readonly live: unknown }>();
  const close = async (): Promise<void> => {
    let first: unknown;
    for (const [resource, { plugin, live }] of [...open].reverse()) {
      await resource.close(live).catch((thrown: unknown) => {
        first ??= failed(resource, plugin, { what: "closed", thrown });
      });
    }
    if (first !== undefined) throw first;
  };
  for (const { name: plugin, resources = [] } of plugins) {
    for (const resource of resources) {
      try {
        open.set(resource, { plugin, live: await resource.open(scopeOf(plugin)) });
      } catch (thrown) {
        await close().catch(() => undefined);
        throw failed(resource, plugin, { what: "opened", thrown });
      }
    }
  }
  return {
    get<R>(resource: Resource<R>): R {
      const found = open.get(resource as Resource<unknown>);
      if (found === undefined)
        throw new InvariantError(`no plugin of this session lists the resource \`${resource.name}\``);
      return found.live as R;
    },
    close,
  };
}

function failed(
  { name }: Resource<unknown>,
  plugin: string,
  { what, thrown }: { readonly what: string; readonly thrown: unknown },
): PluginError {
  return new PluginError(
    "GNT_PLUGIN_RESOURCE",
    `the resource \`${name}\` of plugin \`${plugin}\` could not be ${what}: ${messageOf(thrown)}`,
    { cause: thrown },
  );
}
