/** Bytes of JSON a hidden tool may take of a request, its share of what surrounds the names included. */
export const BYTES_PER_NAME = 20;
/** As short as a name is cut. */
const SHORTEST = 8;
/** Stands for what a name was cut of. */
const CUT = "…";

interface Group {
  readonly prefix: string;
  readonly rests: readonly string[];
}

/**
 * Names in few bytes: one line for those with one beginning (that of their server, and what its tools share), which
 * is said once. When that still takes more than `BYTES_PER_NAME` a name, the longest are cut and end in `…`.
 * @param names of tools; an order that is always the same gives text that is always the same.
 */
export function nameList(names: readonly string[]): string {
  const groups = groupsOf(names);
  const budget = BYTES_PER_NAME * names.length;
  const longest = Math.max(0, ...groups.flatMap(({ rests }) => rests.map(({ length }) => length)));
  for (let length = longest; ; length -= 1) {
    const text = groups.map((group) => lineOf(group, length)).join("\n");
    if (length <= SHORTEST || Buffer.byteLength(JSON.stringify(text)) <= budget) return text;
  }
}

/** The beginning of a name that a list may have cut. */
export const uncut = (name: string): string | undefined =>
  name.endsWith(CUT) ? name.slice(0, -CUT.length) : undefined;

function groupsOf(names: readonly string[]): readonly Group[] {
  const byServer = new Map<string, string[]>();
  for (const name of names) {
    const server = /^mcp__.+?__/.exec(name)?.[0] ?? "";
    byServer.set(server, [...(byServer.get(server) ?? []), name]);
  }
  return [...byServer].map(([server, members]) => {
    const prefix = server === "" || members.length < 2 ? server : commonBeginning(members);
    return { prefix, rests: members.map((name) => name.slice(prefix.length)) };
  });
}

/** What all names begin with, up to the end of a word. */
function commonBeginning([first = "", ...others]: readonly string[]): string {
  let length = first.length - 1;
  while (
    length > 0 &&
    !others.every((name) => name.length > length && name.startsWith(first.slice(0, length)))
  )
    length -= 1;
  return /^.*[_-]|/.exec(first.slice(0, length))?.[0] ?? "";
}

function lineOf({ prefix, rests }: Group, length: number): string {
  const shown = rests.map((rest) => (rest.length > length ? `${rest.slice(0, length - 1)}${CUT}` : rest));
  return prefix === "" ? shown.join(" ") : `${prefix}: ${shown.join(" ")}`;
}
