import type { KeyPath, LocatedValue, TextPlace } from "./located-value.ts";
import { placeAt, TextProblem } from "./located-value.ts";
import { quoted } from "./quoted.ts";

const MAX_DEPTH = 100;
const LONGEST_NUMBER = 400;

/**
 * Reads strict JSON and remembers where every key and element stands. Unlike `JSON.parse` it refuses repeated keys:
 * the second of two `deny` lists would otherwise silently replace the first. `__proto__` becomes an ordinary own key,
 * to be judged by the checker.
 * @throws TextProblem for anything else, with line and column.
 */
export function readJson(text: string): LocatedValue {
  const reader = new JsonReader(text);
  const value = reader.document();
  return { value, placeOf: (path) => reader.placeOf(path) };
}

class JsonReader {
  readonly #text: string;
  readonly #offsets = new Map<string, number>();
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  placeOf(path: KeyPath): TextPlace | undefined {
    const offset = this.#offsets.get(JSON.stringify(path));
    return offset === undefined ? undefined : placeAt(this.#text, offset);
  }

  document(): unknown {
    const value = this.#value();
    if (this.#peek() !== "") this.#expected("the end of the text");
    return value;
  }

  #value(): unknown {
    const next = this.#peek();
    if (this.#path.length > MAX_DEPTH) this.#problem("nests too deep", this.#at);
    if (next === "{") return this.#object();
    if (next === "[") return this.#array();
    if (next === '"') return this.#string();
    return this.#literal();
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#at++;
    while (this.#peek() !== "}") {
      if (this.#peek() !== '"') this.#expected("a key in double quotes");
      const start = this.#at;
      const key = this.#string();
      if (Object.hasOwn(object, key)) this.#problem(`repeats the key ${quoted(key)}`, start);
      if (this.#peek() !== ":") this.#expected("`:`");
      this.#at++;
      const value = this.#member(key, start);
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
      this.#separator("}", "a key in double quotes");
    }
    this.#at++;
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    this.#at++;
    while (this.#peek() !== "]") {
      array.push(this.#member(array.length, this.#at));
      this.#separator("]", "a value");
    }
    this.#at++;
    return array;
  }

  #member(key: string | number, offset: number): unknown {
    this.#path.push(key);
    this.#offsets.set(JSON.stringify(this.#path), offset);
    const value = this.#value();
    this.#path.pop();
    return value;
  }

  #separator(close: string, wanted: string): void {
    if (this.#peek() === close) return;
    if (this.#peek() !== ",") this.#expected(`\`,\` or \`${close}\``);
    this.#at++;
    if (this.#peek() === close) this.#expected(wanted);
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, this.#at)) as string;
    } catch {
      return this.#problem("has a text that is not closed or not escaped as JSON wants", start);
    }
  }

  #literal(): unknown {
    const literal = /^[-+.\w]+/.exec(this.#text.slice(this.#at, this.#at + LONGEST_NUMBER))?.[0] ?? "";
    try {
      const value: unknown = JSON.parse(literal);
      this.#at += literal.length;
      return value;
    } catch {
      return this.#expected("a value");
    }
  }

  #peek(): string {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "")) this.#at++;
    return this.#text[this.#at] ?? "";
  }

  #expected(wanted: string): never {
    const found = this.#peek();
    const what = found === "" ? "the end of the text" : quoted(found);
    return this.#problem(`has ${what} where ${wanted} was expected`, this.#at);
  }

  #problem(what: string, offset: number): never {
    throw new TextProblem(what, placeAt(this.#text, offset));
  }
}
