import { type CommandHook, GUARDING_EVENTS, HOOK_EVENTS } from "../contract/command-hook.ts";
import { BEHAVIORS, type Source } from "../contract/decision.ts";
import type { RuleSource } from "../policy/policy.ts";
import type { GauntletConfig } from "./config.ts";
import type { PlaceOf } from "./located-value.ts";

/** The sources a configuration can come from. */
export type LayerSource = Extract<Source, "managed" | "user" | "project" | "local" | "cli">;

/** One configuration place that was read: what it says, and the rules in it with their lines. */
export interface Layer {
  readonly source: LayerSource;
  /** Absolute path; undefined for flags and for settings given as text. */
  readonly file?: string;
  /** Absolute directory that `/path` rules and relative directories of this place are anchored at. */
  readonly anchor: string;
  /** What counts: parts that the place may not say are already taken out. */
  readonly config: GauntletConfig;
  readonly rules: readonly RuleSource[];
  readonly hooks: readonly CommandHook[];
}

/** Whether it came with the repository, so that whoever wrote that had a say in it. */
export const isOfRepository = ({ source }: Pick<Layer, "source">): boolean =>
  source === "project" || source === "local";

/** What a layer is made of. */
export interface LayerParts {
  readonly source: LayerSource;
  readonly file?: string;
  readonly anchor: string;
  readonly config: GauntletConfig;
  readonly placeOf?: PlaceOf;
  /** Its hooks go on when they fail, unless they say otherwise. Default: those that guard do not. */
  readonly hooksMayFail?: boolean;
}

/** Makes a layer from a checked configuration; its rules stand in the order allow, ask, deny. */
export function createLayer(parts: LayerParts): Layer {
  const { source, file, anchor, config, placeOf } = parts;
  const rules = BEHAVIORS.flatMap((behavior) =>
    (config.permissions?.[behavior] ?? []).map((text, i): RuleSource => {
      const line = file === undefined ? undefined : placeOf?.(["permissions", behavior, i], text)?.line;
      return {
        behavior,
        text,
        source,
        anchor,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
      };
    }),
  );
  return Object.freeze({
    source,
    anchor,
    config,
    rules: Object.freeze(rules),
    hooks: Object.freeze(hooksOf(parts)),
    ...(file === undefined ? {} : { file }),
  });
}

function hooksOf({ source, file, config, placeOf, hooksMayFail }: LayerParts): readonly CommandHook[] {
  return HOOK_EVENTS.flatMap((event) =>
    (config.hooks?.[event] ?? []).flatMap(({ matcher, hooks }, g) =>
      hooks.map((handler, h): CommandHook => {
        const path = ["hooks", event, g, "hooks", h];
        const line = file === undefined ? undefined : placeOf?.(path)?.line;
        const standard = GUARDING_EVENTS.includes(event) && !hooksMayFail ? "block" : "continue";
        return Object.freeze({
          event,
          ...(matcher === undefined ? {} : { matcher }),
          handler,
          onFailure: handler.onFailure ?? standard,
          source,
          ...(file === undefined ? {} : { file }),
          ...(line === undefined ? {} : { line }),
        });
      }),
    ),
  );
}

/** What messages call the place of a layer. */
export function layerName({ source, file }: Pick<Layer, "source" | "file">): string {
  return file ?? (source === "cli" ? "the command line" : source);
}
