import { mayBeOption, readArguments } from "./arguments.ts";
import { touch } from "./paths.ts";
import { opaque, type Part } from "./report.ts";
import type { State } from "./state.ts";
import type { Value } from "./values.ts";
import { words } from "./words.ts";

/** Programs that run a text of a language of their own. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  words(
    [
      "python pypy ipython node nodejs deno bun tsx ts-node perl raku ruby irb php lua luajit R Rscript julia octave",
      "gnuplot m4 dc tclsh wish expect guile racket sbcl clisp swipl elixir iex erl groovy scala kotlin jshell ghc ghci",
      "osascript pwsh powershell fish csh tcsh nu elvish xonsh",
    ].join(" "),
  ),
);

/** `python3.12` is a python, `gcc-12` a gcc. */
export const unversioned = (name: string): string => name.replace(/(?<=[A-Za-z+])[-\d.]+$/, "");

export const isInterpreter = (name: string): boolean =>
  INTERPRETERS.has(name) || INTERPRETERS.has(unversioned(name));

/** Options that take a program, or make one of what is read. */
const TEXT = /^(-[a-zA-Z]*[ceEpr]|--?(eval|print|pe|ne|command|c|encodedcommand|execute))(=.*)?$/i;

/** What takes the text behind the letter too, `-cprint(1)`; behind other letters stands a value. */
const ATTACHED: readonly (readonly [program: RegExp, text: RegExp])[] = [
  [/^(python|pypy|ipython)[-\d.]*$/, /^-[^-WXmQ]*c/],
  [/^(perl|raku)[-\d.]*$/, /^-[^-IMmiFCDxVd]*[eE]/],
  [/^ruby[-\d.]*$/, /^-[^-IxrCEFKTWi]*e/],
  [/^php[-\d.]*$/, /^-[rBREF]/],
  [/^(lua|luajit|dc)[-\d.]*$/, /^-e/],
];
/** Modules with a text behind their name, which is evaluated. */
const MODULE = /^-[mM].*[^\w:.,=/-]/s;

/** A program text on the command line or from the input is nothing anybody here can read. */
export function interpreterParts(name: string, args: readonly Value[], state: State): readonly Part[] {
  const [first] = args;
  if (first === undefined) return [opaque("it runs what it reads from its input")];
  if (first.kind === "text" && /^(eval|repl)$/.test(first.text))
    return [opaque("it runs a program text of its own language")];
  const isText = (text: string): boolean =>
    TEXT.test(text) ||
    ATTACHED.some(([program, attached]) => program.test(name) && (attached.test(text) || MODULE.test(text)));
  if (args.some((value) => value.kind === "text" && isText(value.text)))
    return [opaque("it runs a program text of its own language")];
  const [script] = readArguments(args, { permutes: false }).operands;
  if (script === undefined) return [];
  if (script.kind === "text" && /^-$|^\/(dev|proc)\//.test(script.text))
    return [opaque("it runs what it reads from its input")];
  if (mayBeOption(script)) return [opaque("which program text it runs is not known before it runs")];
  return touch(script, { access: "read", inherent: true }, state);
}
