import { type CompoundList, type ParsedScript, parse, type Statement } from "unbash";
import type { ListItem, Node } from "../tree.ts";
import { readArithmetic } from "./read-arithmetic.ts";
import { readRedirect } from "./read-redirect.ts";
import { readSimple } from "./read-simple.ts";
import { readTest } from "./read-test.ts";
import { readPiece, readWord } from "./read-word.ts";
import { type Reader, unclearNode } from "./reader.ts";

/**
 * Reads a command with the grammar of bash. What does not parse, and every construct that has no place in the tree,
 * becomes `unclear` where it stands; the rest is read all the same.
 */
export function parseBash(text: string): Node {
  return readScript(parse(text), text);
}

function readScript(script: ParsedScript | undefined, source: string): Node {
  if (script === undefined) return unclearNode("a part of it does not parse");
  const reader = readerOf(script.source ?? source);
  const items = readList(script.commands, reader);
  const [error] = script.errors ?? [];
  if (error !== undefined) items.push(item(unclearNode(`it does not parse: ${error.message}`)));
  return { kind: "list", items };
}

function readerOf(source: string): Reader {
  const reader: Reader = {
    source,
    script: (script) => readScript(script, source),
    word: (word) => readWord(word, reader),
    piece: (part, isQuoted) => readPiece(part, isQuoted, reader),
    arithmetic: (expression) => readArithmetic(expression, reader),
  };
  return reader;
}

const item = (node: Node, after: ListItem["after"] = "always", isBackground = false): ListItem => ({
  node,
  after,
  isBackground,
});

function readList(statements: readonly Statement[], reader: Reader): ListItem[] {
  return statements.flatMap(({ command, background }) => {
    const isBackground = background === true;
    if (command.type !== "AndOr") return item(readCommand(command, reader), "always", isBackground);
    const { commands, operators } = command;
    return commands.map((one, at) => {
      const operator = operators[at - 1];
      const after = operator === undefined ? "always" : operator === "&&" ? "and" : "or";
      return item(readCommand(one, reader), after, isBackground);
    });
  });
}

const readBody = (list: CompoundList, reader: Reader): Node => ({
  kind: "list",
  items: readList(list.commands, reader),
});

type AnyCommand = Exclude<Statement["command"], { type: "AndOr" }> | CompoundList;

function readCommand(node: AnyCommand, reader: Reader): Node {
  switch (node.type) {
    case "Command":
      return readSimple(node, reader);
    case "Pipeline":
      return readPipeline(node, reader);
    case "CompoundList":
      return readBody(node, reader);
    case "Redirected": {
      const redirects = node.redirects.map((one) => readRedirect(one, reader));
      return { kind: "group", body: readCommand(node.command, reader), isSubshell: false, redirects };
    }
    case "Subshell":
    case "BraceGroup": {
      const isSubshell = node.type === "Subshell";
      return { kind: "group", body: readBody(node.body, reader), isSubshell, redirects: [] };
    }
    case "Function":
      return { kind: "function", name: node.name.value, body: readCommand(node.body, reader) };
    case "Coproc":
      return readCoproc(node, reader);
    case "ArithmeticCommand":
      return { kind: "arithmetic", arithmetic: reader.arithmetic(node.expression) };
    case "TestCommand":
      return readTest(node.expression, reader);
    default:
      return readFlow(node, reader);
  }
}

/**
 * `time` and `!` stand before one command as before several; only several run aside. After `! cd x &&` the `cd` failed:
 * a list of its own counts on nothing.
 */
function readPipeline(
  { commands, prefixes }: Extract<AnyCommand, { type: "Pipeline" }>,
  reader: Reader,
): Node {
  const items = commands.map((one) => readCommand(one, reader));
  const [only] = items;
  if (only === undefined || items.length > 1) return { kind: "pipeline", items };
  return prefixes.some(({ type }) => type === "Negation") ? { kind: "list", items: [item(only)] } : only;
}

/** It runs aside, and sets a variable to the numbers of its pipes. */
function readCoproc({ name, body }: Extract<AnyCommand, { type: "Coproc" }>, reader: Reader): Node {
  const assigned = [name?.value ?? "COPROC"];
  const numbers: Node = { kind: "arithmetic", arithmetic: { names: [], assigned, pieces: [] } };
  const group: Node = { kind: "group", body: readCommand(body, reader), isSubshell: true, redirects: [] };
  return { kind: "list", items: [item(numbers), item(group)] };
}

function readFlow(
  node: Extract<AnyCommand, { type: "If" | "For" | "ArithmeticFor" | "Select" | "While" | "Case" }>,
  reader: Reader,
): Node {
  switch (node.type) {
    case "If": {
      const pairs = [node, ...node.elif].flatMap(({ clause, then }) => [clause, then]);
      const parts = [...pairs, ...(node.else ? [node.else] : [])].map((one) => readBody(one, reader));
      return { kind: "maybe", parts, words: [] };
    }
    case "While":
      return {
        kind: "maybe",
        parts: [readBody(node.clause, reader), readBody(node.body, reader)],
        words: [],
      };
    case "For":
    case "Select":
      return {
        kind: "loop",
        variable: node.type === "For" ? node.name.value : "",
        words: (node.wordlist ?? []).map((word) => reader.word(word)),
        body: readBody(node.body, reader),
      };
    case "ArithmeticFor": {
      const heads = [node.initialize, node.test, node.update].filter((one) => one !== undefined);
      const parts = heads.map((one): Node => ({ kind: "arithmetic", arithmetic: reader.arithmetic(one) }));
      return { kind: "maybe", parts: [...parts, readBody(node.body, reader)], words: [] };
    }
    case "Case": {
      const patterns = node.items.flatMap(({ pattern }) => pattern);
      return {
        kind: "maybe",
        parts: node.items.map(({ body }) => readBody(body, reader)),
        words: [node.word, ...patterns].map((word) => reader.word(word)),
      };
    }
    default:
      return unclearNode("it has a construct nobody here knows");
  }
}
