import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { expandBraces } from "./expand-braces.ts";
import { compilePattern, type PathPattern } from "./glob-pattern.ts";

/**
 * Compiles Grep's `glob`, by the rules of `.gitignore`: without a slash it is about names at any depth, with one it is
 * anchored at the root of the search, `!` turns it around, and a directory stands for everything in it.
 * @param root absolute; stripped from a glob that begins with it.
 * @throws Refusal for patterns that match nothing or could take too long.
 */
export function compileNameFilter(glob: string, root: string): PathPattern {
  const isTurned = glob.startsWith("!");
  const given = isTurned ? glob.slice(1) : glob;
  const body = given.startsWith(`${root}/`) ? given.slice(root.length) : given;
  const alternatives = expandBraces(body);
  if (alternatives === undefined) throw new Refusal(messages.costlyPattern(glob));
  const all = alternatives.flatMap((one) => formsOf(one, isTurned)).map((form) => compilePattern(glob, form));
  const isNamed = (path: string) => all.some((pattern) => pattern.matches(path));
  if (isTurned)
    return {
      matches: (path) => !isNamed(path),
      reaches: (path) => !isNamed(path),
      mayBeNamed: () => true,
      isOfNames: false,
    };
  return {
    matches: isNamed,
    reaches: (directory) => all.some((pattern) => pattern.reaches(directory)),
    mayBeNamed: (name) => all.some((pattern) => pattern.mayBeNamed(name)),
    isOfNames: all.every((pattern) => pattern.isOfNames),
  };
}

/** A pattern relative to the root, and where it may name a directory, the one for everything in it. */
function formsOf(pattern: string, isTurned: boolean): readonly string[] {
  const bare = pattern.replace(/^\.?\//, "").replace(/\/+$/, "");
  const anchored = bare.includes("/") || /^\.?\//.test(pattern) ? bare : `**/${bare}`;
  const last = anchored.slice(anchored.lastIndexOf("/") + 1);
  const mayBeDirectory = isTurned || pattern.endsWith("/") || !/[*?]/.test(last);
  return mayBeDirectory ? [anchored, `${anchored}/**`] : [anchored];
}
