import { pointerTo } from "./json-pointer.ts";

const MAX_DEPTH = 256;
const SHOWN = 80;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

/** One open object or array. Most objects are small, so the set is made with the second key. */
interface Frame {
  readonly isArray: boolean;
  /** The key or index being read. */
  at: string | number;
  first: string | undefined;
  keys: Set<string> | undefined;
}

/**
 * Reads JSON that must mean the same to everybody who reads it: besides everything `JSON.parse` refuses, it refuses
 * a key that appears twice in one object (keys are compared after unescaping), a key `__proto__`, and nesting deeper
 * than 256. Takes time linear in the length of the text.
 * @returns the value, or one lowercase sentence that says what is wrong and where.
 */
export function readJsonStrictly(text: string): { value: unknown } | { problem: string } {
  const problem = scan(text);
  if (problem !== undefined) return { problem };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { problem: syntaxProblem(text, cause) };
  }
}

/** Looks only at keys and depth; on text that is not JSON it may see anything, and `JSON.parse` then refuses it. */
function scan(text: string): string | undefined {
  const stack: Frame[] = [];
  let top: Frame | undefined;
  let atKey = false;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i);
        if (end === -1) return undefined;
        if (atKey && top !== undefined) {
          const problem = enterKey(text.slice(i, end + 1), top, stack);
          if (problem !== undefined) return problem;
          atKey = false;
        }
        i = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        if (stack.length >= MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels (position ${i})`;
        const isArray = text.charCodeAt(i) === OPEN_BRACKET;
        top = { isArray, at: isArray ? 0 : "", first: undefined, keys: undefined };
        stack.push(top);
        atKey = !isArray;
        break;
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        stack.pop();
        top = stack.at(-1);
        atKey = false;
        break;
      case COMMA:
        if (top?.isArray) top.at = (top.at as number) + 1;
        else atKey = top !== undefined;
        break;
    }
  }
  return undefined;
}

/** Index of the closing quote, or -1. Every run of backslashes is looked at once, so this stays linear. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

function enterKey(quoted: string, frame: Frame, stack: readonly Frame[]): string | undefined {
  const key = unescaped(quoted);
  if (key === undefined) return undefined;
  if (key === "__proto__") return `the key \`__proto__\`${whereIn(stack)} is not accepted`;
  if (frame.keys === undefined) {
    if (frame.first === key) return `the key ${shown(key)} appears twice${whereIn(stack)}`;
    if (frame.first === undefined) frame.first = key;
    else frame.keys = new Set([frame.first, key]);
  } else {
    if (frame.keys.has(key)) return `the key ${shown(key)} appears twice${whereIn(stack)}`;
    frame.keys.add(key);
  }
  frame.at = key;
  return undefined;
}

function unescaped(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

/** The place of the innermost open object as a JSON pointer; nothing for the outermost one. */
function whereIn(stack: readonly Frame[]): string {
  const outer = stack.slice(0, -1);
  if (outer.length === 0) return "";
  const pointer = outer.map(({ at }) => pointerTo("", at));
  return ` in ${shown(pointer.join(""))}`;
}

function shown(text: string): string {
  const clipped = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `\`${JSON.stringify(clipped).slice(1, -1)}\``;
}

/** Words of our own, because the engine's message quotes the text, which may be long. */
function syntaxProblem(text: string, cause: unknown): string {
  if (text.trim() === "") return "it is empty";
  const message = cause instanceof Error ? cause.message : "";
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (position >= text.length || message.includes("end of JSON input")) {
    return `it is not complete JSON: it ends at position ${text.length}`;
  }
  if (Number.isNaN(position)) {
    const token = /token '(.)'/su.exec(message)?.[1];
    return token === undefined ? "it is not JSON" : `it is not JSON: unexpected ${shown(token)}`;
  }
  const found = String.fromCodePoint(text.codePointAt(position) ?? 0);
  return `it is not JSON: unexpected ${shown(found)} at position ${position}`;
}
