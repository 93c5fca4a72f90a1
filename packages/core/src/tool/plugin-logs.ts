import type { Source } from "../contract/decision.ts";
import type { LogEntry, PluginLog } from "../contract/plugin-log.ts";

/** Whose words they are, as the core knows it. */
export interface LogOwner {
  readonly plugin: string;
  readonly source: Source;
  readonly session?: string;
}

/** The log of one plugin. Nobody who listens can make a word of a plugin fail, nor a word of its own. */
export function createPluginLog(owner: LogOwner, listen: ((entry: LogEntry) => void) | undefined): PluginLog {
  const say =
    (level: LogEntry["level"]) =>
    (text: unknown): void => {
      try {
        listen?.(Object.freeze({ level, ...owner, text: String(text) }));
      } catch {
        // Words for people decide nothing.
      }
    };
  return Object.freeze({ info: say("info"), warn: say("warn") });
}
