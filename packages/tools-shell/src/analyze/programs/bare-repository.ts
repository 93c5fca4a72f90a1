import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Whether git, run from here, may take a plain directory for a repository: one that lies in a work tree as files like any
 * other, and whose configuration says what runs. Git takes the first it meets on the way up.
 * @source git(1), gitrepository-layout(5), safe.bareRepository in git-config(1)
 */
export function mayBeBare(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (has(at, ".git")) return false;
    // The rest of it may lie where `commondir` says.
    const isWhole = has(at, "commondir") || (has(at, "objects") && has(at, "refs"));
    if (has(at, "HEAD") && isWhole) return true;
    if (at === dirname(at)) return false;
  }
}

const has = (directory: string, name: string): boolean => existsSync(join(directory, name));
