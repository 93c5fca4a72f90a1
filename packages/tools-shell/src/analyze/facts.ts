import type { Arithmetic, Node, Piece, Word } from "./tree.ts";

/** What the whole script says about its variables, whatever order things run in. */
export interface Facts {
  /** How often a name gets a value, in whatever way. */
  timesSet(name: string): number;
  /** Everything it ever gets is a number. */
  isNumber(name: string): boolean;
}

const ALWAYS_NUMBERS = new Set([
  "#",
  "?",
  "$",
  "!",
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "LINENO",
  "EPOCHSECONDS",
  "BASHPID",
  "PPID",
  "UID",
  "EUID",
  "COLUMNS",
  "LINES",
]);
/** Builtins that give values to the variables they name. */
const SETTERS = new Set([
  "read",
  "printf",
  "mapfile",
  "readarray",
  "getopts",
  "unset",
  "declare",
  "typeset",
  "local",
  "export",
  "readonly",
  "let",
]);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

export function collectFacts(root: Node): Facts {
  const set = new Map<string, { times: number; isNumber: boolean }>();
  const note = (name: string, isNumber: boolean): void => {
    const known = set.get(name);
    set.set(name, { times: (known?.times ?? 0) + 1, isNumber: isNumber && (known?.isNumber ?? true) });
  };
  const nodes: Node[] = [root];
  const words: Word[] = [];
  const pieces: Piece[] = [];
  const arithmetic = (one: Arithmetic): void => {
    for (const name of one.assigned) note(name, one.unclear === undefined);
    pieces.push(...one.pieces);
  };
  while (nodes.length + words.length + pieces.length > 0) {
    for (let word = words.pop(); word !== undefined; word = words.pop()) pieces.push(...word.pieces);
    for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
      if (piece.kind === "script" || piece.kind === "process") nodes.push(piece.script);
      if (piece.kind === "arithmetic") arithmetic(piece.arithmetic);
      if (piece.kind !== "variable") continue;
      // `${a:=b}` gives a value as well.
      if (!piece.isPlain) note(piece.name, false);
      words.push(...piece.words);
      for (const one of piece.arithmetic) arithmetic(one);
    }
    const node = nodes.pop();
    if (node === undefined) continue;
    switch (node.kind) {
      case "simple":
        for (const { name, values, isPlain } of node.assignments)
          note(name, isPlain && values.every(isNumberWord));
        for (const name of namesSetBy(node.words)) note(name, false);
        words.push(...node.words, ...node.assignments.flatMap(({ values }) => values));
        words.push(
          ...node.redirects.flatMap(({ target, body }) => [target, body].filter((one) => one !== undefined)),
        );
        break;
      case "list":
        nodes.push(...node.items.map((item) => item.node));
        break;
      case "pipeline":
        nodes.push(...node.items);
        break;
      case "group":
        nodes.push(node.body);
        words.push(
          ...node.redirects.flatMap(({ target, body }) => [target, body].filter((one) => one !== undefined)),
        );
        break;
      case "maybe":
        nodes.push(...node.parts);
        words.push(...node.words);
        break;
      case "loop":
        note(node.variable, node.words.every(isNumberWord));
        nodes.push(node.body);
        words.push(...node.words);
        break;
      case "function":
        nodes.push(node.body);
        break;
      case "arithmetic":
        arithmetic(node.arithmetic);
        break;
      case "test":
        words.push(...node.words, ...node.numbers);
        break;
      default:
        break;
    }
  }
  return {
    timesSet: (name) => set.get(name)?.times ?? 0,
    isNumber: (name) => ALWAYS_NUMBERS.has(name) || set.get(name)?.isNumber === true,
  };
}

function namesSetBy([first, ...rest]: readonly Word[]): readonly string[] {
  if (first === undefined || !SETTERS.has(first.source)) return [];
  return rest.flatMap(({ source }) => NAME.exec(source)?.[0] ?? []);
}

function isNumberWord({ pieces }: Word): boolean {
  return pieces.every(
    (piece) =>
      piece.kind === "arithmetic" ||
      (piece.kind === "literal" && /^-?\d*$/.test(piece.value)) ||
      (piece.kind === "braces" && /^\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}$/.test(piece.source)),
  );
}
