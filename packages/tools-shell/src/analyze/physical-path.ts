import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Every absolute form of a path as a program would open it from a directory. `..` behind a link leads out of where the
 * link points, not of where it lies, so there may be two.
 */
export function spellingsOf(path: string, directory: string): readonly string[] {
  const [, processPath] = /^\/proc\/(?:self|thread-self|\d+)\/cwd(?:\/(.*))?$/s.exec(path) ?? [];
  const [, rootPath] = /^\/proc\/(?:self|thread-self|\d+)\/root(\/.*)$/s.exec(path) ?? [];
  const spelled = resolve(directory, path);
  const others = [
    ...(/(^|\/)\.\.(\/|$)/.test(path) ? [physicalPath(path, directory)] : []),
    ...(processPath === undefined ? [] : [resolve(directory, processPath)]),
    ...(rootPath === undefined ? [] : [resolve(rootPath)]),
  ];
  return [...new Set([spelled, ...others])];
}

function physicalPath(path: string, directory: string): string {
  let at = path.startsWith("/") ? "/" : realPath(directory);
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    at = name === ".." ? dirname(realPath(at)) : join(at, name);
  }
  return at;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
