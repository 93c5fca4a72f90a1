import { mayBeOption, readArguments } from "./arguments.ts";
import { DECLARING, NAMING } from "./builtins.ts";
import { decidesWhatRuns } from "./environment-names.ts";
import { touchAll } from "./paths.ts";
import type { Part } from "./report.ts";
import type { State } from "./state.ts";
import { isSeveral, type Value } from "./values.ts";
import { words } from "./words.ts";

const PLAIN_NAMES =
  "errexit|nounset|xtrace|verbose|pipefail|noglob|noclobber|notify|allexport|monitor|vi|emacs|ignoreeof";
/** What may be switched without anything meaning something else. */
const PLAIN_SET = new RegExp(`^([-+][aeuxvfCbhmn]*o?|${PLAIN_NAMES}|--)$`);
const PLAIN_SHOPT = new RegExp(
  [
    `^(-[supqo]+|${PLAIN_NAMES}|nullglob|failglob|dotglob|globstar|extglob|nocaseglob|nocasematch`,
    "inherit_errexit|checkwinsize|autocd|cdspell|dirspell|direxpand|cmdhist|lithist|histappend|histverify|histreedit",
    "progcomp|execfail|mailwarn|checkhash|checkjobs|huponexit|hostcomplete|no_empty_cmd_completion",
    "force_fignore|gnu_errfmt|shift_verbose|xpg_echo)$",
  ].join("|"),
);

/** Where a builtin runs code in its words, or changes what later words mean; empty when it does not. */
export function builtinParts([head, ...args]: readonly Value[], isOfShell: boolean): readonly Part[] {
  const name = head?.kind === "text" ? head.text : "";
  // Written plainly, it takes an assignment as one word, whatever the value is.
  const isWritten = isOfShell && head?.source === name;
  const texts = args.map((value) => (value.kind === "text" ? value.text : undefined));
  const reasons = [
    name === "hash" && args.length > 0 && "it says where programs are",
    name === "set" && !isPlainSet(texts) && "it changes how the shell reads what follows",
    name === "shopt" && !isPlainShopt(texts) && SWITCHES,
    name === "history" && !texts.every((text) => text !== undefined) && PAST,
    name === "bind" && !texts.every(isPlainBind) && "it makes keys run commands",
    name === "jobs" &&
      !texts.every((text) => text !== undefined && !/^-\w*x/.test(text)) &&
      "it runs a command",
    DECLARING.has(name) && declares(name, isWritten ? args.map(assignmentOf) : texts),
    DECLARING.has(name) && mayReadList(name, args) && "it may read a list in a text",
    NAMING.has(name) && namesOf(name, args).some(hasSubscript) && "it evaluates a subscript",
    name === "let" && !texts.every(isPlainLet) && "it evaluates its words as arithmetic",
    /^(mapfile|readarray)$/.test(name) && !texts.every((text) => !text?.startsWith("-C")) && CALLBACK,
    setting(name, args),
  ];
  return reasons.flatMap((reason) => (typeof reason === "string" ? { kind: "opaque", reason } : []));
}

const SWITCHES = "it changes how the shell works";
const PAST = "it works on commands of the past";
const CALLBACK = "it runs a command for each line";

/** `set` ends its options with the first word that is none; what follows are arguments. */
function isPlainSet(texts: readonly (string | undefined)[]): boolean {
  for (const [at, text] of texts.entries()) {
    if (text === "--" || text === "-") return true;
    if (text !== undefined && !/^[-+]/.test(text) && !/^[-+]\w*o$/.test(texts[at - 1] ?? "")) return true;
    if (text === undefined || !PLAIN_SET.test(text)) return false;
  }
  return true;
}

/** Without `-s`, `-u` and `-o` it only prints. */
function isPlainShopt(texts: readonly (string | undefined)[]): boolean {
  if (texts.every((text) => text !== undefined && !/^-\w*[suo]/.test(text))) return true;
  // Where commands are remembered, the shell writes them to a file when it ends.
  if (texts.includes("history")) return texts.every((text) => /^(history|-[uqo]+)$/.test(text ?? ""));
  return texts.every((text) => text !== undefined && PLAIN_SHOPT.test(text));
}

/** `export name=$value` cannot be an option, nor a list. */
function assignmentOf(value: Value): string | undefined {
  if (value.kind === "text") return value.text;
  return value.kind === "unknown" ? /^[A-Za-z_]\w*\+?=/.exec(value.prefix)?.[0] : undefined;
}

/** Where the variable may be a list, a value in brackets is read as one, and its subscripts are evaluated. */
function mayReadList(name: string, args: readonly Value[]): boolean {
  const isPlain = /^(export|local)$/.test(name) && !args.some(({ source }) => source.startsWith("-"));
  return !isPlain && args.some((value) => value.kind !== "text");
}

