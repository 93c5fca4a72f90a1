import { resolve } from "node:path";

/** Something a process did with a path. */
export interface Touch {
  readonly kind: "open" | "change" | "run";
  /** Absolute; for what was opened, the real path. */
  readonly path: string;
}

/** System calls to be traced. Those a machine does not have are passed over. */
export const TRACED = [
  ...["open", "openat", "openat2", "creat", "execve", "execveat", "chdir"],
  ...[
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "rmdir",
  ],
  ...[
    "mkdir",
    "mkdirat",
    "mknod",
    "mknodat",
    "truncate",
    "chmod",
    "fchmodat",
    "fchmodat2",
    "chown",
    "lchown",
  ],
  ...["fchownat", "utime", "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "removexattr"],
];

const LINE = /^(?<pid>\d+) +(?<call>\w+)\((?<args>.*)\) += (?<result>-?\d+)(?:<(?<opened>(?:[^>\\]|\\.)*)>)?/;
const UNFINISHED = /^(\d+) +(.*) <unfinished \.\.\.>$/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;
// A directory descriptor with its path, as `-y` shows it, then a path.
const ARGUMENT = /(?:(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"/g;
const WRITING = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/;

/**
 * Reads what `strace -f -y` wrote, between the places where two paths were asked for.
 * @param cwd absolute; where the traced program began.
 * @returns one touch for each path, in order. What failed, and looking at names or states only, is left out.
 */
export function tracedTouches(
  text: string,
  { begin, end, cwd }: { readonly begin: string; readonly end: string; readonly cwd: string },
): readonly Touch[] {
  const places = new Map<string, string>();
  const touches: Touch[] = [];
  let isInside = false;
  for (const line of wholeLines(text)) {
    const { pid = "", call = "", args = "", result, opened } = LINE.exec(line)?.groups ?? {};
    const place = places.get(pid) ?? cwd;
    const paths = [...args.matchAll(ARGUMENT)].map(([, base, path]) =>
      resolve(base === undefined ? place : unescaped(base), unescaped(path ?? "")),
    );
    if (paths.includes(begin)) isInside = true;
    else if (paths.includes(end)) isInside = false;
    else if (result === undefined || Number(result) < 0) continue;
    else if (call === "chdir") places.set(pid, paths[0] ?? place);
    else if (isInside)
      touches.push(...touchesOf(call, args, opened === undefined ? paths : [unescaped(opened)]));
  }
  return touches;
}

function touchesOf(call: string, args: string, paths: readonly string[]): readonly Touch[] {
  if (/^open/.test(call)) {
    if (args.includes("O_PATH")) return [];
    return paths.map((path) => ({ kind: WRITING.test(args) ? "change" : "open", path }));
  }
  if (/^exec/.test(call)) return paths.slice(0, 1).map((path) => ({ kind: "run", path }));
  // The first argument of these is the text of the new link.
  const changed = /^symlink/.test(call) ? paths.slice(-1) : paths;
  return changed.map((path) => ({ kind: "change", path }));
}

/** Lines with the calls put together that others interrupted, in the order of their ends. */
function* wholeLines(text: string): Iterable<string> {
  const started = new Map<string, string>();
  for (const line of text.split("\n")) {
    const begun = UNFINISHED.exec(line);
    const ended = RESUMED.exec(line);
    if (begun !== null) started.set(begun[1] ?? "", begun[2] ?? "");
    else if (ended !== null) yield `${ended[1]} ${started.get(ended[1] ?? "") ?? ""}${ended[2]}`;
    else yield line;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };

function unescaped(text: string): string {
  const bytes = text.replace(/\\([0-7]{1,3}|.)/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
