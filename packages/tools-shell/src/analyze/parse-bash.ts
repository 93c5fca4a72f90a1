import {
  type Command,
  type CompoundList,
  type HereDoc,
  type HereString,
  type ArithmeticExpression as ParsedArithmetic,
  type Assignment as ParsedAssignment,
  type Redirect as ParsedRedirect,
  type ParsedScript,
  type Word as ParsedWord,
  parse,
  type Statement,
  type TestExpression,
  type WordPart,
} from "unbash";
import type { Arithmetic, Assignment, ListItem, Node, Piece, Redirect, Word } from "./tree.ts";

/**
 * Reads a command with the grammar of bash. What does not parse, and every construct that has no place in the tree,
 * becomes `unclear` where it stands; the rest is read all the same.
 */
export function parseBash(text: string): Node {
  return scriptOf(parse(text), text);
}

function scriptOf(script: ParsedScript | undefined, source: string): Node {
  if (script === undefined) return unclear("a part of it does not parse");
  const text = script.source ?? source;
  const items = listOf(script.commands, text);
  const [error] = script.errors ?? [];
  if (error !== undefined) items.push(item(unclear(`it does not parse: ${error.message}`)));
  return { kind: "list", items };
}

const unclear = (reason: string): Node => ({ kind: "unclear", reason });
const item = (node: Node, after: ListItem["after"] = "always", isBackground = false): ListItem => ({
  node,
  after,
  isBackground,
});

function listOf(statements: readonly Statement[], source: string): ListItem[] {
  return statements.flatMap(({ command, background }) => {
    const isBackground = background === true;
    if (command.type !== "AndOr") return item(commandOf(command, source), "always", isBackground);
    const { commands, operators } = command;
    return commands.map((one, at) => {
      const operator = operators[at - 1];
      const after = operator === undefined ? "always" : operator === "&&" ? "and" : "or";
      return item(commandOf(one, source), after, isBackground);
    });
  });
}

const bodyOf = (list: CompoundList, source: string): Node => ({
  kind: "list",
  items: listOf(list.commands, source),
});

type AnyCommand = Exclude<Statement["command"], { type: "AndOr" }> | CompoundList;

function commandOf(node: AnyCommand, source: string): Node {
  switch (node.type) {
    case "Command":
      return simpleOf(node, source);
    case "Pipeline":
      return { kind: "pipeline", items: node.commands.map((one) => commandOf(one, source)) };
    case "CompoundList":
      return bodyOf(node, source);
    case "Redirected": {
      const redirects = node.redirects.map((one) => redirectOf(one, source));
      return { kind: "group", body: commandOf(node.command, source), isSubshell: false, redirects };
    }
    case "Subshell":
    case "BraceGroup": {
      const isSubshell = node.type === "Subshell";
      return { kind: "group", body: bodyOf(node.body, source), isSubshell, redirects: [] };
    }
    case "Function":
      return { kind: "function", name: node.name.value, body: commandOf(node.body, source) };
    case "Coproc":
      return { kind: "group", body: commandOf(node.body, source), isSubshell: true, redirects: [] };
    case "ArithmeticCommand":
      return { kind: "arithmetic", arithmetic: arithmeticOf(node.expression, source) };
    case "TestCommand":
      return testOf(node.expression, source);
    default:
      return flowOf(node, source);
  }
}

function flowOf(
  node: Extract<AnyCommand, { type: "If" | "For" | "ArithmeticFor" | "Select" | "While" | "Case" }>,
  source: string,
): Node {
  switch (node.type) {
    case "If": {
      const pairs = [node, ...node.elif].flatMap(({ clause, then }) => [clause, then]);
      const parts = [...pairs, ...(node.else ? [node.else] : [])].map((one) => bodyOf(one, source));
      return { kind: "maybe", parts, words: [] };
    }
    case "While":
      return { kind: "maybe", parts: [bodyOf(node.clause, source), bodyOf(node.body, source)], words: [] };
    case "For":
    case "Select":
      return {
        kind: "loop",
        variable: node.type === "For" ? node.name.value : "",
        words: (node.wordlist ?? []).map((word) => wordOf(word, source)),
        body: bodyOf(node.body, source),
      };
    case "ArithmeticFor": {
      const heads = [node.initialize, node.test, node.update].filter((one) => one !== undefined);
      const parts = heads.map((one): Node => ({ kind: "arithmetic", arithmetic: arithmeticOf(one, source) }));
      return { kind: "maybe", parts: [...parts, bodyOf(node.body, source)], words: [] };
    }
    case "Case": {
      const patterns = node.items.flatMap(({ pattern }) => pattern);
      return {
        kind: "maybe",
        parts: node.items.map(({ body }) => bodyOf(body, source)),
        words: [node.word, ...patterns].map((word) => wordOf(word, source)),
      };
    }
    default:
      return unclear("it has a construct nobody here knows");
  }
}

