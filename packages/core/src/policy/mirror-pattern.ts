import { posix } from "node:path";
import { toComparable } from "./path-inside.ts";
import type { PathPattern } from "./path-pattern.ts";

/** A directory that holds the same files as another, such as another worktree of its repository. */
export interface Mirror {
  /** Absolute. */
  readonly of: string;
  readonly at: string;
}

/** How names are compared where the rule is compiled. */
export interface NameTests {
  isSame(one: string, other: string): boolean;
  /** One segment of a pattern, which is no `**`, against one name. */
  matches(segment: string, name: string): boolean;
}

/**
 * The patterns that say of the paths of a copy what one says of those of the place, from wherever it is anchored: in the
 * place, or above it with names or wildcards on the way. None when it is about no path of the place.
 */
export function inCopy(
  pattern: PathPattern,
  mirror: Mirror,
  { isSame, matches }: NameTests,
): readonly PathPattern[] {
  const at = toComparable(mirror.at);
  const [place, base] = [namesOf(mirror.of), namesOf(pattern.base)];
  const isOnTheWay = place.every((name, index) => isSame(name, base[index] ?? name));
  if (!isOnTheWay) return [];
  if (base.length >= place.length) return [{ ...pattern, base: posix.join(at, ...base.slice(place.length)) }];
  const rests = restsAfter(pattern.segments, place.slice(base.length), matches);
  if (rests === "all") return [{ base: at, segments: ["**"], directoryOnly: false }];
  return rests.map((segments) => ({ ...pattern, base: at, segments }));
}

/** What is left of a pattern below a way that it may take; `all` when it matches a directory on the way. */
function restsAfter(
  segments: readonly string[],
  way: readonly string[],
  matches: NameTests["matches"],
): "all" | readonly (readonly string[])[] {
  let open: readonly number[] = [0];
  for (const name of way) {
    const next = new Set<number>();
    for (const index of withSkips(open, segments)) {
      const segment = segments[index];
      if (segment === undefined) continue;
      if (isStars(segment)) next.add(index === segments.length - 1 ? segments.length : index);
      else if (matches(segment, name)) next.add(index + 1);
    }
    if (next.has(segments.length)) return "all";
    open = [...next];
  }
  return open.map((index) => segments.slice(index));
}

/** `**` stands for no directory as well, so what follows it is open with it. */
function withSkips(open: readonly number[], segments: readonly string[]): ReadonlySet<number> {
  const all = new Set(open);
  for (const index of all) if (isStars(segments[index] ?? "")) all.add(index + 1);
  return all;
}

const isStars = (segment: string): boolean => /^\*{2,}$/.test(segment);

const namesOf = (path: string): readonly string[] => toComparable(path).split("/").filter(Boolean);
