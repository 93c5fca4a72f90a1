import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdsOwnSecret, voteOnProtectedPaths } from "../../src/policy/protected-paths.ts";
import { scratchDirectory } from "../world.ts";
import { type CallSpec, CWD, call, context, HOME, read, remove, short, write } from "./fixtures.ts";

const asks = (effect: NonNullable<CallSpec["effects"]>[number], change = {}): boolean => {
  const votes = short(voteOnProtectedPaths(call({ effects: [effect] }), context(change)));
  expect(votes.every((vote) => vote === "ask 0")).toBe(true);
  return votes.length === 1;
};
const tree = { tree: true } as const;

describe("writes and deletions of protected places", () => {
  it.each([
    ...[".git/hooks/pre-commit", ".git/config", ".git", "sub/.git/HEAD", ".vscode/settings.json", ".idea/x"],
    ...[".husky/x", ".cargo/config.toml", ".devcontainer/x", ".yarn/x", ".mvn/x", ".claude/settings.json"],
    ...[
      ".config/fish/config.fish",
      ".config/fish/conf.d/x.fish",
      ".config/nushell/env.nu",
      ".kshrc",
      ".tcshrc",
    ],
    ...[".config/powershell/profile.ps1", ".config/autostart/x.desktop", ".config/systemd/user/x.service"],
    ...[
      "Library/LaunchAgents/x.plist",
      ".ssh/authorized_keys",
      ".ssh/config",
      ".xprofile",
      ".xinitrc",
      ".login",
    ],
    ...[
      ".config/git/config",
      ".gauntlet/config.yaml",
      "sub/.gauntlet/x",
      "gauntlet.config.ts",
      "gauntlet.config.mjs",
      "gauntlet.lock",
      "sub/GAUNTLET.LOCK",
    ],
    ...[
      ".gauntletrc",
      ".gauntletrc.json",
      ".mcp.json",
      ".bashrc",
      ".zshrc",
      ".npmrc",
      ".gitmodules",
      ".envrc",
    ],
    ...["bunfig.toml", "lefthook.yml", ".pre-commit-config.yaml", "gradle/wrapper/gradle-wrapper.properties"],
    ...[".claude.json", ".profile", "pyrightconfig.json", ".devcontainer.json"],
    ...[".hg/hgrc", "sub/.svn/hooks/pre-commit", ".jj/repo/config.toml", ".githooks/pre-push", ".hgrc"],
    ...[".cursor/mcp.json", ".windsurf/x", ".zed/tasks.json", ".fleet/run.json"],
    ...[
      ".vimrc",
      ".exrc",
      ".vim/plugin/x.vim",
      ".emacs",
      ".emacs.d/init.el",
      ".dir-locals.el",
      ".config/nvim/init.lua",
    ],
    ...[".MCP.json", ".GIT/hooks/x", ".Git/config", "Gauntlet.Config.TS", ".git./config", ".git /config"],
    ...[
      ".g\u200cit/config",
      ".git::$INDEX_ALLOCATION/config",
      "GIT~1/config",
      ".\uff47it/config",
      ".mcp.json...",
      ".g\u0131t/config",
      "git~12/config",
    ],
    ...[".claude/worktrees/a/.git/hooks/x", ".gauntlet/worktrees/a/.mcp.json", "src/../.git/config"],
  ])("ask for %s", (path) => {
    expect(asks(write(`${CWD}/${path}`))).toBe(true);
    expect(asks(remove(`${CWD}/${path}`))).toBe(true);
    expect(asks(write("/elsewhere/file", { realPath: `${CWD}/${path}` }))).toBe(true);
  });

  it.each([
    ...["fish/config.fish", "systemd/x.service", "ssh/config", ".config/other/x", "login"],
    ...["src/a.ts", ".gitignore", ".github/workflows/ci.yml", "git/config", "gitconfig", ".env", "mcp.json"],
    ...[
      "my.gauntlet.config.ts",
      ".claude/worktrees/a/src/x",
      ".gauntlet/worktrees/a/src/x",
      "bashrc",
      "x.git/y",
    ],
    ...[".config/other/x", "gauntlet.configuration", "xgit~1/config", "git~1x/config"],
  ])("stay silent about %s", (path) => {
    expect(asks(write(`${CWD}/${path}`))).toBe(false);
  });

  it("ask for our own directories, and for a deletion that takes them along", () => {
    const own = { ownDirectories: ["/var/lib/own", `${HOME}/.gauntlet`] };
    expect(asks(write("/var/lib/own/policy.json"), own)).toBe(true);
    expect(asks(write("/var/lib/OWN/policy.json"), own)).toBe(true);
    expect(asks(write("/var/lib/owner/x"), own)).toBe(false);
    expect(asks(remove("/var/lib", tree), own)).toBe(true);
    expect(asks(remove("/var/lib"), own)).toBe(false);
    expect(asks(write(`${HOME}/.gauntlet/worktrees/a/src/x`), own)).toBe(false);
  });

  it.each<[string, NonNullable<CallSpec["effects"]>[number], string]>([
    [
      "memory",
      read("/proc/self/mem"),
      "`/proc/self/mem` shows memory, environment or open files of a process",
    ],
    [
      "a secret",
      read(`${HOME}/.gauntlet/journal.key`),
      `\`${HOME}/.gauntlet/journal.key\` is a secret of the runtime`,
    ],
    [
      "a search",
      read(`${HOME}/.gauntlet`, tree),
      `\`${HOME}/.gauntlet\` is where the runtime keeps its secrets`,
    ],
    ["a protected name", write(`${CWD}/.mcp.json`), "`.mcp.json` is protected"],
    [
      "our own files",
      write("/var/lib/own/a"),
      "`/var/lib/own/a` holds configuration or records of the runtime",
    ],
    ["home", remove(HOME), `removing \`${HOME}\` is critical`],
    [
      "what holds our own files",
      write("/var/lib", tree),
      "`/var/lib` is a directory with configuration or records of the runtime",
    ],
  ])("say why: %s", (_, effect, why) => {
    const own = context({ ownDirectories: ["/var/lib/own", `${HOME}/.gauntlet`] });
    expect(voteOnProtectedPaths(call({ effects: [effect] }), own)).toMatchObject([
      { behavior: "ask", source: "builtin", voter: "protected-paths", why },
    ]);
  });

  it("know worktrees by where they lie", () => {
    const own = { ownDirectories: ["/var/lib/own", `${HOME}/.gauntlet`] };
    expect(asks(write("/var/lib/own/worktrees/a/x"), own)).toBe(true);
    expect(asks(read(`${HOME}/.gauntlet/worktrees/a/token`), own)).toBe(false);
    expect(asks(read(`${HOME}/.gauntlet/worktrees`, tree), own)).toBe(false);
    expect(asks(read(`${HOME}/.gauntlet/old/worktrees/token`), own)).toBe(true);
    expect(asks(read(`${HOME}/.gauntlet/worktreesx/token`), own)).toBe(true);
  });

  it("leave reads of protected files alone", () => {
    expect(asks(read(`${CWD}/.git/config`))).toBe(false);
    expect(asks(read(`${CWD}/.mcp.json`))).toBe(false);
  });

  it("say what is protected", () => {
    const [vote] = voteOnProtectedPaths(call({ effects: [write(`${CWD}/.MCP.json`)] }), context());
    expect(vote).toEqual({
      behavior: "ask",
      source: "builtin",
      voter: "protected-paths",
      why: "`.mcp.json` is protected",
      effect: 0,
    });
  });
});

