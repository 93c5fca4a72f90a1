import { MOVERS } from "./analyze/builtins.ts";
import { parseBash } from "./analyze/parse/parse-bash.ts";
import type { SimpleNode } from "./analyze/tree.ts";
import { visitTree } from "./analyze/visit-tree.ts";

/** Builtins that move it, and those that run or bind something that may, or change what words mean. */
const MAY_MOVE: ReadonlySet<string> = new Set([
  ...MOVERS,
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
  let mayMove = false;
  try {
    visitTree(parseBash(command), {
      simple: (node) => {
        mayMove ||= isMover(node);
      },
      unclear: () => {
        mayMove = true;
      },
    });
  } catch {
    return true;
  }
  return mayMove;
}

function isMover({ words: [first] }: SimpleNode): boolean {
  if (first === undefined) return false;
  const name = first.pieces.map((piece) => (piece.kind === "literal" ? piece.value : undefined));
  return name.includes(undefined) || MAY_MOVE.has(name.join(""));
}
