interface SyntaxNode {
  /** The word of a declaration, such as `export`. */
  readonly Variant?: { readonly Value: string };
  /** What `time` measures. */
  readonly Stmt?: object | null;
  readonly Args?: readonly { Pos(): Position; End(): Position }[];
}

interface Position {
  Offset(): number;
}

interface Syntax {
  NewParser(...options: unknown[]): { Parse(text: string, name: string): SyntaxNode };
  Walk(node: SyntaxNode, visit: (node: SyntaxNode | null) => boolean): void;
  NodeType(node: SyntaxNode): string;
}

/** Another parser of bash, for a second opinion. It is slow to load. */
export async function mvdan(): Promise<{
  /** The first word of every simple command, as it is written, sorted; undefined when the text does not parse. */
  heads(text: string): readonly string[] | undefined;
}> {
  // @ts-expect-error the package has no types
  const module: { default: { syntax: Syntax } } = await import("mvdan-sh");
  const { syntax } = module.default;
  const parser = syntax.NewParser();
  return {
    heads(text) {
      const found: string[] = [];
      try {
        syntax.Walk(parser.Parse(text, "text"), (node) => {
          if (node !== null && syntax.NodeType(node) === "CallExpr") {
            const [first] = node.Args ?? [];
            if (first) found.push(sliceBytes(text, first.Pos().Offset(), first.End().Offset()));
          }
          if (node !== null && syntax.NodeType(node) === "DeclClause" && node.Variant)
            found.push(node.Variant.Value);
          if (node !== null && syntax.NodeType(node) === "LetClause") found.push("let");
          // With nothing to measure it is the program.
          if (node !== null && syntax.NodeType(node) === "TimeClause" && !node.Stmt) found.push("time");
          return true;
        });
      } catch {
        return undefined;
      }
      return found.sort();
    },
  };
}

const sliceBytes = (text: string, from: number, to: number): string =>
  Buffer.from(text).subarray(from, to).toString();