describe("critical removals", () => {
  it.each(["/", "/usr", "/home", HOME, CWD, "/srv", `${CWD}/.`, `${CWD}/a/..`, "/ETC", "/home/ADA"])(
    "ask for %s",
    (path) => {
      expect(asks(remove(path))).toBe(true);
      expect(asks(remove(path, tree))).toBe(true);
    },
  );

  it.each(["/usr/x", "/c/users", `${HOME}/x`, `${CWD}/build`, "/tmp/x/y", "/srv/other"])(
    "stay silent about %s",
    (path) => {
      expect(asks(remove(path, tree))).toBe(false);
    },
  );

  it("count added working directories and the target of a link", () => {
    expect(asks(remove("/added/dir", tree), { workingDirectories: [CWD, "/added/dir"] })).toBe(true);
    expect(asks(remove(`${CWD}/link`, { ...tree, realPath: HOME }))).toBe(true);
  });

  it("are removals, not writes", () => {
    expect(asks(write("/file"))).toBe(false);
  });
});

describe("reads of processes and secrets", () => {
  it.each([
    ...["/proc/self/environ", "/proc/1/mem", "/proc/42/maps", "/proc/thread-self/environ", "/proc/self/fd/3"],
    ...["/proc/12/task/13/environ", "/proc/self/map_files/x", "/dev/mem", "/dev/fd/0", "/proc/kcore"],
    ...["/proc/kmsg", "/dev/kmsg", "/dev/port", "/proc/vmcore"],
    ...["/proc/self/../self/environ", "//proc/self/environ"],
  ])("ask for %s", (path) => {
    expect(asks(read(path))).toBe(true);
    expect(asks(read(`${CWD}/link`, { realPath: path }))).toBe(true);
  });

  it.each(["/proc", "/", "/proc/1", "/proc/self", "/proc/1/task", "/proc/1/task/2", "/dev"])(
    "ask for a search of %s",
    (path) => {
      expect(asks(read(path, tree))).toBe(true);
      expect(asks(read(path))).toBe(false);
    },
  );

  it.each(["/proc/cpuinfo", "/proc/1/status", "/dev/null", `${CWD}/proc/self/environ`])(
    "stay silent about %s",
    (path) => {
      expect(asks(read(path))).toBe(false);
    },
  );

  it("ask for secrets in our own directories, not for results", () => {
    expect(asks(read(`${HOME}/.gauntlet/credentials.json`))).toBe(true);
    expect(asks(read(`${HOME}/.gauntlet/journal.key`))).toBe(true);
    expect(asks(read(`${HOME}/.gauntlet/config.yaml`))).toBe(false);
    expect(asks(read(`${HOME}/.gauntlet/sessions/s1/results/token.txt`))).toBe(false);
    const results = ["s1", "s0"].map((id) => `${HOME}/.gauntlet/sessions/${id}/results`);
    for (const [id, expected] of [
      ["s0", false],
      ["s2", true],
    ] as const) {
      const place = `${HOME}/.gauntlet/sessions/${id}/results/token.txt`;
      expect(asks(read(place), { resultsDirectories: results })).toBe(expected);
    }
    expect(asks(read(`${CWD}/src/token.ts`))).toBe(false);
  });
});

