import { basename, dirname } from "node:path";
import { linksAmong } from "./links-among.ts";
import { linksBelow } from "./links-below.ts";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import type { Value } from "./values.ts";

/** What is there for everybody, and stays as it is whoever writes to it. */
export const DEVICE = /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+|zero|full)$/;

export type Access = "read" | "write" | "delete";

/** How an operand is touched. */
export interface Touch {
  readonly access: Access;
  /** Everything below it as well. */
  readonly tree?: boolean;
  /** What links below it lead to as well. */
  readonly follows?: boolean;
  /** What the program is for. */
  readonly inherent: boolean;
}

/** The effects of a program on one operand. What nobody knows may be anything, so it counts as everything. */
export function touch(value: Value, how: Touch, state: State): readonly Part[] {
  const { access, tree, inherent } = how;
  const parts = touchItself(value, { access, inherent, ...(tree && { tree }) }, state);
  if (!how.follows) return parts;
  return parts.flatMap((part): readonly Part[] => {
    if (!("path" in part) || part.path === "/") return [part];
    const links = linksBelow(part.path) ?? ["/"];
    return [part, ...links.map((path): Part => ({ ...part, path, tree: true }))];
  });
}

function touchItself(value: Value, { access, tree, inherent }: Touch, state: State): readonly Part[] {
  const part = (path: string, isTree: boolean): Part => ({
    kind: access,
    path,
    inherent,
    ...(isTree && { tree: true }),
  });
  switch (value.kind) {
    case "stream":
      return [];
    case "unknown":
      return [part("/", true)];
    case "text": {
      if (isStream(value.text, { access, inherent, ...(tree && { tree }) })) return [];
      return absolutePaths(value.text, state)?.map((path) => part(path, tree === true)) ?? [part("/", true)];
    }
    case "paths":
      return touchMatches(value.base, part, access, state);
  }
}

/** Reading or writing it touches no file. */
function isStream(text: string, { access, tree, inherent }: Touch): boolean {
  if (access === "delete") return false;
  if (DEVICE.test(text)) return true;
  // To a program that copies, changes or writes what its words name, it is a file of that name.
  return text === "-" && tree !== true && (access === "read" || !inherent);
}

/** What a pattern matches: anything below its directory, and what links there lead to. */
function touchMatches(
  base: string,
  part: (path: string, isTree: boolean) => Part,
  access: Access,
  state: State,
): readonly Part[] {
  const isDirectory = base === "" || base.endsWith("/");
  const directories = absolutePaths(isDirectory ? base || "." : dirname(base), state);
  if (directories === undefined) return [part("/", true)];
  return directories.flatMap((directory) => {
    // Deleting a link leaves alone what it leads to.
    const links = access === "delete" ? [] : linksAmong(directory, isDirectory ? "" : basename(base));
    return [part(directory, true), ...(links?.map((link) => part(link, true)) ?? [part("/", true)])];
  });
}

export const touchAll = (values: readonly Value[], how: Touch, state: State): readonly Part[] =>
  values.flatMap((value) => touch(value, how, state));
