import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { expandBraces } from "./expand-braces.ts";
import { compilePattern, type PathPattern } from "./glob-pattern.ts";

/**
 * Compiles Grep's `glob`, by the rules of `.gitignore`: without a slash it is about names at any depth, with one it is
 * anchored at the root of the search, `!` turns it around, and a directory stands for everything in it. Several stand
 * with commas, or with blanks before a `*` or `!`: one of them must match, and none that is turned around leave it out.
 * @param root absolute; stripped from a glob that begins with it.
 * @throws Refusal for patterns that match nothing or could take too long.
 */
export function compileNameFilter(glob: string, root: string): PathPattern {
  const all = globsIn(glob).map((one) => compileOne(one, root));
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const turned = all.filter(({ isTurned }) => isTurned);
  const plain = all.filter(({ isTurned }) => !isTurned);
  const holds = (test: (pattern: PathPattern) => boolean): boolean =>
    (plain.length === 0 || plain.some(test)) && turned.every(test);
  return {
    matches: (path) => holds((one) => one.matches(path)),
    reaches: (directory) => holds((one) => one.reaches(directory)),
    mayBeNamed: (name) => holds((one) => one.mayBeNamed(name)),
    isOfNames: turned.length === 0 && plain.every(({ isOfNames }) => isOfNames),
  };
}

const SEPARATOR = /^(?:\s*,\s*|\s+(?=[*!]))/;

/** The globs of a list; one that is no list, and the list as a name it may be. */
function globsIn(glob: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? "";
    const [separator] = depth === 0 ? (SEPARATOR.exec(glob.slice(at)) ?? []) : [];
    if (char === "\\") at++;
    else if ("{[".includes(char)) depth++;
    else if ("}]".includes(char)) depth--;
    else if (separator !== undefined) {
      parts.push(glob.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  parts.push(glob.slice(start));
  const given = parts.filter((part) => part !== "");
  if (given.length < 2) return [glob];
  return glob.startsWith("!") ? given : [glob, ...given];
}

function compileOne(glob: string, root: string): PathPattern & { readonly isTurned: boolean } {
  const isTurned = glob.startsWith("!");
  const given = isTurned ? glob.slice(1) : glob;
  const body = given.startsWith(`${root}/`) ? given.slice(root.length) : given;
  const alternatives = expandBraces(body);
  if (alternatives === undefined) throw new Refusal(messages.costlyPattern(glob));
  const all = alternatives.flatMap((one) => formsOf(one, isTurned)).map((form) => compilePattern(glob, form));
  const isNamed = (path: string) => all.some((pattern) => pattern.matches(path));
  if (isTurned)
    return {
      isTurned,
      matches: (path) => !isNamed(path),
      reaches: (path) => !isNamed(path),
      mayBeNamed: () => true,
      isOfNames: false,
    };
  return {
    isTurned,
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
