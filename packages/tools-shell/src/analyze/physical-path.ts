import { dirname, join, resolve } from "node:path";
import { realPathOrSelf } from "@gauntlet/core";

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
  let at = path.startsWith("/") ? "/" : realPathOrSelf(directory);
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    at = name === ".." ? dirname(realPathOrSelf(at)) : join(at, name);
  }
  return at;
}
