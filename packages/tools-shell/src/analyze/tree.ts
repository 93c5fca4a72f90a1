/** What a shell command is, as far as the analysis tells it apart. Whatever has no place here is `unclear`. */
export type Node =
  | SimpleNode
  /** One after the other; `and` and `or` say whether the next runs depends on the one before. */
  | { readonly kind: "list"; readonly items: readonly ListItem[] }
  | { readonly kind: "pipeline"; readonly items: readonly Node[] }
  /** Something with a body and its own redirections: `{ …; }`, `( … )`. */
  | {
      readonly kind: "group";
      readonly body: Node;
      readonly isSubshell: boolean;
      readonly redirects: readonly Redirect[];
    }
  /** Parts that may run or not, or several times. `words` are expanded on the way. */
  | { readonly kind: "maybe"; readonly parts: readonly Node[]; readonly words: readonly Word[] }
  | { readonly kind: "loop"; readonly variable: string; readonly words: readonly Word[]; readonly body: Node }
  | { readonly kind: "function"; readonly name: string; readonly body: Node }
  | { readonly kind: "arithmetic"; readonly arithmetic: Arithmetic }
  /** `[[ … ]]`: words, and those that are evaluated as arithmetic. */
  | { readonly kind: "test"; readonly words: readonly Word[]; readonly numbers: readonly Word[] }
  | { readonly kind: "unclear"; readonly reason: string };

export interface ListItem {
  readonly node: Node;
  readonly after: "always" | "and" | "or";
  readonly isBackground: boolean;
}

/** Words with the assignments and redirections around them. */
export interface SimpleNode {
  readonly kind: "simple";
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** As it is written. */
  readonly source: string;
}

export interface Assignment {
  readonly name: string;
  readonly values: readonly Word[];
  /** Subscript, which is evaluated as arithmetic. */
  readonly index?: Word;
  /** `a=x`, not `a+=x`, `a[i]=x` or `a=(x y)`. */
  readonly isPlain: boolean;
}

export interface Redirect {
  /** `input` for here-documents and here-strings. */
  readonly access: "read" | "write" | "both" | "input" | "duplicate";
  /** Undefined for a here-document. */
  readonly target?: Word;
  /** Text of a here-document, with its expansions. */
  readonly body?: Word;
  /** Gets the number of the descriptor: `{fd}> file`. */
  readonly variable?: string;
}

export interface Word {
  /** As it is written. */
  readonly source: string;
  readonly pieces: readonly Piece[];
}

export type Piece =
  | { readonly kind: "literal"; readonly value: string }
  | { readonly kind: "home" }
  /** A pattern for names of files; `inner` is what is expanded in it. */
  | { readonly kind: "glob"; readonly inner: readonly Piece[] }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly isQuoted: boolean;
      /** It becomes as many words as there are elements, even in quotes: `"$@"`, `"${a[@]}"`. */
      readonly isList?: true;
      /** Words of an operation on it, such as the default in `${a:-b}`. */
      readonly words: readonly Word[];
      /** The value is the variable's, and nothing else. */
      readonly isPlain: boolean;
      /** It gives the variable a value: `${a:=b}`. */
      readonly assigns?: true;
      readonly arithmetic: readonly Arithmetic[];
    }
  | { readonly kind: "script"; readonly script: Node }
  | { readonly kind: "process"; readonly script: Node }
  | { readonly kind: "arithmetic"; readonly arithmetic: Arithmetic }
  | { readonly kind: "braces"; readonly source: string; readonly inner: readonly Piece[] }
  | { readonly kind: "unclear"; readonly reason: string };

/** An arithmetic expression: its names are evaluated in turn, and so is what is in them. */
export interface Arithmetic {
  readonly names: readonly string[];
  /** Names that are assigned to. */
  readonly assigned: readonly string[];
  readonly pieces: readonly Piece[];
  readonly unclear?: string;
}