function simpleOf(command: Command, source: string): Node {
  const assignments: Assignment[] = [];
  const words: Word[] = command.name ? [wordOf(command.name, source)] : [];
  for (const one of command.prefix)
    if (one.type === "Assignment") assignments.push(assignmentOf(one, source));
  for (const one of command.args) {
    words.push(
      one.type === "Assignment"
        ? {
            source: one.text,
            pieces: [{ kind: "literal", value: `${one.name}=` }, ...assignedPieces(one, source)],
          }
        : wordOf(one, source),
    );
  }
  const redirects = command.redirects.map((one) => redirectOf(one, source));
  return { kind: "simple", words, assignments, redirects, source: source.slice(command.pos, command.end) };
}

function assignedPieces({ value, index }: ParsedAssignment, source: string): readonly Piece[] {
  const words = value.type === "ArrayValue" ? value.elements : [value];
  const pieces = words.flatMap((word) => wordOf(word, source).pieces);
  return index
    ? [...pieces, ...wordOf(index, source).pieces, unknownPiece("it assigns to a subscript")]
    : pieces;
}

const unknownPiece = (reason: string): Piece => ({ kind: "unclear", reason });

function assignmentOf({ name, value, append, index }: ParsedAssignment, source: string): Assignment {
  const isList = value.type === "ArrayValue";
  return {
    name,
    values: (isList ? value.elements : [value]).map((word) => wordOf(word, source)),
    isPlain: !isList && append !== true && index === undefined,
    ...(index && { index: wordOf(index, source) }),
  };
}

const ACCESS: Readonly<Record<string, Redirect["access"]>> = {
  "<": "read",
  ">": "write",
  ">>": "write",
  ">|": "write",
  "&>": "write",
  "&>>": "write",
  "<>": "both",
  "<&": "duplicate",
  ">&": "duplicate",
};

function redirectOf(redirect: ParsedRedirect | HereString | HereDoc, source: string): Redirect {
  if (redirect.type === "HereDoc") {
    const { parts, text } = redirect.body;
    const pieces = parts?.map((part) => pieceOf(part, { source, isQuoted: true })) ?? [literal(text)];
    return { access: "input", body: { source: text, pieces } };
  }
  const target = redirect.target && wordOf(redirect.target, source);
  if (redirect.type === "HereString") return { access: "input", ...(target && { body: target }) };
  return { access: ACCESS[redirect.operator] ?? "both", ...(target && { target }) };
}

const literal = (value: string): Piece => ({ kind: "literal", value });

function wordOf(word: ParsedWord, source: string): Word {
  const pieces = word.parts?.map((part) => pieceOf(part, { source, isQuoted: false })) ?? [
    literal(word.value),
  ];
  const [first] = pieces;
  if (word.text.startsWith("~") && first?.kind === "literal") {
    const [, rest] = /^~($|\/.*)/s.exec(first.value) ?? [];
    const home: readonly Piece[] =
      rest === undefined
        ? [unknownPiece("it names the home of another user")]
        : [{ kind: "home" }, literal(rest)];
    return { source: word.text, pieces: [...home, ...pieces.slice(1)] };
  }
  return { source: word.text, pieces };
}

interface Place {
  readonly source: string;
  readonly isQuoted: boolean;
}

function pieceOf(part: WordPart, place: Place): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return literal(part.value);
    case "Glob":
    case "ExtendedGlob":
      return { kind: "glob", source: part.text };
    case "BraceExpansion":
      return { kind: "braces", source: part.text };
    case "CommandExpansion":
      return { kind: "script", script: scriptOf(part.script, place.source) };
    case "ProcessSubstitution":
      return { kind: "process", script: scriptOf(part.script, place.source) };
    case "ArithmeticExpansion":
      return { kind: "arithmetic", arithmetic: arithmeticOf(part.expression, place.source) };
    case "SimpleExpansion":
      return variable(part.text.slice(1), place);
    case "ParameterExpansion":
      return parameterOf(part, place);
    case "DoubleQuoted":
    case "LocaleString":
      return quotedOf(part, place);
    default:
      return unknownPiece("it has an expansion nobody here knows");
  }
}

function quotedOf(part: Extract<WordPart, { type: "DoubleQuoted" | "LocaleString" }>, place: Place): Piece {
  const inner = {
    source: part.text,
    pieces: part.parts.map((one) => pieceOf(one, { ...place, isQuoted: true })),
  };
  const [only] = inner.pieces;
  if (inner.pieces.length === 1 && only !== undefined) return only;
  if (inner.pieces.every(({ kind }) => kind === "literal")) {
    return literal(inner.pieces.map((one) => (one.kind === "literal" ? one.value : "")).join(""));
  }
  // A word in a word: what it holds is known when all of it is.
  return { kind: "variable", name: "", isQuoted: true, words: [inner], isPlain: true, arithmetic: [] };
}

