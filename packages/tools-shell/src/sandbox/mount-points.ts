import { existsSync, rmdirSync } from "node:fs";

/** How many sandboxes of this process have put something in the place of a directory that is not there. */
const held = new Map<string, number>();

/**
 * Takes note of the directories that a sandbox makes to put something in their place.
 * @returns takes them away, as long as they are empty and no other sandbox needs them.
 */
export function holdMountPoints(paths: readonly string[]): () => void {
  const made = paths.filter((path) => held.has(path) || !existsSync(path));
  for (const path of made) held.set(path, (held.get(path) ?? 0) + 1);
  return () => {
    for (const path of made.splice(0)) release(path);
  };
}

function release(path: string): void {
  const others = (held.get(path) ?? 1) - 1;
  if (others > 0) {
    held.set(path, others);
    return;
  }
  held.delete(path);
  try {
    rmdirSync(path);
  } catch {
    // It was never made, or somebody has put something in it.
  }
}
