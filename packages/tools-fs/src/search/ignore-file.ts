import ignore, { type Ignore } from "ignore";

// With several `**` a rule has more forms the deeper a path is; one that has more than these is passed over there.
const MAX_FORMS = 200;
// For whole paths rules become backtracking expressions; one with many `**` could take minutes on one deep path.
const MAX_GLOBSTARS = 3;
const ANY_DEPTH = "**";

/** What one `.gitignore` or file like it says. */
export interface IgnoreFile {
  /** What it says of a path below its directory, which ends in `/` for a directory; what is below a match matches. */
  excludes(path: string): boolean;
  /**
   * What it says of the entries of a directory that is known not to be left out.
   * @param way path from the file's directory to that directory; empty for its own.
   * @returns by name, with `/` behind that of a directory: true to leave it out, false to keep it, undefined for no word.
   */
  entriesOf(way: string): (name: string) => boolean | undefined;
}

/** Reads the rules of gitignore, which tell capital letters apart. */
export function parseIgnoreFile(text: string): IgnoreFile {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const rules = lines.map(parseRule);
  const byLength = new Map<number, readonly Run[]>();
  const runsOf = (length: number): readonly Run[] => {
    const runs = byLength.get(length) ?? runsOfLength(rules, length);
    byLength.set(length, runs);
    return runs;
  };
  const forWholePaths = (): Ignore =>
    compile(lines.filter((line) => line.split(ANY_DEPTH).length - 1 <= MAX_GLOBSTARS));
  return {
    // Asked only of files above a search, so it is not made for each file in it.
    excludes: (path) => forWholePaths().ignores(path),
    entriesOf(way) {
      const prefix = way === "" ? "" : `${way}/`;
      const runs = runsOf(prefix.split("/").length);
      return (name) => {
        for (const { isOfNames, compiled } of runs) {
          const { ignored, unignored } = compiled.test(isOfNames ? name : prefix + name);
          if (ignored || unignored) return ignored;
        }
        return undefined;
      };
    },
  };
}

const compile = (lines: readonly string[]): Ignore => ignore({ ignoreCase: false }).add(lines.join("\n"));

interface Rule {
  readonly mark: string;
  /** Names from the file's directory; one name alone stands at any depth. */
  readonly names: readonly string[];
  readonly isOfNames: boolean;
  readonly end: string;
}

function parseRule(line: string): Rule {
  const text = line.replace(/(?<!\\) +$/, "");
  const mark = text.startsWith("!") ? "!" : "";
  const end = text.endsWith("/") ? "/" : "";
  const path = text
    .slice(mark.length, text.length - end.length)
    .replace(/(?<=^|\/)(\*\*\/)+/g, "**/")
    .replace(/^\/?\*\*\/(?=[^/]+$)/, "");
  return { mark, names: path.replace(/^\//, "").split("/"), isOfNames: !path.includes("/"), end };
}

/** Rules that follow each other and are asked in the same way. */
interface Run {
  readonly isOfNames: boolean;
  readonly compiled: Ignore;
}

/**
 * The rules that can mean a path of so many names, the last ones first. The library takes what is in a directory that
 * a rule leaves out for left out, even where a file in between brings the directory back; a rule in the form it has for
 * paths of one length says nothing of the directories above.
 */
function runsOfLength(rules: readonly Rule[], length: number): readonly Run[] {
  const groups: { isOfNames: boolean; lines: string[] }[] = [];
  for (const rule of rules) {
    const lines = formsOf(rule, length);
    const last = groups.at(-1);
    if (last?.isOfNames === rule.isOfNames) last.lines.push(...lines);
    else if (lines.length > 0) groups.push({ isOfNames: rule.isOfNames, lines: [...lines] });
  }
  return groups.map(({ isOfNames, lines }) => ({ isOfNames, compiled: compile(lines) })).reverse();
}

function formsOf({ mark, names, isOfNames, end }: Rule, length: number): readonly string[] {
  if (isOfNames) return [mark + names[0] + end];
  if (countOfForms(names, length) > MAX_FORMS) return [];
  return stretched(names, length).map((form) => `${mark}/${form.join("/")}${end}`);
}

/** How many ways there are to share out what is left of the length among the `**`. */
function countOfForms(names: readonly string[], length: number): number {
  const stars = names.filter((name) => name === ANY_DEPTH).length;
  const room = length - (names.length - stars);
  let count = 1;
  for (let i = 1; i < stars; i++) count *= (room + i) / i;
  return count;
}

/** The names with each `**` replaced by as many `*` as make them so many names in all. */
function stretched(names: readonly string[], length: number): readonly (readonly string[])[] {
  const at = names.indexOf(ANY_DEPTH);
  if (at === -1) return names.length === length ? [names] : [];
  const rest = names.slice(at + 1);
  const forms: (readonly string[])[] = [];
  // At the end it stands for what is in the directory, elsewhere also for no directory at all.
  for (let count = rest.length === 0 ? 1 : 0; at + count <= length; count++) {
    for (const tail of stretched(rest, length - at - count))
      forms.push([...names.slice(0, at), ...Array<string>(count).fill("*"), ...tail]);
  }
  return forms;
}