const variable = (name: string, { isQuoted }: Place): Piece => ({
  kind: "variable",
  name,
  isQuoted,
  words: [],
  isPlain: true,
  arithmetic: [],
});

function parameterOf(part: Extract<WordPart, { type: "ParameterExpansion" }>, place: Place): Piece {
  const { parameter, prefix, index, operation } = part;
  if (prefix === "!") return unknownPiece("it expands a variable whose name is in another");
  if (operation?.type === "Unknown") return unknownPiece("it has an operation nobody here knows");
  if (operation?.type === "Transform" && !/^[QEKkaALuU]$/.test(operation.operand.value))
    return unknownPiece("it runs what is in a variable (`@P`)");
  const words = (
    operation === undefined
      ? []
      : operation.type === "Replace"
        ? [operation.pattern, operation.replacement]
        : "operand" in operation && operation.operand
          ? [operation.operand]
          : []
  ).map((word) => wordOf(word, place.source));
  const numbers = [
    ...(index && !/^[@*]$/.test(index.value) ? [index] : []),
    ...(operation?.type === "Slice"
      ? [operation.offset, ...(operation.length ? [operation.length] : [])]
      : []),
  ];
  return {
    kind: "variable",
    name: parameter,
    isQuoted: place.isQuoted,
    words,
    isPlain: prefix === undefined && index === undefined && operation === undefined,
    arithmetic: numbers.map((word) => numberOf(wordOf(word, place.source))),
  };
}

/** A word that is evaluated as arithmetic. */
export function numberOf({ pieces, source }: Word): Arithmetic {
  const text = pieces.map((piece) => (piece.kind === "literal" ? piece.value : " ")).join("");
  if (/[[\]]/.test(text))
    return { names: [], assigned: [], pieces, unclear: `\`${source}\` has a subscript` };
  const names = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return { names, assigned: /[^=!<>]=[^=]|\+\+|--/.test(text) ? names : [], pieces };
}

const ASSIGNING = /^([-+*/%&|^]|<<|>>)?=$/;

function arithmeticOf(expression: ParsedArithmetic | undefined, source: string): Arithmetic {
  if (expression === undefined)
    return { names: [], assigned: [], pieces: [], unclear: "it has arithmetic that does not parse" };
  switch (expression.type) {
    case "ArithmeticWord": {
      const { value, parts } = expression;
      const pieces = parts?.map((part) => pieceOf(part, { source, isQuoted: true })) ?? [literal(value)];
      return numberOf({ source: value, pieces });
    }
    case "ArithmeticCommandExpansion": {
      const script = scriptOf(expression.script, source);
      return {
        names: [],
        assigned: [],
        pieces: [{ kind: "script", script }],
        unclear: "it evaluates what a command prints",
      };
    }
    case "ArithmeticGroup":
      return arithmeticOf(expression.expression, source);
    case "ArithmeticUnary": {
      const operand = arithmeticOf(expression.operand, source);
      return /^(\+\+|--)$/.test(expression.operator) ? { ...operand, assigned: operand.names } : operand;
    }
    case "ArithmeticBinary": {
      const [left, right] = [arithmeticOf(expression.left, source), arithmeticOf(expression.right, source)];
      const assigned = ASSIGNING.test(expression.operator) ? left.names : left.assigned;
      return join([{ ...left, assigned }, right]);
    }
    case "ArithmeticTernary":
      return join(
        [expression.test, expression.consequent, expression.alternate].map((one) =>
          arithmeticOf(one, source),
        ),
      );
  }
}

function join(parts: readonly Arithmetic[]): Arithmetic {
  const reason = parts.find(({ unclear: why }) => why !== undefined)?.unclear;
  return {
    names: parts.flatMap(({ names }) => names),
    assigned: parts.flatMap(({ assigned }) => assigned),
    pieces: parts.flatMap(({ pieces }) => pieces),
    ...(reason !== undefined && { unclear: reason }),
  };
}

const NUMERIC = /^-(eq|ne|lt|le|gt|ge)$/;

function testOf(expression: TestExpression, source: string): Node {
  const words: Word[] = [];
  const numbers: Word[] = [];
  const rest: TestExpression[] = [expression];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    switch (next.type) {
      case "TestUnary":
        // `-v` and `-R` evaluate a subscript in their operand.
        (/^-[vR]$/.test(next.operator) ? numbers : words).push(wordOf(next.operand, source));
        break;
      case "TestBinary":
        (NUMERIC.test(next.operator) ? numbers : words).push(
          wordOf(next.left, source),
          wordOf(next.right, source),
        );
        break;
      case "TestLogical":
        rest.push(...next.operands);
        break;
      case "TestNot":
        rest.push(next.operand);
        break;
      case "TestGroup":
        rest.push(next.expression);
        break;
      default:
        return unclear("it has a test nobody here knows");
    }
  }
  return { kind: "test", words, numbers };
}
