import { execFile } from "node:child_process";

/** How a run of git ended. */
export interface GitEnd {
  readonly ok: boolean;
  readonly stdout: string;
  /** What it said was wrong. */
  readonly stderr: string;
}

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Options that keep what a repository brings along from running: its hooks, and its monitor of the file system. */
const NOTHING_RUNS = [
  "-c",
  `core.hooksPath=${process.platform === "win32" ? "NUL" : "/dev/null"}`,
  "-c",
  "core.fsmonitor=false",
];

/** Runs git to its end, without a shell and without asking anybody anything. Never rejects. */
export function git(
  args: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal?: AbortSignal },
): Promise<GitEnd> {
  return new Promise((resolve) => {
    execFile(
      "git",
      [...NOTHING_RUNS, ...args],
      {
        cwd,
        ...(signal && { signal }),
        maxBuffer: MAX_OUTPUT_BYTES,
        env: { ...cleanEnvironment(), GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" },
      },
      (error, stdout, stderr) =>
        resolve({
          ok: error === null,
          stdout: stdout.trim(),
          stderr: stderr.trim() || (error?.message ?? ""),
        }),
    );
  });
}

/** Variables that would lead git to another repository, or have it run other programs, are left out. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
}
