import { join, relative } from "node:path";
import type { PathEnv } from "./match-path.ts";
import type { Mirror } from "./mirror-pattern.ts";
import { isInside } from "./path-inside.ts";
import type { RuleSource } from "./policy.ts";
import { compileRules, type RuleSet } from "./rules.ts";

/**
 * Rules for a place and for copies of it: what a deny or ask rule says about a path of the place, it says about the same
 * path of each copy as well, however the rule is written. Allow rules do not carry over.
 * @throws GNT_CONFIG_RULE for the first rule that is none.
 */
export function compileMirrored(
  rules: readonly RuleSource[],
  env: PathEnv,
  mirrors: readonly Mirror[],
): RuleSet {
  const here = compileRules(rules, env);
  if (mirrors.length === 0) return here;
  const tightening = rules.filter(({ behavior }) => behavior !== "allow");
  const all = [here, ...mirrors.map((mirror) => compileRules(tightening, { ...env, mirror }))];
  return {
    votes: (call, context) => all.flatMap((set) => set.votes(call, context)),
    isReadDenied: (path, realPath) => all.some((set) => set.isReadDenied(path, realPath)),
    deniesReads: all.some((set) => set.deniesReads),
    hiddenBy: here.hiddenBy,
    warnings: here.warnings,
  };
}

/** The same place in the copy; a path outside of what is copied stays as it is. */
export function mirrored(path: string, { of, at }: Mirror): string {
  return isInside(path, of) ? join(at, relative(of, path)) : path;
}
