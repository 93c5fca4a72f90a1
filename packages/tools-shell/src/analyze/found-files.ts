import type { Analysis } from "./analysis.ts";
import type { State } from "./state.ts";
import type { Node, SimpleNode } from "./tree.ts";
import { type Value, valuesOf } from "./values.ts";

/** What makes `find` print anything but the names it finds, each with a NUL behind it. */
const PRINTING = /^-(print|printf|ls|exec|execdir|ok|okdir|files0-from)$/;

/**
 * What `find … -print0` hands to the next command of a pipe: names that begin with what it was told to search, so that
 * none of them can be an option. Undefined for every other command: a name may hold spaces and lines.
 */
export function foundBy(node: Node, state: State, { facts }: Analysis): readonly Value[] | undefined {
  if (node.kind !== "simple") return undefined;
  const [head, ...args] = node.words.flatMap((word) => valuesOf(word, state));
  if (head?.kind !== "text" || !/^(\/usr)?(\/bin\/)?find$/.test(head.text) || facts.functions.has("find"))
    return undefined;
  const texts = args.map((value) => (value.kind === "text" ? value.text : undefined));
  const start = texts.findIndex((text) => text !== undefined && /^[-(!,]/.test(text));
  const roots = start < 0 ? texts : texts.slice(0, start);
  const expression = start < 0 ? [] : texts.slice(start);
  if (!expression.includes("-print0")) return undefined;
  if (expression.some((text) => text === undefined || PRINTING.test(text))) return undefined;
  if (roots.includes(undefined)) return undefined;
  return (roots.length > 0 ? roots : ["."]).map((root) => ({ kind: "paths", base: `${root}/`, source: "" }));
}

/** Whether a command reads what the pipe before it brings. */
export const readsPipe = (node: Node): node is SimpleNode =>
  node.kind === "simple" && node.redirects.every(({ access }) => access === "write");
