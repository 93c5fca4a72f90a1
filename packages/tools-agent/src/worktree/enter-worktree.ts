import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CallContext, defineTool, Type } from "@gauntlet/core";
import { ENTER_WORKTREE } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { git } from "./git.ts";
import { keepWorktree, type OpenWorktree, openWorktree, worktreeSlot } from "./worktree-slot.ts";

const NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

/** Makes a worktree of the repository, or takes one up that was kept, and moves the session there. */
export const enterWorktree = defineTool({
  name: "EnterWorktree",
  description: ENTER_WORKTREE,
  input: Type.Object(
    { name: Type.String({ pattern: NAME, description: "Name of the worktree and of its branch" }) },
    { additionalProperties: false },
  ),
  shouldDefer: true,

  effectKinds: ["exec", "write", "state"],
  effects: ({ name }, ctx) => {
    const path = placeOf(name, ctx);
    const argv = ["git", "worktree", "add", path];
    return [
      { kind: "exec", text: argv.join(" "), argv },
      { kind: "write", path, tree: true, command: 0, inherent: true },
      { kind: "write", path: ignoreFile(ctx), command: 0, inherent: true },
      { kind: "state", slot: worktreeSlot.name, access: "write" },
    ];
  },
  validateInput: (_, ctx) => objection(ctx),
  describeCall: ({ name }) => `work in the worktree ${name}`,

  async execute({ name }, ctx): Promise<OpenWorktree> {
    const { cwd, signal } = ctx;
    const top = await git(["rev-parse", "--show-toplevel"], { cwd, signal });
    if (!top.ok) throw new Error(messages.gitFailed("rev-parse", top.stderr));
    const path = placeOf(name, ctx);
    if (!existsSync(path)) {
      await hideFromGit(ignoreFile(ctx));
      const branch = await git(["rev-parse", "--verify", "--quiet", `refs/heads/${name}`], { cwd, signal });
      const what = branch.ok ? [path, name] : ["-b", name, path];
      const added = await git(["worktree", "add", ...what], { cwd, signal });
      if (!added.ok) throw new Error(messages.gitFailed("worktree add", added.stderr));
    }
    const there = await git(["rev-parse", "--show-toplevel", "--abbrev-ref", "HEAD"], { cwd: path, signal });
    const [root, branch] = there.stdout.split("\n");
    // A directory of this name that is no worktree lies in the tree of the repository itself.
    if (!there.ok || root === undefined || root === top.stdout) throw new Error(messages.noWorktree(path));
    ctx.moveTo({ of: top.stdout, at: root });
    const opened = { root: top.stdout, path: root, branch: branch ?? name };
    keepWorktree(ctx.slots, opened);
    return opened;
  },
  toModel: ({ path, branch }) => messages.worktreeEntered(path, branch),
});

const placeOf = (name: string, { cwd }: Pick<CallContext, "cwd">): string =>
  join(cwd, ".gauntlet", "worktrees", name);

/** Worktrees are no files of the repository they are in. */
const ignoreFile = ({ cwd }: Pick<CallContext, "cwd">): string =>
  join(cwd, ".gauntlet", "worktrees", ".gitignore");

async function hideFromGit(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "*\n", { flag: "wx" }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EEXIST") throw thrown;
  });
}

function objection({ slots, cwd }: CallContext): string | undefined {
  const opened = openWorktree(slots);
  if (opened) return messages.inWorktree(opened.path);
  return existsSync(join(cwd, ".git")) ? undefined : messages.noRepository(cwd);
}
