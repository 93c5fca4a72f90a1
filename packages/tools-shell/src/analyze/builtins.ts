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

/** Builtins that declare the variables they name, and may export them. */
export const DECLARING: ReadonlySet<string> = new Set(words("declare typeset local export readonly"));

/** Builtins that give the variables they name texts nobody can read on the line. */
export const GIVING: ReadonlySet<string> = new Set(words("read printf mapfile readarray getopts"));

/** Builtins after which the variables they name may have another value, or none. */
export const SETTERS: ReadonlySet<string> = new Set([...GIVING, ...DECLARING, "let", "wait", "unset"]);

/** Builtins that take names of variables, whose subscripts are evaluated. */
export const NAMING: ReadonlySet<string> = new Set([...SETTERS, "test", "["]);

/** Builtins that change the directory of the shell, or run a text that may. */
export const MOVERS: ReadonlySet<string> = new Set(words("cd pushd popd eval source ."));
