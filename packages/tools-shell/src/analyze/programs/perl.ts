import { readArguments } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";

/** A variable with a number, or the end of a line: nothing that is evaluated, as what stands in `@{[ … ]}` is. */
const DOLLAR = String.raw`\$(?:\d+(?![[{\d-])|&(?![[{-])|(?=[/|,#!:)]|$))`;
const SUBSTITUTE = new RegExp(
  String.raw`^\s*(?:s|tr|y)([/|,#!:])(?:(?!\1)[^\\\n$@]|\\.|${DOLLAR})*\1(?:(?!\1)[^\\\n$@]|\\.|${DOLLAR})*\1[gimsxo]*\s*;?\s*$`,
);

/**
 * A filter of one substitution, which evaluates nothing. Names of files must be plain: perl runs what ends in `|`.
 * @returns undefined when it may be anything else.
 * @source perlrun(1), perlop(1)
 */
export function perlFilterParts(args: readonly Value[], state: State): readonly Part[] | undefined {
  const { options, operands, mayHideOptions } = readArguments(args, {
    valued: ["-e", "-E"],
    attached: ["-i", "-0", "-l"],
    permutes: false,
  });
  const isFilter = options.some(({ name }) => name === "-p" || name === "-n") && !mayHideOptions;
  if (!isFilter || !options.every(isPlain) || !operands.every(isPlainName)) return undefined;
  const edited = options.filter(({ name }) => name === "-i");
  const copies = edited.flatMap(({ value }) =>
    value?.kind === "text" ? operands.map((file) => renamed(file, value.text)) : [],
  );
  if (edited.some(({ value }) => value?.kind === "text" && /[*/]/.test(value.text))) return undefined;
  return [
    ...touchAll(operands, { access: "read", inherent: true }, state),
    ...(edited.length > 0
      ? touchAll([...operands, ...copies], { access: "write", inherent: false }, state)
      : []),
  ];
}

const renamed = (file: Value, suffix: string): Value =>
  file.kind === "text" ? { ...file, text: `${file.text}${suffix}` } : file;

function isPlain({ name, value }: { readonly name: string; readonly value?: Value }): boolean {
  if (name !== "-e") return /^-[pnlwi0]$/.test(name);
  return value?.kind === "text" && SUBSTITUTE.test(value.text) && !/\(\?\??[{pP]|\\N|\\p/.test(value.text);
}

const isPlainName = (value: Value): boolean =>
  value.kind === "text" && /^[\w./][\w./ -]*$/.test(value.text.trimEnd()) && value.text === value.text.trim();
