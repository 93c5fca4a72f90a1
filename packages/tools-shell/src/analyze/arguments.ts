import type { Value } from "./values.ts";

/** How a program reads its arguments. */
export interface Grammar {
  /** Options that take a value, spelled as on the command line. */
  readonly valued?: readonly string[];
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
}

/** Reads arguments as getopt does: clusters of short options, `--long=value`, `--` ends the options. */
export function readArguments(args: readonly Value[], { valued = [], permutes = true }: Grammar): Arguments {
  const options: Option[] = [];
  const operands: Value[] = [];
  let mayHideOptions = false;
  for (let at = 0; at < args.length; at++) {
    const value = args[at] as Value;
    if (value.kind !== "text") {
      mayHideOptions ||= mayBeOption(value);
      operands.push(value);
    } else if (value.text === "--") {
      return { options, operands: [...operands, ...args.slice(at + 1)], mayHideOptions };
    } else if (value.text.startsWith("--")) {
      const [name = "", ...rest] = value.text.split("=");
      if (rest.length > 0) options.push({ name, value: textValue(rest.join("="), value.source) });
      else options.push(valued.includes(name) ? withValue(name, args[++at]) : { name });
    } else if (value.text.startsWith("-") && value.text.length > 1) {
      at += readCluster(value, args[at + 1], { valued, options });
    } else {
      operands.push(value);
      if (!permutes) return { options, operands: [...operands, ...args.slice(at + 1)], mayHideOptions };
    }
  }
  return { options, operands, mayHideOptions };
}

/** Whether what a word becomes can begin with a dash. */
export function mayBeOption(value: Value): boolean {
  if (value.kind === "unknown") return value.prefix === "" || value.prefix.startsWith("-");
  return value.kind === "paths" && value.base === "";
}

const textValue = (text: string, source: string): Value => ({ kind: "text", text, source });
const withValue = (name: string, value: Value | undefined): Option => (value ? { name, value } : { name });

/** @returns how many further words the cluster took. */
function readCluster(
  { text, source }: Extract<Value, { kind: "text" }>,
  next: Value | undefined,
  { valued, options }: { readonly valued: readonly string[]; readonly options: Option[] },
): number {
  // Some programs (find, java) have long options with one dash.
  if (valued.includes(text)) {
    options.push(withValue(text, next));
    return next ? 1 : 0;
  }
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i]}`;
    if (!valued.includes(name)) {
      options.push({ name });
      continue;
    }
    const rest = text.slice(i + 1);
    options.push(rest === "" ? withValue(name, next) : { name, value: textValue(rest, source) });
    return rest === "" && next ? 1 : 0;
  }
  return 0;
}

/** Whether an option is this one, or an abbreviation of it: GNU programs take any unambiguous beginning. */
export const isOption = (given: string, name: string): boolean =>
  given === name || (given.startsWith("--") && given.length > 3 && name.startsWith(given));