/** Nothing reads keys here; a file of settings, or a command for a key, is not followed all the same. */
const isPlainBind = (text: string | undefined): boolean => text !== undefined && !/^-\w*[fx]/.test(text);

function declares(name: string, texts: readonly (string | undefined)[]): string | false {
  const options = texts.filter((text) => text === undefined || /^[-+]/.test(text));
  // `export -n` only keeps a variable from other programs.
  const changing = name === "export" ? /^-\w*f/ : /^-\w*[in]/;
  if (options.some((text) => text === undefined || changing.test(text)))
    return "it makes assignments mean something else";
  return texts.some((text) => text !== undefined && /^\w+\+?=\(/.test(text))
    ? "it reads a list in a text"
    : false;
}

const isPlainLet = (text: string | undefined): boolean =>
  text !== undefined && /^[A-Za-z_]\w*([-+*/]?=|\+\+|--)[\d+\-*/ ]*$/.test(text);

/** A file a pattern matches may have any name. */
function hasSubscript(value: Value): boolean {
  if (value.kind === "text") return /^(-\w)?[A-Za-z_]\w*\[/.test(value.text);
  return value.kind !== "unknown" || !/^[A-Za-z_]\w*\+?=/.test(value.prefix);
}

/** The words that are names of variables. */
function namesOf(name: string, args: readonly Value[]): readonly Value[] {
  if (name === "let") return [];
  if (name === "read") return namesRead(args);
  if (name === "printf") return namesPrinted(args);
  if (name !== "test" && name !== "[") return args;
  return args.flatMap((value, at) => {
    if (isSeveral(value) && mayBeTest(value)) return [ANYTHING];
    return mayBeTest(args[at - 1]) ? [value] : [];
  });
}

const ANYTHING: Value = { kind: "unknown", prefix: "", source: "" };

/** `-v` before the format, any number of times; the value may be written onto it. */
function namesPrinted(args: readonly Value[]): readonly Value[] {
  const { options, operands } = readArguments(args, { valued: ["-v"], permutes: false });
  const [format] = operands;
  const before = format && args[args.indexOf(format) - 1];
  const mayName = format && mayBeOption(format) && !(before?.kind === "text" && before.text === "--");
  return [...options.flatMap(({ value }) => value ?? []), ...(mayName ? [format] : [])];
}

/** Whether a word is `-v`, or what nobody knows may become it, alone or among others. */
function mayBeTest(value: Value | undefined): boolean {
  if (value?.kind === "text") return value.text === "-v";
  // The end of a pattern is the end of what it matches.
  if (value?.kind === "paths")
    return "-v".startsWith(value.base) && !/[\w./]$/.test(value.source.replace(/v$/, ""));
  return (
    value?.kind === "unknown" &&
    value.isNumber !== true &&
    (isSeveral(value) || "-v".startsWith(value.prefix))
  );
}

/** `read` takes a prompt, a time and the like as values of options; `-a` names a list. */
function namesRead(args: readonly Value[]): readonly Value[] {
  const { options, operands } = readArguments(args, {
    valued: words("-a -d -i -n -N -p -t -u"),
    permutes: false,
  });
  return [...options.flatMap(({ name, value }) => (name === "-a" && value ? [value] : [])), ...operands];
}

/** Files of the history, which only some of its options touch. */
export function historyParts(args: readonly Value[], state: State): readonly Part[] {
  const { options, operands } = readArguments(args, { valued: ["-d"], permutes: false });
  const files = operands.length > 0 ? operands : [FILE_IN_VARIABLE];
  return options.flatMap(({ name }) => {
    if (/^-[aw]$/.test(name)) return touchAll(files, { access: "write", inherent: false }, state);
    return /^-[nr]$/.test(name) ? touchAll(files, { access: "read", inherent: true }, state) : [];
  });
}

const FILE_IN_VARIABLE: Value = { kind: "unknown", prefix: "", source: "$HISTFILE" };

/** The variable a builtin sets, when that can change what runs. */
function setting(name: string, args: readonly Value[]): string | false {
  if (!NAMING.has(name) || name === "test" || name === "[") return false;
  const named = name === "printf" || name === "read" ? namesOf(name, args) : args;
  const variables = named.map((value) => {
    const text = value.kind === "text" ? value.text : value.kind === "unknown" ? value.prefix : "";
    return /^(?:-v)?([A-Za-z_]\w*)(?:\+?=|$)/.exec(text)?.[1] ?? "";
  });
  const deciding = variables.find(decidesWhatRuns);
  return deciding === undefined ? false : `it sets \`${deciding}\`, which can change what runs`;
}
