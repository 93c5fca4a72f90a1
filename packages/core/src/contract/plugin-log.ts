import type { Source } from "./decision.ts";

/** Words of a plugin for people. Never read by a model, and never a way to fail: whatever is given becomes a text. */
export interface PluginLog {
  /** Something to be found by who looks for it. */
  info(text: string): void;
  /** Something a person should know of at once. */
  warn(text: string): void;
}

/** One entry of a plugin's log, under the name and source the core knows the plugin by; secrets are masked. */
export interface LogEntry {
  readonly level: keyof PluginLog;
  readonly plugin: string;
  readonly source: Source;
  /** Id of the session; missing for what was said outside of one. */
  readonly session?: string;
  readonly text: string;
}
