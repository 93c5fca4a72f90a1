import { words } from "./words.ts";
/** Builtins that change nothing but the shell itself; aliases mean nothing to a shell that is given a text. What they name with a subscript is told apart. */
export const HARMLESS_BUILTINS: ReadonlySet<string> = new Set(
  words(
    ": bind true false echo printf pwd test [ read wait jobs times umask shift exit return break continue local declare typeset export readonly set unset getopts dirs hash type ulimit bg fg disown shopt logout caller mapfile readarray let alias unalias history",
  ),
);

/** Builtins after which words mean something else, or that run what nobody sees. */
export const UNCLEAR_BUILTINS: Readonly<Record<string, string>> = {
  enable: "it changes what words mean",
  complete: "it registers commands to run",
  compgen: "it may run commands",
  compopt: "it changes completion",
  fc: "it runs commands of the past",
};

/** Builtins that take names of variables, whose subscripts are evaluated. */
export const NAMING: ReadonlySet<string> = new Set(
  words("read printf test [ unset declare typeset local export readonly mapfile readarray getopts wait let"),
);

/** Shells and interpreters: the option that takes a program text, for those whose text can be read here. */
export const SHELLS: ReadonlySet<string> = new Set(words("sh bash dash zsh ksh ash mksh"));
const INTERPRETERS: ReadonlySet<string> = new Set(
  words(
    [
      "python pypy ipython node nodejs deno bun tsx ts-node perl raku ruby irb php lua luajit R Rscript julia octave",
      "gnuplot m4 dc tclsh wish expect guile racket sbcl clisp swipl elixir iex erl groovy scala kotlin jshell ghc ghci",
      "osascript pwsh powershell fish csh tcsh nu elvish xonsh",
    ].join(" "),
  ),
);

/** `python3.12` is a python. */
export const isInterpreter = (name: string): boolean =>
  INTERPRETERS.has(name) || INTERPRETERS.has(name.replace(/(?<=[A-Za-z])[-\d.]+$/, ""));
