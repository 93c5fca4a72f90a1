import { posix } from "node:path";
import ignore from "ignore";
import { inCopy, type Mirror, type NameTests } from "./mirror-pattern.ts";
import { relativeInside, toComparable } from "./path-inside.ts";
import {
  hasWildcard,
  literalPrefix,
  type PathPattern,
  type PathSpecifier,
  readPathPattern,
} from "./path-pattern.ts";

/** What path matching depends on beside the rule. */
export interface PathEnv {
  readonly cwd: string;
  readonly home: string;
  readonly caseInsensitive: boolean;
  /** The file system treats composed and decomposed characters as one; default false. */
  readonly unicodeNormalizing?: boolean;
  /**
   * Where a path leads through links. With it, rules also hold for the real names of the directories they are
   * anchored at, and a deny or ask also for the real name of what it spells out. Default: no links.
   */
  readonly realPathOf?: (path: string) => string;
  /** With it, rules are about the copy alone: they say of its paths what they say of those of the place. */
  readonly mirror?: Mirror;
}

/** A compiled path rule. Paths are absolute; nothing touches the disk. */
export interface PathMatcher {
  /** The rule is about this path. A deny or ask on everything in a directory is about the directory as well. */
  matchesPath(path: string): boolean;
  /** The rule surely holds for everything below this directory. */
  coversTree(path: string): boolean;
  /** The rule might hold for something below this directory; true when in doubt. */
  mayLieInside(path: string): boolean;
  /** Directories (or single files) that hold everything the rule is about, as deep as it is spelled out. */
  readonly roots: readonly string[];
  /**
   * For each form of the rule a name that every path it matches or covers has among its components, folded as
   * `foldPath` does; "" when there is none.
   */
  readonly needs: readonly string[];
}

/** Compiles the specifier of a path rule; gitignore semantics, time linear in path and pattern. */
export function compilePathRule(rule: Omit<PathSpecifier, "cwd" | "home">, env: PathEnv): PathMatcher {
  const pattern = readPathPattern({ ...rule, cwd: env.cwd, home: env.home });
  const lenient = rule.behavior !== "allow";
  const forms = formsOf(pattern, lenient, env);
  const matchers = forms.map((form) => compilePattern(form, lenient, env));
  return {
    needs: forms.map((form) => foldPath(neededName(form), lenient, env)),
    roots: forms.map(({ base, segments }) => posix.join(base, ...literalPrefix(segments))),
    matchesPath: (path) => matchers.some((matcher) => matcher.matchesPath(path)),
    coversTree: (path) => matchers.some((matcher) => matcher.coversTree(path)),
    mayLieInside: (path) => matchers.some((matcher) => matcher.mayLieInside(path)),
  };
}

function formsOf(pattern: PathPattern, lenient: boolean, env: PathEnv): readonly PathPattern[] {
  const forms = realForms(pattern, lenient, env);
  const { mirror } = env;
  if (!mirror) return forms;
  const fold = (text: string): string => foldPath(text, lenient, env);
  const tests: NameTests = {
    isSame: (one, other) => fold(one) === fold(other),
    matches: (segment, name) => compileSegment(segment, fold, env)(fold(name)),
  };
  const places = [...new Set([mirror.of, env.realPathOf?.(mirror.of) ?? mirror.of])];
  const copies = forms.flatMap((form) => places.flatMap((of) => inCopy(form, { of, at: mirror.at }, tests)));
  return distinctForms(copies.flatMap((form) => realForms(form, lenient, env)));
}

// An allow must not follow a link out of the place it names, so only its base is followed.
function realForms(pattern: PathPattern, lenient: boolean, env: PathEnv): readonly PathPattern[] {
  const real = (path: string): string => toComparable(env.realPathOf?.(path) ?? path);
  const forms = [pattern, { ...pattern, base: real(pattern.base) }];
  if (lenient) {
    forms.push(followed(pattern, real));
    const [first, ...rest] = pattern.segments;
    if (first === "**" && rest.length > 0) {
      // A name at any depth is also that of a link right in the base.
      const nearest = { ...pattern, segments: rest };
      forms.push(...distinctForms([nearest, followed(nearest, real)]).slice(1));
    }
  }
  return distinctForms(forms);
}

/** The pattern for where the place it spells out leads. */
function followed(pattern: PathPattern, real: (path: string) => string): PathPattern {
  const prefix = literalPrefix(pattern.segments);
  const target = real(posix.join(pattern.base, ...prefix));
  const rest = pattern.segments.slice(prefix.length);
  if (rest.length > 0) return { ...pattern, base: target, segments: rest };
  return { ...pattern, base: posix.dirname(target), segments: [escapeSegment(posix.basename(target))] };
}

function distinctForms(forms: readonly PathPattern[]): readonly PathPattern[] {
  const seen = new Set<string>();
  return forms.filter(({ base, segments }) => {
    const key = JSON.stringify([posix.join(base, ...segments), segments.at(-1)]);
    return seen.has(key) ? false : seen.add(key);
  });
}

