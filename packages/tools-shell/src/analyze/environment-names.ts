import { words } from "./words.ts";

/**
 * Variables that decide which programs run, what they load, or how the shell reads a line.
 * @source the manual pages of bash, ld.so, git, less, and of the interpreters named.
 */
const DECIDING = new Set(
  words(
    "PATH IFS ENV BASH_ENV BASH_FUNC SHELL SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND CDPATH HOME TMPDIR PAGER MANPAGER LESSOPEN LESSCLOSE LESS EDITOR VISUAL BROWSER FCEDIT NODE_OPTIONS NODE_PATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH MAKEFLAGS RUSTC_WRAPPER CC CXX LD TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY",
  ),
);
const DECIDING_STARTS = words(
  "LD_ DYLD_ GIT_ SSH_ BASH_FUNC_ PYTHON PERL RUBY npm_config_ NPM_CONFIG_ PIP_ CARGO_",
);
const DECIDING_ENDS = words("_COMMAND _PAGER _EDITOR _OPTIONS _WRAPPER _PROXY");

/** Tells whether setting a variable can change what runs. */
export function decidesWhatRuns(name: string): boolean {
  return (
    DECIDING.has(name) ||
    DECIDING_STARTS.some((start) => name.startsWith(start)) ||
    DECIDING_ENDS.some((end) => name.endsWith(end))
  );
}

/** Variables an allow rule looks past when they stand before a command. */
const HARMLESS = new Set(
  words(
    "NODE_ENV LANG LANGUAGE NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI TZ TERM COLUMNS LINES DEBUG RUST_BACKTRACE RUST_LOG",
  ),
);

export const isHarmless = (name: string): boolean => HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name);
