import { defineSlot, type Slots } from "@gauntlet/core";

/** The worktree a session has moved to. */
export interface OpenWorktree {
  /** Root of the repository's own tree, absolute. */
  readonly root: string;
  /** Root of the worktree, absolute. */
  readonly path: string;
  /** The branch that is checked out there. */
  readonly branch: string;
}

export const worktreeSlot = defineSlot<{
  readonly root: string;
  readonly path: string;
  readonly branch: string;
}>("agent/worktree");

const KEY = "open";

export const openWorktree = (slots: Slots): OpenWorktree | undefined => slots.get(worktreeSlot, KEY);

export const keepWorktree = (slots: Slots, worktree: OpenWorktree): void =>
  slots.set(worktreeSlot, KEY, { ...worktree });

export const forgetWorktree = (slots: Slots): void => slots.delete(worktreeSlot, KEY);