describe("searches where the runtime keeps its secrets", () => {
  const searched = (path: string, flags: NonNullable<CallSpec["flags"]>, plugin?: string) =>
    short(
      voteOnProtectedPaths(
        call({ effects: [read(path, tree)], flags, ...(plugin !== undefined && { plugin }) }),
        context(),
      ),
    );
  it.each([`${HOME}/.gauntlet`, HOME, "/"])("ask in %s unless the tool leaves them out", (path) => {
    expect(searched(path, {})).toEqual(["ask 0"]);
    expect(searched(path, { honorsReadDenies: true }, "stranger")).toEqual(["ask 0"]);
  });
  it.each([
    [`${HOME}/.gauntlet/sub`, ["ask 0"]],
    [`${HOME}/.gauntlet/sessions/s1/results`, []],
    ["/srv/other", []],
  ])("ask only where they may be: %s", (path, votes) => {
    expect(searched(path, {})).toEqual(votes);
  });
  it.each([
    ["own", true],
    ["own/results", false],
    ["own/other", true],
    [".", true],
    ["clean", false],
    ["closed", true],
  ])("find them in %s: %s", async (name, expected) => {
    const root = await scratchDirectory();
    for (const each of ["own/results", "own/other", "clean/a"])
      await mkdir(join(root, each), { recursive: true });
    await writeFile(join(root, "own/other/journal.key"), "");
    await writeFile(join(root, "own/results/token"), "");
    await writeFile(join(root, "own/zzz"), "");
    await writeFile(join(root, "clean/a/token"), "");
    await mkdir(join(root, "closed"));
    await symlink("loop", join(root, "closed/loop"));
    const places = {
      ownDirectories: [join(root, "own"), join(root, "clean/a/own"), join(root, "closed/loop")],
      resultsDirectories: [join(root, "elsewhere"), join(root, "own/results")],
    };
    expect(holdsOwnSecret(join(root, name), places)).toBe(expected);
  });
  it("stay silent for the results of every session this one was forked from", () => {
    const resultsDirectories = ["s1", "s0"].map((id) => `${HOME}/.gauntlet/sessions/${id}/results`);
    const votes = (path: string) =>
      short(voteOnProtectedPaths(call({ effects: [read(path, tree)] }), context({ resultsDirectories })));
    expect(resultsDirectories.map(votes)).toEqual([[], []]);
  });
  it("stay silent for a search that leaves them out", () => {
    expect(searched(`${HOME}/.gauntlet`, { honorsReadDenies: true })).toEqual([]);
  });
});
