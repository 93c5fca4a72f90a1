import { resolve } from "node:path";
import type { CallContext, LocatedEffect } from "@gauntlet/core";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";

/** The context of a call; one that runs also knows what was decided about it. */
export type DecidedContext = CallContext & { readonly effects?: readonly LocatedEffect[] };

/**
 * Refuses a path that leads elsewhere than when the call was allowed: a link may have taken its place since. A check
 * before the decision has nothing to compare with.
 * @param realPath where the path leads now.
 * @throws Refusal
 */
export function refuseMoved(path: string, realPath: string, { effects = [] }: DecidedContext): void {
  const decided = effects.flatMap((effect) => ("realPath" in effect ? [effect] : []));
  if (decided.length === 0) return;
  const isAsDecided = decided.some((effect) => effect.path === resolve(path) && effect.realPath === realPath);
  if (!isAsDecided) throw new Refusal(messages.movedSince(path));
}
