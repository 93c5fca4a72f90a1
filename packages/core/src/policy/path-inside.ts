import { posix } from "node:path";
import { pathPlatform } from "./test-switches.ts";

/**
 * A path in the one shape policy compares: forward slashes, no `.` or `..`, no trailing slash. `C:\x` becomes
 * `/c/x`; trailing dots and spaces of its segments fall away, as Windows drops them when it opens the file. Under the
 * rules of Windows every backslash separates, and a stream counts as the file it is in.
 */
export function toComparable(path: string, platform: NodeJS.Platform = pathPlatform()): string {
  const isWindows = platform === "win32";
  if (path.startsWith("/") && !(isWindows ? /[\\:]|[/. ](\/|$)/ : /\/\.{0,2}(\/|$)/).test(path)) return path;
  const drive = /^([A-Za-z]):[\\/]/.exec(path)?.[1];
  if (drive === undefined && !isWindows && !path.startsWith("\\\\")) return trimSlash(posix.normalize(path));
  const slashed = path.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/");
  const segments = posix
    .normalize(slashed)
    .split("/")
    .map((segment) => stripTrailing(segment, isWindows));
  return trimSlash(posix.normalize(`/${drive?.toLowerCase() ?? ""}/${segments.join("/")}`));
}

/**
 * Tells whether a path is a directory or lies below it, compared by whole components. Links are not followed.
 * @param path absolute, as `directory` is.
 */
export function isInside(path: string, directory: string): boolean {
  return relativeInside(toComparable(path), toComparable(directory)) !== undefined;
}

/** Tells whether a path lies below a directory and is not the directory itself. Otherwise as `isInside`. */
export function isBelow(path: string, directory: string): boolean {
  return (relativeInside(toComparable(path), toComparable(directory)) ?? "") !== "";
}

/** The rest of a path below a directory, "" for the directory itself, undefined outside. Both in comparable shape. */
export function relativeInside(path: string, directory: string): string | undefined {
  if (path === directory) return "";
  const prefix = directory === "/" ? "/" : `${directory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

const stripTrailing = (segment: string, dropStream: boolean): string =>
  (dropStream ? segment.replace(/:.*$/, "") : segment).replace(/[. ]+$/, "");

const trimSlash = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
