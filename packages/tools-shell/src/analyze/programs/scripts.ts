import { type Arguments, isOption } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { READS } from "./access.ts";

/** Programs that run little programs of their own language, which can write and run. */
export const SCRIPTED: readonly Program[] = [
  {
    names: ["sed"],
    grammar: { valued: words("-e -f -l --expression --file --line-length"), attached: ["-i"] },
    operands: sedFiles,
    unclear: {
      "-f": "it runs a script from a file",
      "--file": "it runs a script from a file",
      "-I": "on some systems it edits in place, and the script is the next word",
    },
    isComplete: true,
    source: "sed(1); scripts are read command by command",
  },
];

/** A set of characters, in which a delimiter means nothing. */
const SET = String.raw`\[\^?\]?(?:\[[:.=][a-z]+[:.=]\]|\\[^\]\n]|(?!\[[:.=])[^\]\\\n])*\]`;
const ADDRESS = String.raw`(?:\d+|\$|/(?:${SET}|[^/\\\n[]|\\.)*/)`;
const SED_ADDRESSES = String.raw`(?:${ADDRESS}I?(?:\s*,\s*(?:[+~]?\d+|${ADDRESS}I?)|~\d+)?)?\s*!?\s*`;
/** What neither writes nor runs, after at most two plain addresses. */
const SED_PLAIN = String.raw`[pPdDgGhHnNxlzF=]|[qQ]\d*|[btT:]\s*\w*|\}`;
const SED_TEXT = String.raw`[aic]\\?[^\n]*`;
const SED_SUBSTITUTE = String.raw`s([^A-Za-z0-9\s\\[])(?:${SET}|(?!\1)[^\\\n[]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiIM0-9]*`;
const SED_COMMAND = new RegExp(
  `^\\s*(?:\\{\\s*)*${SED_ADDRESSES}(?:\\{\\s*)*${SED_ADDRESSES}(?:${SED_PLAIN}|${SED_TEXT}|y/[^/\\n]*/[^/\\n]*/|${SED_SUBSTITUTE})?\\s*\\}*\\s*$`,
);

function sedFiles(args: Arguments, state: State): readonly Part[] {
  const { options, operands } = args;
  const given = options.filter(({ name }) => name === "-e" || isOption(name, "--expression"));
  const hasScript = given.length > 0 || options.some(({ name }) => name === "-f" || isOption(name, "--file"));
  const scripts = hasScript ? given.map(({ value }) => value) : scriptsAmong(options, operands);
  const isPlain = scripts.every((script) => script?.kind === "text" && isPlainSed(script.text));
  const files = hasScript ? operands : operands.slice(1);
  return [
    ...touchAll(files, READS, state),
    ...editedInPlace(options, { files, first: hasScript ? undefined : operands[0] }, state),
    ...(isPlain ? [] : [{ kind: "opaque", reason: "its script may write files or run programs" } as const]),
  ];
}

/**
 * The words that may be the script: the first, and where `-i` may take that for a suffix the second, unless that is a
 * name as files have it. A suffix with a dot is no script anywhere.
 */
function scriptsAmong(options: Arguments["options"], operands: readonly Value[]): readonly Value[] {
  const [first, second] = operands;
  const isBare = options.some(({ name, value }) => name === "-i" && value === undefined);
  if (!isBare || first?.kind !== "text" || second?.kind !== "text") return operands.slice(0, 1);
  if (SUFFIX.test(first.text)) return [second];
  const isSuffix = first.text === "" || (!first.text.includes("/") && ACTING.test(second.text));
  return isSuffix ? [first, second] : [first];
}

const SUFFIX = /^\.\w+$/;

/** What reads as a command of sed that writes, reads or runs, more than as a name. */
const ACTING = /^[^A-Za-z./]*(?:[eErRwW]\s|s\W.*\W\w*[ew]\b)/;

/** `-i` writes the files, and with a suffix a copy beside each. */
function editedInPlace(
  options: Arguments["options"],
  { files, first }: { readonly files: readonly Value[]; readonly first: Value | undefined },
  state: State,
): readonly Part[] {
  const given = options.filter(({ name }) => name === "-i" || isOption(name, "--in-place"));
  if (given.length === 0) return [];
  const writes = { access: "write", inherent: false } as const;
  const written = given.flatMap(({ value }) => (value?.kind === "text" ? value.text : []));
  const suffixes = first?.kind === "text" && SUFFIX.test(first.text) ? [first.text] : written;
  if (suffixes.some((suffix) => /[/*]/.test(suffix)))
    return [{ kind: "opaque", reason: "its copies may lie anywhere" }, ...touchAll(files, writes, state)];
  const copies = suffixes.flatMap((suffix) =>
    files.map((file): Value => (file.kind === "text" ? { ...file, text: `${file.text}${suffix}` } : file)),
  );
  return touchAll([...files, ...copies], writes, state);
}

/** Commands are split where `;` and line ends stand outside of `s///`; what does not read as one is not plain. */
function isPlainSed(script: string): boolean {
  // The pattern takes long on much white space.
  if (/\s{20}/.test(script)) return false;
  if (SED_COMMAND.test(script)) return true;
  return script.split(/[;\n]/).every((command) => SED_COMMAND.test(command));
}
