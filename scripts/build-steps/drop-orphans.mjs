import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** Removes what was compiled from sources that are gone: the compiler leaves it, and a package would ship it. */
export function dropOrphans(packageDirectory) {
  const dist = join(packageDirectory, "dist");
  for (const item of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath ?? item.path, item.name);
    const source = relative(dist, path).replace(/(?:\.d\.ts|\.js)(?:\.map)?$/, ".ts");
    if (!item.isFile() || source === relative(dist, path)) continue;
    if (!existsSync(join(packageDirectory, "src", source))) rmSync(path);
  }
}
