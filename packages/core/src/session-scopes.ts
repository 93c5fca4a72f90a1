import type { SessionScope } from "./contract/session-scope.ts";
import type { Slots } from "./contract/slot.ts";
import type { PackOptions } from "./contract/tool.ts";
import type { SessionDoors } from "./session-home.ts";
import { slotsFor } from "./tool/plugin-slots.ts";

/** What of a session the scopes of its plugins are made of. */
export interface ScopeParts {
  readonly session: string;
  readonly slots: Slots;
  readonly packOptions: ReadonlyMap<string, PackOptions>;
}

const NO_OPTIONS: PackOptions = Object.freeze({});

/** Gives each plugin its scope of a session. */
export function createSessionScopes(
  { home, registry, logFor }: Pick<SessionDoors, "home" | "registry" | "logFor">,
  { session, slots, packOptions }: ScopeParts,
): (plugin: string) => SessionScope {
  return (plugin) =>
    Object.freeze({
      session,
      cwd: home.cwd,
      home: home.home,
      isTrusted: home.isTrusted,
      slots: slotsFor(plugin, slots, registry),
      options: packOptions.get(plugin) ?? NO_OPTIONS,
      log: logFor(plugin, session),
    });
}
