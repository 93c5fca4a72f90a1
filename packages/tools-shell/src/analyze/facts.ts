import type { Node, Word } from "./tree.ts";
import { visitTree } from "./visit-tree.ts";

/** What the whole script says, whatever order things run in. */
export interface Facts {
  /** How often a name gets a value, in whatever way; many times when nobody can say. */
  timesSet(name: string): number;
  /** Everything it ever gets is a number. */
  isNumber(name: string): boolean;
  /** Every name that gets a value for more than one command. */
  readonly names: readonly string[];
  /** Something in it may change the directory of the shell. */
  readonly moves: boolean;
  /** Names that are made functions. */
  readonly functions: ReadonlySet<string>;
  /** Something in it may give the shell other arguments than it was started with. */
  readonly setsArguments: boolean;
  /** A function that is there may be taken away again. */
  readonly unsets: boolean;
}

const ALWAYS_NUMBERS = new Set(
  "# ? $ ! RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS BASHPID PPID UID EUID COLUMNS LINES".split(" "),
);
/** Builtins that give values to the variables they name. */
const SETTERS = new Set(
  "read printf mapfile readarray getopts unset declare typeset local export readonly let wait".split(" "),
);
/** Words behind which the command stands. */
const PREFIXES = new Set(["command", "builtin"]);
/** Builtins that run texts, which may set anything and go anywhere. */
const TEXTS = new Set(["eval", "source", ".", "trap"]);
const MOVERS = new Set(["cd", "pushd", "popd", "eval", "source", "."]);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

export function collectFacts(root: Node): Facts {
  const set = new Map<string, { times: number; isNumber: boolean }>();
  const functions = new Set<string>();
  const lasting = new Set<string>();
  let [isLost, moves, unsets, setsArguments] = [false, false, false, false];
  const note = (name: string, isNumber: boolean): void => {
    const known = set.get(name);
    set.set(name, { times: (known?.times ?? 0) + 1, isNumber: isNumber && (known?.isNumber ?? true) });
  };
  const settle = (name: string, isNumber: boolean): void => {
    note(name, isNumber);
    lasting.add(name);
  };
  visitTree(root, {
    simple({ words, assignments }) {
      for (const { name, values, isPlain } of assignments) {
        note(name, isPlain && values.every(isNumberWord));
        if (words.length === 0) lasting.add(name);
      }
      const { head, rest } = commandIn(words);
      if (head === undefined) moves ||= words.length > 0;
      else if (TEXTS.has(head)) isLost = true;
      else if (SETTERS.has(head)) {
        if (rest.some((text) => text === undefined || /^-\w*n|^-\w*i/.test(text))) isLost = true;
        for (const text of rest) for (const name of namesIn(text)) settle(name, false);
      }
      moves ||= head !== undefined && MOVERS.has(head);
      setsArguments ||= head === "set" || (head === undefined && words.length > 0) || TEXTS.has(head ?? "");
      unsets ||= head === "unset" || head === undefined || TEXTS.has(head);
    },
    loop: ({ variable, words }) => settle(variable, words.length > 0 && words.every(isNumberWord)),
    function({ name }) {
      functions.add(name);
      moves ||= MOVERS.has(name);
    },
    redirect: ({ variable }) => variable !== undefined && settle(variable, true),
    variable: ({ name, assigns }) => assigns && settle(name, false),
    arithmetic(one) {
      for (const name of one.assigned) settle(name, one.unclear === undefined);
    },
  });
  return {
    timesSet: (name) => (isLost ? Number.POSITIVE_INFINITY : (set.get(name)?.times ?? 0)),
    isNumber: (name) => ALWAYS_NUMBERS.has(name) || (!isLost && set.get(name)?.isNumber === true),
    names: [...lasting],
    moves,
    functions,
    setsArguments,
    unsets,
  };
}

/** The builtin or program of some words, and what follows; `head` is undefined when it is not written out. */
function commandIn(words: readonly Word[]): {
  readonly head: string | undefined;
  readonly rest: readonly (string | undefined)[];
} {
  const [head, ...rest] = words.map(textOf);
  if (head === undefined || !PREFIXES.has(head)) return { head, rest };
  const at = rest.findIndex((text) => text === undefined || !text.startsWith("-"));
  return at < 0 ? { head, rest } : { head: rest[at], rest: rest.slice(at + 1) };
}

function textOf({ pieces }: Word): string | undefined {
  const texts = pieces.map((piece) => (piece.kind === "literal" ? piece.value : undefined));
  const [first] = texts;
  if (texts.every((text) => text !== undefined)) return texts.join("");
  // `name=$value` names what it sets.
  return first !== undefined && /^[A-Za-z_]\w*\+?=/.test(first) ? first : undefined;
}

/** Names a word may give a value to, an option's value written onto it included. */
function namesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return [text, text.replace(/^-\w/, "")].flatMap((one) => NAME.exec(one)?.[0] ?? []);
}

function isNumberWord({ pieces }: Word): boolean {
  return pieces.every(
    (piece) =>
      piece.kind === "arithmetic" ||
      (piece.kind === "literal" && /^-?\d*$/.test(piece.value)) ||
      (piece.kind === "braces" && /^\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}$/.test(piece.source)),
  );
}
