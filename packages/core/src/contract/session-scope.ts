import type { PluginLog } from "./plugin-log.ts";
import type { Resource } from "./resource.ts";
import type { Slots } from "./slot.ts";
import type { PackOptions } from "./tool.ts";

/** What code of a plugin may use of a session. The core makes one for each plugin, so its name stands on all of it. */
export interface SessionScope {
  /** Id of the session. */
  readonly session: string;
  /** Working directory the session was opened in, absolute. */
  readonly cwd: string;
  readonly home: string;
  /** What the project brings along (agents, skills) may be used. */
  readonly isTrusted: boolean;
  /** State saved with the session; slots that another plugin lists are refused (GNT_PLUGIN_NAME). */
  readonly slots: Slots;
  /** Options of the plugin; they fit the schema it declares. */
  readonly options: PackOptions;
  readonly log: PluginLog;
}

/** What a tap is given beside its value. */
export interface TapScope extends SessionScope {
  /** What the session holds open for the plugin. @throws GNT_INVARIANT for one that no plugin lists. */
  resource<R>(resource: Resource<R>): R;
}
