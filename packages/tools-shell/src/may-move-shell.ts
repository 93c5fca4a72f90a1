import { parseBash } from "./analyze/parse-bash.ts";
import type { Node, SimpleNode } from "./analyze/tree.ts";

/** Builtins that change the directory of the shell, or run or bind text that may. */
const MOVERS: ReadonlySet<string> = new Set([
  "cd",
  "pushd",
  "popd",
  "eval",
  "source",
  ".",
  "trap",
  "builtin",
  "command",
  "alias",
  "enable",
  "shopt",
  "set",
  "bind",
  "fc",
  "mapfile",
  "readarray",
  "coproc",
]);

/**
 * Tells whether a command may leave its shell in another directory than it began in. True for everything it cannot
 * be sure of; what only happens in subshells counts as well.
 */
export function mayMoveShell(command: string): boolean {
  // `${ …; }` and `${| …; }` run in the shell itself.
  if (/\$\{[\s|]/.test(command)) return true;
  try {
    return mayMove(parseBash(command));
  } catch {
    return true;
  }
}

function mayMove(root: Node): boolean {
  const rest: Node[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.kind === "unclear" || (node.kind === "simple" && isMover(node))) return true;
    rest.push(...partsOf(node));
  }
  return false;
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "list":
      return node.items.map((item) => item.node);
    case "pipeline":
      return node.items;
    case "maybe":
      return node.parts;
    case "group":
    case "loop":
    case "function":
      return [node.body];
    default:
      return [];
  }
}

function isMover({ words: [first] }: SimpleNode): boolean {
  if (first === undefined) return false;
  const name = first.pieces.map((piece) => (piece.kind === "literal" ? piece.value : undefined));
  return name.includes(undefined) || MOVERS.has(name.join(""));
}
