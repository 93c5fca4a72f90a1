import type { PackOptions } from "./tool.ts";

/** One thing a plugin found out about the machine and its settings. */
export interface Finding {
  /** What it is about, in a word or two: `sandbox`. */
  readonly about: string;
  /** `notice`: something is not available, or deserves a look; `problem`: something that was asked for does not work. */
  readonly state: "ok" | "notice" | "problem";
  /** One sentence. Never a secret. */
  readonly text: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** What a plugin may look at to say how it is. */
export interface DiagnoseScope {
  /** Working directory, absolute. */
  readonly cwd: string;
  /** Home directory, absolute. */
  readonly home: string;
  /** Options of the plugin; they fit the schema it declares. */
  readonly options: PackOptions;
}
