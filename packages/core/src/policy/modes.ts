import type { Vote } from "../contract/decision.ts";
import { isPathEffect, type LocatedEffect } from "../contract/effect.ts";
import { onlyHandlesFiles, onlyReads } from "./command-parts.ts";
import { isBelow, isInside } from "./path-inside.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { trustsEffects } from "./trust.ts";
import { isInWorkingDirectories } from "./working-directories.ts";

/**
 * Votes for the session's mode.
 *
 * `plan` denies everything that is not known to change nothing: writes, deletions and commands that cannot be
 * analyzed always; commands, connections and unknown effects unless a trusted tool says that this call, or this command,
 * only reads. `acceptEdits` allows writes and deletions inside the working directories, and commands that do nothing
 * but handle files; what files they handle is voted on by itself. `bypassPermissions` allows the call.
 * `default` and `dontAsk` have no opinion.
 */
export function voteByMode(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  switch (context.mode) {
    case "plan":
      return planVotes(call, context);
    case "acceptEdits":
      return acceptEditsVotes(call, context);
    case "bypassPermissions":
      return [
        { ...MODE_VOTE, behavior: "allow", why: "mode `bypassPermissions` allows what nothing else stops" },
      ];
    default:
      return [];
  }
}

const MODE_VOTE = { source: "mode", voter: "modes" } as const;

const NEVER_IN_PLAN: ReadonlySet<LocatedEffect["kind"]> = new Set(["write", "delete", "opaque"]);
const IN_PLAN_IF_READ_ONLY: ReadonlySet<LocatedEffect["kind"]> = new Set(["exec", "connect", "unknown"]);

function planVotes(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  const trusted = trustsEffects(call, context);
  const readsOnly = trusted && call.tool.flags.isReadOnly(call.input) === true;
  return call.effects.flatMap((one, effect): Vote[] => {
    const { kind } = one;
    if (!NEVER_IN_PLAN.has(kind) && (readsOnly || !IN_PLAN_IF_READ_ONLY.has(kind))) return [];
    if (kind === "exec" && trusted && onlyReads(one, call.effects)) return [];
    return [{ ...MODE_VOTE, behavior: "deny", why: "mode `plan` changes nothing", effect }];
  });
}

function acceptEditsVotes(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  if (!trustsEffects(call, context)) return [];
  return call.effects.flatMap((effect, index): Vote[] => {
    if (effect.kind === "exec" && onlyHandlesFiles(effect, call.effects)) {
      return [{ ...MODE_VOTE, behavior: "allow", why: "the command only handles files", effect: index }];
    }
    if (!isPathEffect(effect) || effect.kind === "read") return [];
    // A working directory itself is not one of the things in it.
    if (!isInWorkingDirectories(effect, context, effect.kind === "delete" ? isBelow : isInside)) return [];
    const why = "mode `acceptEdits` allows edits in the working directories";
    return [{ ...MODE_VOTE, behavior: "allow", why, effect: index }];
  });
}
