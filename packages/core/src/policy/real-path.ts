import { realpathSync } from "node:fs";

/** Where a path leads through links, or the path itself when it does not exist; for directories rules are anchored at. */
export function realPathOrSelf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
