import type { Arithmetic, Node, Piece, Redirect, SimpleNode, Word } from "./tree.ts";

/** What is told of everything in a tree, in no order. */
export interface Visitor {
  simple?(node: SimpleNode): void;
  loop?(node: Extract<Node, { kind: "loop" }>): void;
  function?(node: Extract<Node, { kind: "function" }>): void;
  redirect?(redirect: Redirect): void;
  variable?(piece: Extract<Piece, { kind: "variable" }>): void;
  arithmetic?(arithmetic: Arithmetic): void;
  unclear?(): void;
}

/** Goes through a whole tree, what is inside of words included, without recursion. */
export function visitTree(root: Node, visitor: Visitor): void {
  const nodes: Node[] = [root];
  const pieces: Piece[] = [];
  const words = (...list: readonly (Word | undefined)[]): void => {
    for (const word of list) if (word !== undefined) pieces.push(...word.pieces);
  };
  const arithmetic = (one: Arithmetic): void => {
    visitor.arithmetic?.(one);
    pieces.push(...one.pieces);
  };
  const redirects = (list: readonly Redirect[]): void => {
    for (const one of list) {
      visitor.redirect?.(one);
      words(one.target, one.body);
    }
  };
  while (nodes.length + pieces.length > 0) {
    const piece = pieces.pop();
    if (piece !== undefined) visitPiece(piece);
    else visitNode(nodes.pop() as Node);
  }

  function visitPiece(piece: Piece): void {
    if (piece.kind === "script" || piece.kind === "process") nodes.push(piece.script);
    if (piece.kind === "glob" || piece.kind === "braces") pieces.push(...piece.inner);
    if (piece.kind === "arithmetic") arithmetic(piece.arithmetic);
    if (piece.kind !== "variable") return;
    visitor.variable?.(piece);
    words(...piece.words);
    for (const one of piece.arithmetic) arithmetic(one);
  }

  function visitNode(node: Node): void {
    switch (node.kind) {
      case "simple":
        visitor.simple?.(node);
        words(...node.words, ...node.assignments.flatMap(({ values, index }) => [...values, index]));
        redirects(node.redirects);
        return;
      case "list":
        nodes.push(...node.items.map((item) => item.node));
        return;
      case "pipeline":
        nodes.push(...node.items);
        return;
      case "group":
        nodes.push(node.body);
        redirects(node.redirects);
        return;
      case "maybe":
        nodes.push(...node.parts);
        words(...node.words);
        return;
      case "loop":
        visitor.loop?.(node);
        nodes.push(node.body);
        words(...node.words);
        return;
      case "function":
        visitor.function?.(node);
        nodes.push(node.body);
        return;
      case "arithmetic":
        arithmetic(node.arithmetic);
        return;
      case "test":
        words(...node.words, ...node.numbers);
        return;
      case "unclear":
        visitor.unclear?.();
        return;
    }
  }
}
