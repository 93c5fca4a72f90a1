import { isAbsolute as isAbsoluteHere, join, resolve, win32 } from "node:path";
import { pathPlatform } from "./test-switches.ts";

/** What is odd about a path on Windows, as a sentence without its subject; and whether it may be looked at. */
export interface OddWindowsPath {
  readonly why: string;
  /** Looking at the path already does something: logs in to a server, opens a device. It must not be touched. */
  readonly untouchable: boolean;
}

const DEVICE_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³])[ .]*(\.[^\\/]*)?$/i;
const SHORT_NAME = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/;

/**
 * What makes a path on Windows mean something else than its letters say: a share or device, a stream of a file, the
 * name of a device, or a short name that stands for an unknown long one. Undefined for plain paths, and everywhere but
 * on Windows. Nothing is touched.
 */
export function oddWindowsPath(
  path: string,
  platform: NodeJS.Platform = pathPlatform(),
): OddWindowsPath | undefined {
  if (platform !== "win32") return undefined;
  if (/^[\\/]{2}/.test(path))
    return {
      why: "is on another computer or a device, which must not even be looked at",
      untouchable: true,
    };
  const names = path.replace(/^[A-Za-z]:/, "").split(/[\\/]/);
  if (names.some((name) => DEVICE_NAME.test(name.replace(/:.*$/, ""))))
    return { why: "names a device", untouchable: true };
  if (names.some((name) => name.includes(":")))
    return { why: "names a stream inside a file", untouchable: true };
  if (/^[A-Za-z]:(?![\\/])/.test(path))
    return { why: "depends on the current directory of a drive", untouchable: true };
  if (names.some((name) => SHORT_NAME.test(name)))
    return { why: "has a short name that may stand for another file", untouchable: false };
  return undefined;
}

/** Tells whether a path names a share or a device on another computer. */
export function isNetworkPath(path: string, platform: NodeJS.Platform = pathPlatform()): boolean {
  return path.startsWith("\\\\") || (platform === "win32" && /^[\\/]{2}/.test(path));
}

/** Tells whether a path is absolute under the rules of the platform. */
export function isAbsolutePath(path: string, platform: NodeJS.Platform = pathPlatform()): boolean {
  return (
    isAbsoluteHere(path) || (platform === "win32" && (win32.isAbsolute(path) || /^[A-Za-z]:/.test(path)))
  );
}

/**
 * A path as tools are given it, made absolute: `~/` is home, a relative path starts at the working directory. Paths
 * of Windows that this machine could not resolve stay as they are.
 */
export function absolutePath(
  path: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
  platform: NodeJS.Platform = pathPlatform(),
): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  if (platform === "win32" && (isNetworkPath(path, platform) || /^[A-Za-z]:/.test(path))) {
    return process.platform === "win32" ? resolve(cwd, path) : path;
  }
  return isAbsoluteHere(path) ? resolve(path) : resolve(cwd, path);
}
