/** Directories nobody edits unasked: version control, hooks, editors, build tools and agents run what is in them. */
const PROTECTED_DIRECTORIES: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".githooks",
  ".vscode",
  ".idea",
  ".cursor",
  ".windsurf",
  ".zed",
  ".fleet",
  ".vim",
  ".emacs.d",
  ".husky",
  ".cargo",
  ".devcontainer",
  ".yarn",
  ".mvn",
  ".claude",
  ".gauntlet",
  ".ssh",
  "launchagents",
  "launchdaemons",
]);

/** Directories in `.config` that hold what shells, sessions, editors and version control run by themselves. */
const PROTECTED_IN_CONFIG: ReadonlySet<string> = new Set([
  "git",
  "fish",
  "nushell",
  "powershell",
  "autostart",
  "systemd",
  "nvim",
  "emacs",
  "zed",
]);

/** Files nobody edits unasked: shells, editors, package managers, build tools and agents obey them. */
export const PROTECTED_FILES: ReadonlySet<string> = new Set([
  ".gitconfig",
  ".gitmodules",
  ".hgrc",
  ".vimrc",
  ".nvimrc",
  ".exrc",
  ".emacs",
  ".dir-locals.el",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_aliases",
  ".bash_logout",
  ".zshrc",
  ".zprofile",
  ".zshenv",
  ".zlogin",
  ".zlogout",
  ".profile",
  ".kshrc",
  ".mkshrc",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".xonshrc",
  ".xprofile",
  ".xsession",
  ".xsessionrc",
  ".xinitrc",
  ".envrc",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnp.cjs",
  ".pnp.loader.mjs",
  ".pnpmfile.cjs",
  "bunfig.toml",
  ".bunfig.toml",
  ".bazelrc",
  ".bazelversion",
  ".bazeliskrc",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  ".lefthook.yaml",
  "gradle-wrapper.properties",
  "maven-wrapper.properties",
  ".devcontainer.json",
  ".ripgreprc",
  "pyrightconfig.json",
  ".mcp.json",
  ".claude.json",
]);

const OWN_FILE = /^(gauntlet\.config(\.|$)|gauntlet\.lock$|\.gauntletrc)/;

// Working copies made for agents live here; they are ordinary places, whatever they lie in.
const WORKTREE_PARENTS: ReadonlySet<string> = new Set([".claude", ".gauntlet"]);

/**
 * The protected name a path goes through, or undefined. Compared as the most forgiving file system would: without
 * case, trailing dots and spaces, stream suffixes and characters that are not seen.
 * @param path in comparable shape, see `toComparable`.
 */
export function protectedName(path: string): string | undefined {
  const names = path.split("/").map(foldName);
  return names.find((name, index) => {
    if (PROTECTED_FILES.has(name) || OWN_FILE.test(name)) return true;
    if (names[index - 1] === ".config" && PROTECTED_IN_CONFIG.has(name)) return true;
    if (!PROTECTED_DIRECTORIES.has(name)) return false;
    return !(WORKTREE_PARENTS.has(name) && names[index + 1] === "worktrees");
  });
}

/** One path segment in the form protected names are compared in. */
export function foldName(segment: string): string {
  const folded = segment
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  return /^git~\d+$/.test(folded) ? ".git" : folded;
}
