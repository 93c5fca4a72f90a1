import { type Arguments, isOption, readArguments } from "../arguments.ts";
import type { Deed } from "../how.ts";
import { touchAll } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { READS } from "./access.ts";

const GRAMMAR = {
  valued: words("-F -v -f -i -l -e -E -o --file --assign --field-separator --include --load --exec"),
  permutes: false,
};

/**
 * A program on the line is read; one from a file runs like any other program of that name.
 * @source awk(1), gawk(1)
 */
export function awkDeed(args: readonly Value[], state: State): Deed {
  const read = readArguments(args, GRAMMAR);
  const scripts = read.options.filter(({ name }) => isScript(name));
  const files = scripts.length > 0 ? read.operands : read.operands.slice(1);
  const named = scripts.flatMap(({ value }) => value ?? []);
  return {
    parts: [
      ...touchAll([...named, ...files.filter(isFile)], READS, state),
      ...awkParts(read, scripts.length > 0),
    ],
    isComplete: scripts.length === 0,
    runs: named.map((script) => [script]),
  };
}

const isScript = (name: string): boolean => name === "-f" || isOption(name, "--file");

/** `name=value` among the files sets a variable. */
const isFile = (value: Value): boolean => !(value.kind === "text" && /^[A-Za-z_]\w*=/.test(value.text));

function awkParts({ operands, options, mayHideOptions }: Arguments, hasFile: boolean): readonly Part[] {
  const [script] = operands;
  const isPlain =
    !mayHideOptions &&
    options.every(({ name }) =>
      /^(-F|-v|-f|--field-separator|--assign|--file|--re-interval|--posix|-P|-r)$/.test(name),
    ) &&
    !options.some(
      ({ name, value }) => isScript(name) && value?.kind === "text" && /^-$|^\/(dev|proc)\//.test(value.text),
    ) &&
    (hasFile || (script?.kind === "text" && isPlainAwk(script.text)));
  return isPlain ? [] : [{ kind: "opaque", reason: "its script may write files or run programs" }];
}

/** What reads, runs, loads or looks into the environment by name, wherever it stands. */
const ACTS = /\b(system|ARGV|ENVIRON|PROCINFO|FUNCTAB|SYMTAB|extension)\b|@|FILENAME\s*=|print[^\n;}]*&>/;
const TOKEN =
  /\s*(?:(?<comment>#[^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*")|(?<word>\$?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*))|(?<sign>\+\+|--|\|\||&&|>=|==|<=|!=|.))/sy;
/** In a set some programs take a `/` for the end: there, only what they all take as an unfinished set is read. */
const REGEX =
  /\/(?:[^/\\\n[]|\\.|\[\^?(?:\]?(?:[^\]/\\\n]|\\[^/])*|[^\]\\\n[/][^\]\\\n[]*|\/[^\]\\\n[]*)\])*\//y;
/** Words behind which a `/` begins an expression. */
const BEFORE_REGEX = new Set(words("print printf return in case else do exit getline"));
/** Behind a bracket, `++` and the end of a line it may divide or begin an expression. */
const EITHER = /^(\+\+|--|\))$/;

/** Whether an awk program only computes and prints: no pipe and no redirection outside of texts and expressions. */
function isPlainAwk(script: string): boolean {
  if (ACTS.test(script)) return false;
  let [depth, printsAt, before]: [number, number | undefined, string] = [0, undefined, ""];
  let getsLine = false;
  for (let at = 0; at < script.trimEnd().length; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(script);
    if (match === null) return false;
    const { comment, text, word, sign } = match.groups ?? {};
    at = TOKEN.lastIndex;
    if (comment !== undefined) continue;
    const isFirst = /\n/.test(match[0]);
    if (sign === "/" && (EITHER.test(before) || (isFirst && endsOperand(before)))) return false;
    if (sign === "/" && !endsOperand(before)) {
      REGEX.lastIndex = at - 1;
      if (!REGEX.test(script)) return false;
      at = REGEX.lastIndex;
      before = "/";
      continue;
    }
    if (word === "getline") getsLine = true;
    // Without a `<`, it reads on in what is read anyway.
    if (getsLine && (sign === "<" || (sign === "/" && before === "getline"))) return false;
    if (sign === '"' || sign === "|" || sign === "\\") return false;
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    // A line end does not end every command: `print a,`.
    else if (sign === ";" || sign === "}" || sign === "{") printsAt = undefined;
    if (word === "print" || word === "printf") printsAt = depth;
    if (sign === ">" && printsAt !== undefined && depth <= printsAt) return false;
    before = text ?? word ?? sign ?? "";
  }
  return true;
}

/** Whether a `/` behind this divides. */
const endsOperand = (before: string): boolean =>
  /^(\/|"|\])/.test(before) || (/^\$?[\w.]+$/.test(before) && !BEFORE_REGEX.has(before));
