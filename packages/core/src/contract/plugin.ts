import type { TObject } from "typebox";
import type { DiagnoseScope, Finding } from "./finding.ts";
import type { Hooks } from "./hook.ts";
import type { PluginLog } from "./plugin-log.ts";
import type { Resource } from "./resource.ts";
import type { Json, Slot } from "./slot.ts";
import type { MaybePromise, Tool } from "./tool.ts";

/** What a plugin is given when it is applied. The core has written its name and source on all of it. */
export interface PluginScope {
  /** Open until `apply` is over. */
  readonly hooks: Hooks;
  readonly log: PluginLog;
  /** Working directory the runtime was made for, absolute. */
  readonly cwd: string;
}

/** A named bundle of tools and taps. */
export interface PluginSpec {
  /** Package name for packages, else any short name. */
  readonly name: string;
  /** Shown to people: `1.4.0`. */
  readonly version?: string;
  readonly tools?: readonly Tool[];
  /**
   * Schema of the settings people may give the pack under `packs` in the configuration; its `default`s hold for what
   * they leave out. Tools find them in `ctx.options`, taps in `scope.options`.
   */
  readonly options?: TObject;
  /** Slots that are this plugin's alone: another plugin that lists or uses one of these names is refused. */
  readonly slots?: readonly Slot<Json>[];
  /** What every session holds open: set up with the session, torn down with it. */
  readonly resources?: readonly Resource<unknown>[];
  /** Names of environment variables with secrets that the plugin reads: people see them before they add it. */
  readonly secrets?: readonly string[];
  /** Names of tools, of this plugin or of others, that belong to a profile. A profile holds what all plugins list for it. */
  readonly profiles?: Readonly<Record<string, readonly string[]>>;
  /** Taps hooks; runs once, in the order plugins are listed. Slow work belongs into `open` of a resource, or a tap. */
  readonly apply?: (scope: PluginScope) => void;
  /** For `gauntlet doctor`: what of the machine the plugin needs, and whether it is there. Must not change anything. */
  readonly diagnose?: (scope: DiagnoseScope) => MaybePromise<readonly Finding[]>;
}

/** A checked, frozen plugin. Members that are optional are missing where another copy of this package made it before there were any. */
export interface Plugin {
  readonly contract: number;
  readonly name: string;
  readonly version?: string;
  readonly tools: readonly Tool[];
  readonly options?: TObject;
  readonly slots?: readonly Slot<Json>[];
  readonly resources?: readonly Resource<unknown>[];
  readonly secrets?: readonly string[];
  readonly profiles?: Readonly<Record<string, readonly string[]>>;
  apply(scope: PluginScope): void;
  diagnose?(scope: DiagnoseScope): MaybePromise<readonly Finding[]>;
}
