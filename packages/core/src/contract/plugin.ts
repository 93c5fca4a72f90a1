import type { TObject } from "typebox";
import type { Hooks } from "./hook.ts";
import type { Resource } from "./resource.ts";
import type { Tool } from "./tool.ts";

/** What a plugin is given when it is applied: hooks on which the core has already written its name and source. */
export interface PluginScope {
  readonly hooks: Hooks;
  /** Working directory the runtime was made for, absolute. */
  readonly cwd: string;
}

/** A named bundle of tools and taps. */
export interface PluginSpec {
  /** Package name for packages, else any short name. */
  readonly name: string;
  readonly tools?: readonly Tool[];
  /**
   * Schema of the settings people may give the pack under `packs` in the configuration; its `default`s hold for what
   * they leave out. Tools find them in `ctx.options`.
   */
  readonly options?: TObject;
  /** What every session holds open for the tools of this plugin; they get it from `ctx.resource`. */
  readonly resources?: readonly Resource<unknown>[];
  /** Taps hooks; runs once, in the order plugins are listed. */
  readonly apply?: (scope: PluginScope) => void;
}

/** A checked, frozen plugin. */
export interface Plugin {
  readonly contract: number;
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly options?: TObject;
  /** Missing in plugins that another copy of this package made before there were any. */
  readonly resources?: readonly Resource<unknown>[];
  apply(scope: PluginScope): void;
}
