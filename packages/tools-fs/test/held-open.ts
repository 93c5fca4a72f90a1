import { readdirSync, readlinkSync } from "node:fs";

/** Paths at or below `root` that this process holds open; Linux only. */
export function heldOpen(root: string): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(root) ? [path] : [];
    } catch {
      // The one that listed them is closed by now.
      return [];
    }
  });
}
