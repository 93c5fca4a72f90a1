import type { Arguments } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";

/** Programs that run little programs of their own language, which can write and run. */
export const SCRIPTED: readonly Program[] = [
  {
    names: ["sed"],
    grammar: { valued: ["-e", "-f", "-l", "--expression", "--file", "--line-length"] },
    operands: sedFiles,
    unclear: { "-f": "it runs a script from a file", "--file": "it runs a script from a file" },
    inPlace: ["-i", "--in-place"],
    isComplete: true,
    source: "sed(1); scripts are read command by command",
  },
  {
    names: ["awk", "gawk", "mawk", "nawk"],
    grammar: {
      valued: [
        "-F",
        "-v",
        "-f",
        "-i",
        "-l",
        "-e",
        "-E",
        "-o",
        "--file",
        "--assign",
        "--field-separator",
        "--include",
        "--load",
        "--exec",
      ],
      permutes: false,
    },
    operands: awkFiles,
    unclear: {
      "-f": "it runs a script from a file",
      "-i": "it loads a library",
      "-l": "it loads a library",
      "-E": "it runs a script from a file",
      "-o": "it writes a file",
      "--file": "it runs a script from a file",
      "--include": "it loads a library",
      "--load": "it loads a library",
      "--exec": "it runs a script from a file",
    },
    isComplete: true,
    source: "awk(1), gawk(1)",
  },
];

const READS = { access: "read", inherent: true } as const;

/** `s` with its delimiter and flags that neither write nor run, after at most two plain addresses. */
const ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/)`;
const SED_COMMAND = new RegExp(
  String.raw`^\s*(?:${ADDRESS}(?:,(?:[+~]?\d+|${ADDRESS}))?)?\s*!?\s*(?:[pdqQ=DNnGgHhxlP]|[aic]\\?[^\n]*|y/[^/\n]*/[^/\n]*/|s([/|,#@:!%_])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiIM0-9]*)?\s*$`,
);

function sedFiles({ options, operands }: Arguments, state: State): readonly Part[] {
  const given = options.filter(({ name }) => name === "-e" || name === "--expression");
  const hasScript = options.some(({ name }) => /^(-e|-f|--expression|--file)$/.test(name));
  const scripts = hasScript ? given.map(({ value }) => value) : operands.slice(0, 1);
  const isPlain = scripts.every((script) => script?.kind === "text" && isPlainSed(script.text));
  const files = hasScript ? operands : operands.slice(1);
  return [
    ...touchAll(files, READS, state),
    ...(isPlain ? [] : [{ kind: "opaque", reason: "its script may write files or run programs" } as const]),
  ];
}

/** Commands are split where `;` and line ends stand outside of `s///`; what does not read as one is not plain. */
function isPlainSed(script: string): boolean {
  if (SED_COMMAND.test(script)) return true;
  return script.split(/[;\n]/).every((command) => SED_COMMAND.test(command));
}

/** What awk can do beside printing: run, read and write by name, load. */
const AWK_ACTS = /system|getline|close|fflush|printf?[^;}\n]*>|[|>@]|ARGV|ENVIRON|FILENAME\s*=/;

function awkFiles({ operands }: Arguments, state: State): readonly Part[] {
  const [script, ...files] = operands;
  const isPlain = script?.kind === "text" && !AWK_ACTS.test(script.text);
  const read = files.filter((value) => !(value.kind === "text" && /^[A-Za-z_]\w*=/.test(value.text)));
  return [
    ...touchAll(read, READS, state),
    ...(isPlain ? [] : [{ kind: "opaque", reason: "its script may write files or run programs" } as const]),
  ];
}
