import { DECLARING, MOVERS, SETTERS } from "./builtins.ts";
import { isEvaluated, isInherited } from "./environment-names.ts";
import { exportsSome, literalOf } from "./exported-names.ts";
import type { Node, Word } from "./tree.ts";
import { visitTree } from "./visit-tree.ts";
import { words } from "./words.ts";

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
  /** The first variable whose new value is evaluated as arithmetic, and may be no number. */
  readonly evaluated: string | undefined;
  /** Something in it gives programs variables that may change what they do. */
  readonly exports: boolean;
}

/** Until something on the line sets them. */
const ALWAYS_NUMBERS = new Set(words("RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS BASHPID PPID UID EUID"));
/** Builtins that give no value where none is written. */
const SILENT: ReadonlySet<string> = new Set([...DECLARING, "unset"]);
/** Words behind which the command stands. */
const PREFIXES = new Set(["command", "builtin"]);
/** Builtins that run texts, which may set anything and go anywhere. */
const TEXTS = new Set(["eval", "source", ".", "trap"]);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

export function collectFacts(root: Node): Facts {
  const set = new Map<string, { times: number; isNumber: boolean }>();
  const functions = new Set<string>();
  const lasting = new Set<string>();
  let [isLost, moves, unsets, setsArguments] = [false, false, false, false];
  let exports = false;
  let evaluated: string | undefined;
  const note = (name: string, isNumber: boolean): void => {
    const known = set.get(name);
    set.set(name, { times: (known?.times ?? 0) + 1, isNumber: isNumber && (known?.isNumber ?? true) });
  };
  const give = (name: string, isNumber: boolean, value?: string): void => {
    note(name, isNumber);
    if (!isNumber && isEvaluated(name) && !/^\d+$/.test(value ?? "")) evaluated ??= name;
  };
  const settle = (name: string, isNumber: boolean, value?: string): void => {
    give(name, isNumber, value);
    lasting.add(name);
  };
  /** It is declared or taken away: no value is evaluated. */
  const mention = (name: string): void => {
    note(name, false);
    lasting.add(name);
  };
  visitTree(root, {
    simple(node) {
      const { words, assignments } = node;
      exports ||= exportsSome(node);
      for (const { name, values, isPlain } of assignments) {
        const isNumber = isPlain && values.every(isNumberWord);
        if (words.length === 0) settle(name, isNumber);
        else give(name, isNumber);
      }
      const { head, rest } = commandIn(words);
      if (head === undefined) moves ||= words.length > 0;
      else if (TEXTS.has(head)) isLost = true;
      else if (SETTERS.has(head)) {
        for (const word of rest) {
          const text = textOf(word);
          const value = /^\w+=(.*)$/s.exec(literalOf(word) ?? "")?.[1];
          if (text === undefined || /^-\w*n|^-\w*i/.test(text)) isLost = true;
          for (const name of namesIn(text)) {
            if (SILENT.has(head) && !text?.includes("=")) mention(name);
            else settle(name, false, value);
          }
        }
      }
      moves ||= head !== undefined && MOVERS.has(head);
      setsArguments ||= head === "set" || (head === undefined && words.length > 0) || TEXTS.has(head ?? "");
      unsets ||= head === "unset" || head === undefined || TEXTS.has(head);
    },
    loop({ variable, words }) {
      settle(variable, words.length > 0 && words.every(isNumberWord));
      exports ||= isInherited(variable);
    },
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
    isNumber: (name) =>
      /^[#?$!]$/.test(name) || (!isLost && (set.get(name)?.isNumber ?? ALWAYS_NUMBERS.has(name))),
    names: [...lasting],
    moves,
    functions,
    setsArguments,
    unsets,
    evaluated,
    exports,
  };
}

/** The builtin or program of some words, and what follows; `head` is undefined when it is not written out. */
function commandIn(words: readonly Word[]): {
  readonly head: string | undefined;
  readonly rest: readonly Word[];
} {
  const [first, ...rest] = words;
  const head = first && textOf(first);
  if (head === undefined || !PREFIXES.has(head)) return { head, rest };
  const at = rest.findIndex((word) => !textOf(word)?.startsWith("-"));
  const command = rest[at];
  return command ? { head: textOf(command), rest: rest.slice(at + 1) } : { head, rest };
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
