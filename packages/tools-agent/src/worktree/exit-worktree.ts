import { type CallContext, defineTool, Type } from "@gauntlet/core";
import { EXIT_WORKTREE } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { git } from "./git.ts";
import { forgetWorktree, type OpenWorktree, openWorktree, worktreeSlot } from "./worktree-slot.ts";

/** How a worktree was left. */
interface LeftWorktree extends OpenWorktree {
  readonly removed: boolean;
}

/** Moves the session back, and keeps or removes the worktree it was in. */
export const exitWorktree = defineTool({
  name: "ExitWorktree",
  description: EXIT_WORKTREE,
  input: Type.Object(
    {
      action: Type.Union([Type.Literal("keep"), Type.Literal("remove")], {
        description: "What becomes of it: kept for later, or removed with its branch",
      }),
      discard_changes: Type.Optional(
        Type.Boolean({
          description: "With remove: also when it holds work that is nowhere else. Default: false",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  shouldDefer: true,

  effectKinds: ["exec", "delete", "state"],
  effects: ({ action }, { slots }) => {
    const opened = openWorktree(slots);
    const state = { kind: "state", slot: worktreeSlot.name, access: "write" } as const;
    if (action === "keep" || !opened) return [state];
    const argv = ["git", "worktree", "remove", opened.path];
    return [
      { kind: "exec", text: argv.join(" "), argv },
      { kind: "delete", path: opened.path, tree: true, command: 0, inherent: true },
      state,
    ];
  },
  validateInput: ({ action, discard_changes }, ctx) =>
    objection(action === "remove" && !discard_changes, ctx),
  describeCall: ({ action }) => `leave the worktree and ${action} it`,

  async execute({ action, discard_changes: discards }, ctx): Promise<LeftWorktree> {
    const opened = openWorktree(ctx.slots);
    if (!opened) throw new Error(messages.notInWorktree);
    if (action === "remove") await remove(opened, { discards: discards === true, signal: ctx.signal });
    ctx.moveTo(undefined);
    forgetWorktree(ctx.slots);
    return { ...opened, removed: action === "remove" };
  },
  toModel: ({ path, branch, root, removed }) =>
    removed ? messages.worktreeRemoved(path, branch, root) : messages.worktreeKept(path, branch, root),
});

async function objection(mustBeClean: boolean, { slots }: CallContext): Promise<string | undefined> {
  const opened = openWorktree(slots);
  if (!opened) return messages.notInWorktree;
  return mustBeClean ? unsavedWork(opened) : undefined;
}

/** What would be lost: files that are in no commit, and commits that are on no other branch. */
async function unsavedWork({ path, branch }: OpenWorktree): Promise<string | undefined> {
  const status = await git(["status", "--porcelain"], { cwd: path });
  if (!status.ok) return messages.gitFailed("status", status.stderr);
  // For `--branches` the pattern is the name alone.
  const others = [`--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  const ahead = await git(["rev-list", "--count", "HEAD", "--not", ...others], { cwd: path });
  if (!ahead.ok) return messages.gitFailed("rev-list", ahead.stderr);
  const files = status.stdout === "" ? 0 : status.stdout.split("\n").length;
  const commits = Number(ahead.stdout);
  return files + commits === 0 ? undefined : messages.worktreeHoldsWork(files, commits, branch);
}

async function remove(
  { root, path, branch }: OpenWorktree,
  { discards, signal }: { readonly discards: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const removed = await git(["worktree", "remove", ...(discards ? ["--force"] : []), path], {
    cwd: root,
    signal,
  });
  if (!removed.ok) throw new Error(messages.gitFailed("worktree remove", removed.stderr));
  // Without force: a branch whose commits are nowhere else stays unless that was said.
  await git(["branch", discards ? "-D" : "-d", branch], { cwd: root, signal });
}
