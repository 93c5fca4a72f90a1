import { execFileSync } from "node:child_process";

/** Tells whether a process runs; one that is dead and was not collected yet does not. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
    return !state.startsWith("Z");
  } catch {
    return false;
  }
}

/** The pids a command wrote, one a line. */
export function pidsIn(text: string): number[] {
  return [...text.matchAll(/^pid (\d+)$/gm)].map((match) => Number(match[1]));
}
