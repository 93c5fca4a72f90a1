import type { Analysis } from "./analysis.ts";
import { type Snapshot, type State, union } from "./state.ts";
import type { ListItem } from "./tree.ts";
import { walk } from "./walk.ts";

/**
 * Goes through a list. What follows `&&` counts on everything before in its chain having worked; what follows the
 * chain counts on nothing: a `cd` may have failed or may never have run.
 */
export function walkList(items: readonly ListItem[], state: State, analysis: Analysis): void {
  // Where the shell is when something in the chain has failed.
  let failed: State["cwds"] = [];
  let certain: Snapshot | undefined;
  for (const [at, { node, after, isBackground }] of items.entries()) {
    const before = state.cwds;
    const next = items[at + 1]?.after;
    walk(node, isBackground ? state.aside() : state, analysis);
    if (after === "always") certain = next === "and" || next === "or" ? state.snapshot() : undefined;
    else if (certain !== undefined && (after === "or" || next !== "and")) state.forgetSince(certain);
    if (after === "or") state.cwds = union(before, state.cwds);
    if (next === "and") failed = union(failed, before);
    else {
      state.cwds = union(union(failed, before), state.cwds);
      if (next !== "or") failed = [];
    }
  }
}
