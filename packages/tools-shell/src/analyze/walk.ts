import type { Analysis } from "./analysis.ts";
import { runSimple } from "./command.ts";
import { foundBy, readsPipe } from "./found-files.ts";
import { readNumber } from "./parse/read-arithmetic.ts";
import { redirectParts } from "./redirect.ts";
import { type State, union } from "./state.ts";
import type { Arithmetic, Node, Piece, Redirect, Word } from "./tree.ts";
import { isWhole, type Value, valuesOf } from "./values.ts";
import { walkList } from "./walk-list.ts";

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
      for (const [at, item] of node.items.entries()) {
        const aside = state.aside();
        const before = node.items[at - 1];
        if (before !== undefined)
          aside.piped = readsPipe(item) ? foundBy(before, state, analysis) : undefined;
        walk(item, aside, analysis);
      }
      return;
    case "group":
      redirect(node.redirects, analysis.line, { state, analysis });
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
      // Its calls come later, from wherever the shell is then.
      walkUnplaced(node.body, state, analysis);
      if (!analysis.facts.unsets) state.functions.add(node.name);
      return;
    case "arithmetic":
      evaluate(node.arithmetic, state, analysis);
      return;
    case "test":
      for (const word of node.words) visit(word, state, analysis);
      for (const word of node.numbers) evaluate(readNumber(word), state, analysis);
      return;
    case "unclear":
      analysis.report.opaque(analysis.line, node.reason);
      return;
  }
}

/** Parts that run or not, in any order, any number of times. */
function walkMaybe(parts: readonly Node[], state: State, analysis: Analysis): void {
  state.exports ||= analysis.facts.exports;
  const branch = state.aside();
  const before = branch.cwds;
  for (const part of parts) {
    const known = branch.snapshot();
    walk(part, branch, analysis);
    branch.forgetSince(known);
    branch.cwds = union(before, branch.cwds);
  }
  if (branch.cwds !== undefined && branch.cwds.length === before?.length) return;
  // It changes the directory, and may do so again.
  state.cwds = undefined;
  for (const part of parts) walk(part, state.aside(), analysis);
}

/** Goes through what runs later, or several times: in any directory, where anything changes it. */
function walkUnplaced(node: Node, state: State, analysis: Analysis): void {
  const later = state.aside();
  if (analysis.facts.moves) later.cwds = undefined;
  later.hasArguments = true;
  later.piped = undefined;
  later.exports ||= analysis.facts.exports;
  walk(node, later, analysis);
}

function walkLoop(
  { variable, words, body }: Extract<Node, { kind: "loop" }>,
  state: State,
  analysis: Analysis,
): void {
  for (const word of words) visit(word, state, analysis);
  const values = words.flatMap((word) => valuesOf(word, state));
  const base = commonBase(values);
  const inside = state.aside();
  if (base !== undefined) inside.setPaths(variable, { base, isWhole: values.every(isWhole) });
  walkMaybe([body], inside, analysis);
  state.cwds = inside.cwds;
  state.exports = inside.exports;
}

/** The longest beginning all the values share, when all that differs stays below it. */
function commonBase(values: readonly Value[]): string | undefined {
  const [only, ...others] = values;
  if (only?.kind === "paths" && others.length === 0) return only.base;
  const texts = values.flatMap((value) => (value.kind === "text" ? value.text : []));
  const [first] = texts;
  if (first === undefined || texts.length < values.length) return undefined;
  if (texts.some((text) => /^[-~]|\.\.|^$/.test(text))) return undefined;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1;
  if (length > 0) return first.slice(0, length);
  return texts.some((text) => text.startsWith("/")) ? undefined : "./";
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
    case "glob":
    case "braces":
      for (const one of piece.inner) visitPiece(one, state, analysis);
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
