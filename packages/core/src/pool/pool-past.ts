import type { SessionEvent } from "../contract/event.ts";

/**
 * Names of the tools whose definitions a session has shown the model. Within a session none is deferred afterwards,
 * whatever the configuration says by then.
 */
export function toolsLoadedIn(events: Iterable<SessionEvent>): ReadonlySet<string> {
  const loaded = new Set<string>();
  for (const event of events) {
    if (event.type !== "pool.built") continue;
    const deferred = new Set(event.deferred ?? []);
    for (const name of event.tools) if (!deferred.has(name)) loaded.add(name);
  }
  return loaded;
}