function compilePattern(
  pattern: PathPattern,
  lenient: boolean,
  env: PathEnv,
): Omit<PathMatcher, "roots" | "needs"> {
  const fold = (text: string): string => foldPath(text, lenient, env);
  const base = fold(toComparable(pattern.base));
  const steps = compileSteps(pattern.segments, fold, env);
  const { directoryOnly } = pattern;

  const walk = (path: string): Walk | undefined => {
    const rest = relativeInside(fold(toComparable(path)), base);
    return rest === undefined ? undefined : walkSteps(steps, rest === "" ? [] : rest.split("/"));
  };
  const endsInEverything = !directoryOnly && steps.at(-1) === "*";
  const coversRest = ({ open }: Walk): boolean => endsInEverything && open[steps.length - 1] === 1;

  return {
    matchesPath: (path) => {
      const walked = walk(path);
      if (walked === undefined) return false;
      if (walked.above || (walked.here && (lenient || !directoryOnly))) return true;
      return lenient && coversRest(walked);
    },
    coversTree: (path) => {
      const walked = walk(path);
      return walked !== undefined && (walked.above || walked.here || coversRest(walked));
    },
    mayLieInside: (path) => {
      const walked = walk(path);
      if (walked === undefined) return relativeInside(base, fold(toComparable(path))) !== undefined;
      return walked.open.includes(1);
    },
  };
}

type Step = "**" | "*" | ((name: string) => boolean);

/** Where a path leads in a pattern: matched by a directory above, matched itself, and which steps are still open. */
interface Walk {
  readonly above: boolean;
  readonly here: boolean;
  readonly open: Uint8Array;
}

// All open steps move along together, so that several `**` cannot make the time explode.
function walkSteps(steps: readonly Step[], names: readonly string[]): Walk {
  let open = new Uint8Array(steps.length + 1);
  openStep(steps, open, 0);
  let here = false;
  for (const name of names) {
    if (here) return { above: true, here, open };
    const next = new Uint8Array(steps.length + 1);
    for (let index = 0; index < steps.length; index += 1) {
      if (open[index] === 0) continue;
      const step = steps[index];
      if (step === "**") openStep(steps, next, index);
      else if (step === "*" || step?.(name)) openStep(steps, next, index + 1);
    }
    here = next[steps.length] === 1;
    open = next;
  }
  return { above: false, here, open };
}

// `**` stands for no directory as well, so what follows it is open with it.
function openStep(steps: readonly Step[], open: Uint8Array, index: number): void {
  let at = index;
  open[at] = 1;
  while (steps[at] === "**") open[++at] = 1;
}

// `a/**` means everything in `a`, at least one level down, and is written as that.
function compileSteps(segments: readonly string[], fold: (text: string) => string, env: PathEnv): Step[] {
  const steps: Step[] = [];
  for (const segment of segments) {
    if (/^\*{2,}$/.test(segment)) steps.push("**");
    else steps.push(segment === "*" ? "*" : compileSegment(segment, fold, env));
  }
  if (steps.at(-1) === "**") steps.push("*");
  return steps;
}

// The library remembers every name it is asked about; a long search must not make it grow without end.
const MAX_REMEMBERED = 2_000;

function compileSegment(segment: string, fold: (text: string) => string, env: PathEnv) {
  if (!hasWildcard(segment)) {
    const literal = fold(segment);
    return (name: string): boolean => name === literal;
  }
  const pattern = env.unicodeNormalizing ? segment.normalize("NFC") : segment;
  const compile = () => ignore({ ignorecase: env.caseInsensitive }).add(`/${keepSpaces(pattern)}`);
  let matcher = compile();
  let asked = 0;
  return (name: string): boolean => {
    asked += 1;
    if (asked % MAX_REMEMBERED === 0) matcher = compile();
    return matcher.ignores(name);
  };
}

const keepSpaces = (segment: string): string =>
  segment.replace(/(?<![\\ ]) +$/, (run) => "[ ]".repeat(run.length));

const escapeSegment = (name: string): string => name.replace(/[*?[\\]/g, "\\$&");

// The last name that is spelled out is the rarest; what the base ends with is the next best.
function neededName({ base, segments }: PathPattern): string {
  return segments.findLast((segment) => !hasWildcard(segment)) ?? posix.basename(toComparable(base));
}

/**
 * A path, or a part of one, in the form in which names are compared.
 * @param lenient for deny and ask. Some file systems take `ſ` for `s`; going through upper case unites such letters,
 * which only ever widens.
 */
export function foldPath(text: string, lenient: boolean, env: PathEnv): string {
  const composed = (folded: string): string => (env.unicodeNormalizing ? folded.normalize("NFC") : folded);
  if (!env.caseInsensitive) return composed(text);
  return composed(lenient ? text.toUpperCase().toLowerCase() : text.toLowerCase());
}
