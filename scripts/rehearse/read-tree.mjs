import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** All files below a directory: path from there with `/`, and size in bytes; in order of path. */
export function readTree(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => !item.isDirectory())
    .map((item) => join(item.parentPath ?? item.path, item.name))
    .map((path) => ({ path: relative(directory, path).replaceAll(sep, "/"), bytes: statSync(path).size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
