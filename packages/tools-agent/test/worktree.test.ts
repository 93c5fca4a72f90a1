import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld, type World, type WorldOptions } from "./world.ts";

const ALLOW = ["EnterWorktree", "ExitWorktree", "Write"];

function git(cwd: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return execFileSync("git", [...who, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

async function repository(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({
    files: { "a.txt": "alpha\n" },
    permissions: { allow: ALLOW },
    ...options,
  });
  git(world.cwd, "init", "--quiet", "--initial-branch=main");
  git(world.cwd, "add", "a.txt");
  git(world.cwd, "commit", "--quiet", "-m", "one");
  return world;
}

describe("EnterWorktree", () => {
  test("makes a worktree with a branch of its own, and the session works there", async () => {
    const world = await repository();
    const path = join(world.cwd, ".gauntlet/worktrees/try");
    expect(await world.call("EnterWorktree", { name: "try" })).toEqual({
      outcome: "succeeded",
      text: `The session is in the worktree ${path} now, on the branch try. Relative paths and commands start there.`,
    });
    await world.call("Write", { file_path: "new.txt", content: "x" });
    expect(await readFile(join(path, "new.txt"), "utf8")).toBe("x");
    expect(git(world.cwd, "status", "--porcelain")).toBe("");
    expect(git(path, "branch", "--show-current")).toBe("try");
  });

  test("takes one up again that was kept, and a branch that is there already", async () => {
    const world = await repository();
    await world.call("EnterWorktree", { name: "try" });
    await world.call("ExitWorktree", { action: "keep" });
    expect((await world.call("EnterWorktree", { name: "try" })).outcome).toBe("succeeded");
    await world.call("ExitWorktree", { action: "keep" });
    git(world.cwd, "branch", "old");
    expect((await world.call("EnterWorktree", { name: "old" })).text).toContain("on the branch old");
  });

  test("runs no hook of the repository", async () => {
    const world = await repository();
    const hook = join(world.cwd, ".git/hooks/post-checkout");
    await writeFile(hook, `#!/bin/sh\ntouch ${join(world.cwd, "hooked")}\n`);
    await chmod(hook, 0o755);
    await world.call("EnterWorktree", { name: "try" });
    expect(existsSync(join(world.cwd, "hooked"))).toBe(false);
  });

  test.each([
    ["../out", "invalid"],
    ["-b", "invalid"],
    ["a/b", "invalid"],
    ["a b", "invalid"],
  ])("the name %j is %s", async (name, outcome) => {
    expect((await (await repository()).call("EnterWorktree", { name })).outcome).toBe(outcome);
  });

  test("is refused in a directory that is no repository, and in a worktree", async () => {
    const bare = await createWorld({ permissions: { allow: ALLOW } });
    expect((await bare.call("EnterWorktree", { name: "try" })).text).toContain(
      "is not the root of a git repository",
    );
    const world = await repository();
    await world.call("EnterWorktree", { name: "try" });
    expect((await world.call("EnterWorktree", { name: "other" })).text).toContain("is in the worktree");
  });

  test("does not move into a directory of the name that is none", async () => {
    const world = await repository({ files: { "a.txt": "alpha\n", ".gauntlet/worktrees/try/x": "x" } });
    const { outcome, text } = await world.call("EnterWorktree", { name: "try" });
    expect([outcome, text]).toEqual(["failed", expect.stringContaining("exists and is not a worktree")]);
  });

  test("is a command of git for the rules, and asks where none allows it", async () => {
    const world = await repository({ permissions: { deny: ["Bash(git worktree *)"], allow: ALLOW } });
    expect((await world.call("EnterWorktree", { name: "try" })).outcome).toBe("denied");
    const asking = await repository({ permissions: {} });
    expect(await asking.session.explain({ tool: "EnterWorktree", input: { name: "try" } })).toMatchObject({
      decision: { behavior: "ask" },
    });
  });

  test("is restored when the session goes on", async () => {
    const world = await repository();
    await world.call("EnterWorktree", { name: "try" });
    await world.session.close();
    const again = await createWorld({
      stateOf: world,
      resume: world.session.id,
      permissions: { allow: ALLOW },
    });
    await again.call("Write", { file_path: "late.txt", content: "x" });
    expect(existsSync(join(world.cwd, ".gauntlet/worktrees/try/late.txt"))).toBe(true);
    expect((await again.call("ExitWorktree", { action: "keep" })).outcome).toBe("succeeded");
  });
});

describe("ExitWorktree", () => {
  async function inWorktree(): Promise<{ readonly world: World; readonly path: string }> {
    const world = await repository();
    await world.call("EnterWorktree", { name: "try" });
    return { world, path: join(world.cwd, ".gauntlet/worktrees/try") };
  }

  test("keeps it and moves the session back", async () => {
    const { world, path } = await inWorktree();
    expect((await world.call("ExitWorktree", { action: "keep" })).text).toContain(`is back in ${world.cwd}`);
    await world.call("Write", { file_path: "here.txt", content: "x" });
    expect([existsSync(join(world.cwd, "here.txt")), existsSync(path)]).toEqual([true, true]);
  });

  test("removes one that holds nothing of its own, with its branch", async () => {
    const { world, path } = await inWorktree();
    expect((await world.call("ExitWorktree", { action: "remove" })).outcome).toBe("succeeded");
    expect(existsSync(path)).toBe(false);
    expect(git(world.cwd, "branch", "--list", "try")).toBe("");
  });

  test("does not remove one with files that are in no commit, unless they may be lost", async () => {
    const { world, path } = await inWorktree();
    await world.call("Write", { file_path: "new.txt", content: "x" });
    expect(await world.call("ExitWorktree", { action: "remove" })).toEqual({
      outcome: "invalid",
      text: expect.stringContaining("1 changed or new files, 0 commits only on try"),
    });
    expect(existsSync(join(path, "new.txt"))).toBe(true);
    expect((await world.call("ExitWorktree", { action: "remove", discard_changes: true })).outcome).toBe(
      "succeeded",
    );
    expect(existsSync(path)).toBe(false);
  });

  test("does not remove one with commits that are on no other branch", async () => {
    const { world, path } = await inWorktree();
    await world.call("Write", { file_path: "new.txt", content: "x" });
    git(path, "add", ".");
    git(path, "commit", "--quiet", "-m", "two");
    expect((await world.call("ExitWorktree", { action: "remove" })).text).toContain(
      "0 changed or new files, 1 commits",
    );
    git(world.cwd, "branch", "elsewhere", "try");
    expect((await world.call("ExitWorktree", { action: "remove" })).outcome).toBe("succeeded");
  });

  test("has nothing to leave where there is no worktree", async () => {
    const world = await repository();
    expect(await world.call("ExitWorktree", { action: "keep" })).toEqual({
      outcome: "invalid",
      text: "The session is not in a worktree, so there is none to leave. Go on where you are.",
    });
  });
});
