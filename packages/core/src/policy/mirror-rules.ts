import { isAbsolute, join, relative } from "node:path";
import type { PathEnv } from "./match-path.ts";
import type { RuleSource } from "./policy.ts";
import { compileRules, type RuleSet } from "./rules.ts";

/** A directory that holds the same files as another, such as another worktree of its repository. */
export interface Mirror {
  /** Absolute. */
  readonly of: string;
  readonly at: string;
}

/**
 * Rules for a place and for a copy of it: what a deny or ask rule says about a path of the place, it says about the same
 * path of the copy as well. Allow rules do not carry over.
 * @throws GNT_CONFIG_RULE for the first rule that is none.
 */
export function compileMirrored(
  rules: readonly RuleSource[],
  env: PathEnv,
  mirror: Mirror | undefined,
): RuleSet {
  const here = compileRules(rules, env);
  if (!mirror) return here;
  const tightening = rules
    .filter(({ behavior }) => behavior !== "allow")
    .map((rule) => ({ ...rule, anchor: mirrored(rule.anchor, mirror) }));
  const there = compileRules(tightening, { ...env, cwd: mirrored(env.cwd, mirror) });
  return {
    votes: (call, context) => [...here.votes(call, context), ...there.votes(call, context)],
    isReadDenied: (path, realPath) => here.isReadDenied(path, realPath) || there.isReadDenied(path, realPath),
    deniesReads: here.deniesReads || there.deniesReads,
    hiddenBy: here.hiddenBy,
    warnings: here.warnings,
  };
}

/** The same place in the copy; a path outside of what is copied stays as it is. */
export function mirrored(path: string, { of, at }: Mirror): string {
  const way = relative(of, path);
  return way.startsWith("..") || isAbsolute(way) ? path : join(at, way);
}
