const MAX_ALTERNATIVES = 200;

/**
 * Alternatives of `{a,b}` in a pattern written out, nested ones too; `{}` and `{a}` stand for themselves.
 * @returns undefined for more than 200 of them.
 */
export function expandBraces(pattern: string): readonly string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else open.push(...group.toReversed());
    if (done.length + open.length > MAX_ALTERNATIVES) return undefined;
  }
  return done;
}

/** The pattern once for each alternative of its first group, or undefined when it has none. */
function firstGroup(pattern: string): string[] | undefined {
  for (let start = 0; start < pattern.length; start++) {
    if (pattern[start] === "\\") start++;
    else if (pattern[start] === "{") {
      const cuts = cutsOf(pattern, start);
      if (cuts === undefined || cuts.length < 3) continue;
      const end = cuts.at(-1) ?? start;
      const parts = cuts.slice(1).map((cut, i) => pattern.slice((cuts[i] ?? start) + 1, cut));
      return parts.map((part) => pattern.slice(0, start) + part + pattern.slice(end + 1));
    }
  }
  return undefined;
}

/** Where a group begins, its commas, and where it ends; undefined when it never does. */
function cutsOf(pattern: string, start: number): number[] | undefined {
  const cuts = [start];
  let depth = 0;
  for (let i = start; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === "\\") i++;
    else if (char === "{") depth++;
    else if (char === "," && depth === 1) cuts.push(i);
    else if (char === "}" && --depth === 0) return [...cuts, i];
  }
  return undefined;
}
