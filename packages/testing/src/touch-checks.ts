import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isBelow, isInside, type LocatedEffect } from "@gauntlet/core";
import type { Traced } from "./tool-trace.ts";
import type { Touch } from "./traced-touches.ts";

type PathEffect = Extract<LocatedEffect, { readonly realPath: string }>;

const DOING = { open: "opened", change: "changed", run: "ran" } as const;

/**
 * What a traced call touched and did not declare. A command may touch anything. A change may make the directories it
 * needs, look into its directory, and use a file beside its target that is gone afterwards.
 */
export function touchProblems(
  { effects, touches, root }: Traced,
  incidental: readonly RegExp[],
): readonly string[] {
  if (effects.some(({ kind }) => kind === "exec" || kind === "opaque" || kind === "unknown")) return [];
  const declared = effects.filter((effect): effect is PathEffect => "realPath" in effect);
  const undeclared = touches.filter(
    (touch) => !incidental.some((pattern) => pattern.test(touch.path)) && !isDeclared(touch, declared),
  );
  const shown = undeclared.map(({ kind, path }) => {
    const shown = isInside(path, root) ? relative(root, path) : path;
    return `the tool ${DOING[kind]} \`${shown}\` and declares no effect on it`;
  });
  return [...new Set(shown)];
}

function isDeclared(touch: Touch, declared: readonly PathEffect[]): boolean {
  const { kind, path } = touch;
  if (kind === "run") return false;
  return declared.some((effect) => {
    if (kind === "change" && effect.kind === "read") return false;
    return [effect.path, effect.realPath].some((place) => {
      if (place === path || (effect.tree === true && isBelow(path, place))) return true;
      if (effect.kind === "read") return false;
      const isBeside = dirname(path) === dirname(place);
      return isBelow(place, path) || (isBeside && !existsSync(path));
    });
  });
}
