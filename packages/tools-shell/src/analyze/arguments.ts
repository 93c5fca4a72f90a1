import { isSeveral, textValue, type Value } from "./values.ts";

/** How a program reads its arguments. */
export interface Grammar {
  /** Options that take a value, spelled as on the command line. */
  readonly valued?: readonly string[];
  /** Options that take two values, of which the second is kept. */
  readonly paired?: readonly string[];
  /** Long options without a value that are the beginning of one with a value. */
  readonly flags?: readonly string[];
  /** Short options whose value, when there is one, is written onto them: `-i.bak`. */
  readonly attached?: readonly string[];
  /** Long options have one dash as well, as those of `go` and `gdb`; there are no clusters. */
  readonly hasOneDash?: true;
  /** The first word is short options, with or without a dash; without, their values follow in their order. */
  readonly bundled?: true;
  /** Options may stand behind operands as well. Default true. */
  readonly permutes?: boolean;
}

export interface Option {
  /** `-x` or `--long`. */
  readonly name: string;
  readonly value?: Value;
}

export interface Arguments {
  readonly options: readonly Option[];
  readonly operands: readonly Value[];
  /** A word nobody knows stands where an option could. */
  readonly mayHideOptions: boolean;
  /** The beginning of a long option that may take the next word. */
  readonly abbreviated?: string;
}

/** Reads arguments as getopt does: clusters of short options, `--long=value`, `--` ends the options. */
export function readArguments(given: readonly Value[], grammar: Grammar): Arguments {
  const { attached = [], paired = [], flags = [], permutes = true, hasOneDash = false } = grammar;
  const valued = [...(grammar.valued ?? []), ...paired];
  const args = grammar.bundled ? withDashes(given, valued) : given;
  const options: Option[] = [];
  const operands: Value[] = [];
  let mayHideOptions = false;
  let abbreviated: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const value = args[at] as Value;
    if (value.kind === "text" && value.text === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (value.kind !== "text" || !/^-./s.test(value.text)) {
      mayHideOptions ||= mayBeOption(value);
      operands.push(value);
      if (permutes || mayBeOption(value)) continue;
      operands.push(...args.slice(at + 1));
      break;
    }
    const read =
      hasOneDash || value.text.startsWith("--")
        ? readLong(value, valued)
        : readCluster(value, valued, attached);
    options.push(...read.options);
    if (read.missing === undefined) {
      if (!flags.includes(value.text) && valued.some((name) => isBeginning(value.text, name)))
        abbreviated ??= value.text;
      continue;
    }
    if (paired.includes(read.missing)) {
      const name = args[++at];
      mayHideOptions ||= name !== undefined && isSeveral(name);
    }
    const next = args[++at];
    options.push(next ? { name: read.missing, value: next } : { name: read.missing });
    if (next === undefined || !isSeveral(next)) continue;
    // What comes behind the first of its words is read as any other.
    mayHideOptions = true;
    operands.push(next);
  }
  return {
    options,
    operands,
    mayHideOptions: mayHideOptions || abbreviated !== undefined,
    ...(abbreviated !== undefined && { abbreviated }),
  };
}

/** `cfz archive` is `-c -f archive -z`. */
function withDashes([first, ...values]: readonly Value[], valued: readonly string[]): readonly Value[] {
  if (first === undefined) return [];
  if (first.kind !== "text") return [{ kind: "unknown", prefix: "-", source: first.source }, ...values];
  if (first.text.startsWith("-")) return [first, ...values];
  const options = [...first.text].flatMap((letter) => {
    const name = `-${letter}`;
    return [textValue(name, first.source), ...values.splice(0, valued.includes(name) ? 1 : 0)];
  });
  return [...options, ...values];
}

/** Whether what a word becomes can begin with a dash: a pattern that matches no file stays as it is written. */
export function mayBeOption(value: Value): boolean {
  if (value.kind === "unknown") return value.isNumber !== true && /^(-|$)/.test(value.prefix);
  return value.kind === "paths" && /^(-|$)/.test(value.base);
}

interface Read {
  readonly options: readonly Option[];
  /** Option whose value is the next word. */
  readonly missing?: string;
}

type Text = Extract<Value, { kind: "text" }>;

function readLong({ text, source }: Text, valued: readonly string[]): Read {
  const [name = "", ...rest] = text.split("=");
  if (rest.length > 0) return { options: [{ name, value: textValue(rest.join("="), source) }] };
  return valued.includes(name) ? { options: [], missing: name } : { options: [{ name }] };
}

function readCluster({ text, source }: Text, valued: readonly string[], attached: readonly string[]): Read {
  // Some programs (find, java) have long options with one dash.
  if (valued.includes(text)) return { options: [], missing: text };
  const options: Option[] = [];
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i]}`;
    const rest = text.slice(i + 1);
    const takesValue = valued.includes(name);
    if (!takesValue && (rest === "" || !attached.includes(name))) options.push({ name });
    else if (rest === "") return { options, missing: name };
    else return { options: [...options, { name, value: textValue(rest, source) }] };
  }
  return { options };
}

/** Whether an option is this one, or an abbreviation of it: GNU programs take any unambiguous beginning. */
export const isOption = (given: string, name: string): boolean => given === name || isBeginning(given, name);

const isBeginning = (given: string, name: string): boolean =>
  given.startsWith("--") && given.length > 2 && given !== name && name.startsWith(given);
