import { type Arguments, isOption } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { words } from "../words.ts";
import { READ, READS, READS_TREE, RUNS } from "./access.ts";

/** Programs that look for something in files. */
export const SEARCHERS: readonly Program[] = [
  {
    names: ["grep", "egrep", "fgrep"],
    grammar: {
      valued: [
        ...words(
          "-e -f -m -A -B -C -d -D --regexp --file --max-count --after-context --before-context --context",
        ),
        ...words(
          "--include --exclude --exclude-dir --exclude-from --label --binary-files --directories --devices",
        ),
      ],
    },
    operands: READS,
    skips: patternIsOperand,
    recursive: [...words("-r -R --recursive --dereference-recursive"), "-d", "--directories"],
    following: ["-R", "--dereference-recursive"],
    otherwise: ".",
    readsInput: true,
    touches: { "-f": READ, "--file": READ, "--exclude-from": READ },
    isComplete: true,
    source: "grep(1)",
  },
  {
    names: ["fd", "fdfind"],
    grammar: {
      valued: words(
        "-d -t -e -E -c -j -S -o -C --max-depth --min-depth --exact-depth --type --extension --exclude --color --threads --size --changed-within --changed-before --owner --format --max-results --base-directory --search-path --ignore-file --path-separator --and",
      ),
    },
    operands: READS_TREE,
    skips: 1,
    following: ["-L", "--follow"],
    otherwise: ".",
    touches: {
      "-C": { ...READ, tree: true },
      "--base-directory": { ...READ, tree: true },
      "--search-path": { ...READ, tree: true },
      "--ignore-file": READ,
    },
    unclear: { "-x": RUNS, "--exec": RUNS, "-X": RUNS, "--exec-batch": RUNS },
    isComplete: true,
    source: "fd(1)",
  },
  {
    names: ["ag", "ack"],
    unclear: { "--pager": RUNS, "-p": "it reads a file of patterns", "--ackrc": RUNS },
    operands: READS_TREE,
    skips: 1,
    otherwise: ".",
    isComplete: false,
    source: "ag(1), ack(1)",
  },
  {
    names: ["rg"],
    grammar: {
      valued: [
        ...words("-e -f -m -A -B -C -g -t -T -E -r -j -M -d --regexp --file --max-count --after-context"),
        ...words(
          "--before-context --context --glob --iglob --type --type-not --encoding --replace --threads",
        ),
        ...words(
          "--max-columns --max-depth --max-filesize --pre --pre-glob --hostname-bin --ignore-file --sort",
        ),
        ...words("--sortr --color --colors --engine --type-add --type-clear --context-separator"),
      ],
    },
    operands: READS_TREE,
    skips: patternIsOperand,
    following: ["-L", "--follow"],
    otherwise: ".",
    touches: { "-f": READ, "--file": READ, "--ignore-file": READ },
    unclear: { "--pre": RUNS, "--hostname-bin": RUNS, "-z": RUNS, "--search-zip": RUNS },
    isComplete: true,
    source: "rg(1)",
  },
  {
    names: ["jq"],
    grammar: {
      valued: words("-f --from-file --indent -L --library-path --run-tests"),
      paired: words("--arg --argjson --slurpfile --rawfile --argfile"),
    },
    operands: jqFiles,
    touches: { "--slurpfile": READ, "--rawfile": READ, "--argfile": READ },
    unclear: {
      "-L": "it loads modules",
      "--library-path": "it loads modules",
      "-f": "it runs a program from a file",
      "--from-file": "it runs a program from a file",
      "--run-tests": "it runs a program from a file",
    },
    isComplete: true,
    source: "jq(1)",
  },
];

/**
 * Without `-e` or `-f` the first operand is the pattern; `rg --files` has none. The number of `-C` may be left out on
 * some systems, and then its value is the pattern.
 */
function patternIsOperand({ options }: Arguments): number {
  const isGiven = options.some(
    ({ name, value }) =>
      /^-[ef]$/.test(name) ||
      name === "--files" ||
      isOption(name, "--regexp") ||
      isOption(name, "--file") ||
      (/^(-C|--context)$/.test(name) && value?.kind === "text" && !/^\d+$/.test(value.text)),
  );
  return isGiven ? 0 : 1;
}

/** The filter is the first operand, but no operand may be one that loads: what is read of the options may be wrong. */
function jqFiles({ operands }: Arguments, state: State): readonly Part[] {
  const [filter, ...files] = operands;
  const loads = operands.some(
    (value) => value.kind === "text" && /\b(import|include|modulemeta)\b/.test(value.text),
  );
  const isPlain = !loads && (filter === undefined || filter.kind === "text");
  return [
    ...touchAll(files, READS, state),
    ...(isPlain ? [] : [{ kind: "opaque", reason: "its filter may load modules" } as const]),
  ];
}
