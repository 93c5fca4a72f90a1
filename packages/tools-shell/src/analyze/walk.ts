import type { Analysis } from "./analysis.ts";
import { runSimple } from "./command.ts";
import { redirectParts } from "./redirect.ts";
import { type State, union } from "./state.ts";
import type { Arithmetic, ListItem, Node, Piece, Redirect, Word } from "./tree.ts";
import { valuesOf } from "./values.ts";

/** Goes through everything that may run, in the order it would, and reports it. */
export function walk(node: Node, state: State, analysis: Analysis): void {
  if (!analysis.spend()) return;
  switch (node.kind) {
    case "simple":
      for (const word of node.words) visit(word, state, analysis);
      for (const { values, index } of node.assignments) {
        for (const word of values) visit(word, state, analysis);
        if (index) evaluate(indexOf(index), state, analysis);
      }
      redirect(node.redirects, node.source, { state, analysis });
      runSimple(node, state, analysis);
      return;
    case "list":
      walkList(node.items, state, analysis);
      return;
    case "pipeline":
      for (const item of node.items) walk(item, state.aside(), analysis);
      return;
    case "group":
      redirect(node.redirects, "{ … }", { state, analysis });
      walk(node.body, node.isSubshell ? state.aside() : state, analysis);
      return;
    case "maybe":
      for (const word of node.words) visit(word, state, analysis);
      walkMaybe(node.parts, state, analysis);
      return;
    case "loop":
      walkLoop(node, state, analysis);
      return;
    case "function":
      state.functions.add(node.name);
      walkUnplaced(node.body, state, analysis);
      return;
    case "arithmetic":
      evaluate(node.arithmetic, state, analysis);
      return;
    case "test":
      for (const word of node.words) visit(word, state, analysis);
      for (const word of node.numbers) evaluate(analysis.numberOf(word), state, analysis);
      return;
    case "unclear":
      analysis.report.opaque(analysis.line, node.reason);
      return;
  }
}

function walkList(items: readonly ListItem[], state: State, analysis: Analysis): void {
  for (const [at, { node, isBackground }] of items.entries()) {
    const before = state.cwds;
    walk(node, isBackground ? state.aside() : state, analysis);
    // A `cd` may have failed, unless what follows runs only when it has not.
    if (items[at + 1]?.after !== "and") state.cwds = union(before, state.cwds);
  }
}

/** Parts that run or not, in any order, any number of times. */
function walkMaybe(parts: readonly Node[], state: State, analysis: Analysis): void {
  const branch = state.aside();
  const before = branch.cwds;
  for (const part of parts) {
    walk(part, branch, analysis);
    branch.cwds = union(before, branch.cwds);
  }
  if (branch.cwds === before || (branch.cwds?.length ?? 0) === (before?.length ?? 0)) return;
  // It changes the directory, and may do so again.
  state.cwds = undefined;
  walkUnplaced(
    { kind: "list", items: parts.map((node) => ({ node, after: "always", isBackground: false })) },
    state,
    analysis,
  );
}

function walkUnplaced(node: Node, state: State, analysis: Analysis): void {
  const unplaced = state.aside();
  unplaced.cwds = undefined;
  const placed = state.aside();
  walk(node, analysis.changesDirectory(node) ? unplaced : placed, analysis);
}

function walkLoop(
  { variable, words, body }: Extract<Node, { kind: "loop" }>,
  state: State,
  analysis: Analysis,
): void {
  for (const word of words) visit(word, state, analysis);
  const values = words.flatMap((word) => valuesOf(word, state));
  const [only] = values;
  const inside = state.aside();
  if (values.length === 1 && only?.kind === "paths") inside.setPaths(variable, only.base);
  walkMaybe([body], inside, analysis);
  state.cwds = inside.cwds;
}

/** Runs what is inside a word: substitutions and arithmetic. */
function visit(word: Word, state: State, analysis: Analysis): void {
  for (const piece of word.pieces) visitPiece(piece, state, analysis);
}

function visitPiece(piece: Piece, state: State, analysis: Analysis): void {
  switch (piece.kind) {
    case "script":
    case "process":
      walk(piece.script, state.aside(), analysis);
      return;
    case "arithmetic":
      evaluate(piece.arithmetic, state, analysis);
      return;
    case "variable":
      for (const word of piece.words) visit(word, state, analysis);
      for (const one of piece.arithmetic) evaluate(one, state, analysis);
      return;
    case "unclear":
      analysis.report.opaque(analysis.line, piece.reason);
      return;
    default:
      return;
  }
}

/** Arithmetic evaluates names until it meets numbers, and a subscript on the way runs commands. */
function evaluate({ names, pieces, unclear }: Arithmetic, state: State, analysis: Analysis): void {
  for (const piece of pieces) {
    visitPiece(piece, state, analysis);
    if (piece.kind === "variable" && !analysis.facts.isNumber(piece.name))
      analysis.report.opaque(
        analysis.line,
        `it evaluates what is in \`${piece.name || "a text"}\` as arithmetic`,
      );
    if (piece.kind === "script")
      analysis.report.opaque(analysis.line, "it evaluates what a command prints as arithmetic");
  }
  if (unclear !== undefined) analysis.report.opaque(analysis.line, unclear);
  const unknown = names.find((name) => !analysis.facts.isNumber(name));
  if (unknown !== undefined)
    analysis.report.opaque(analysis.line, `it evaluates what is in \`${unknown}\` as arithmetic`);
}

const indexOf = ({ pieces }: Word): Arithmetic => ({
  names: [],
  assigned: [],
  pieces,
  unclear: "it assigns to a subscript",
});

function redirect(
  redirects: readonly Redirect[],
  source: string,
  { state, analysis }: { readonly state: State; readonly analysis: Analysis },
): void {
  for (const one of redirects) {
    for (const word of [one.target, one.body]) if (word) visit(word, state, analysis);
    analysis.report.own(redirectParts(one, state), source);
  }
}
