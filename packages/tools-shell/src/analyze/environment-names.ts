import { words } from "./words.ts";

/**
 * Variables that decide which programs run, what they load, or how the shell reads a line.
 * @source the manual pages of bash, ld.so, git, less, and of the interpreters named.
 */
const DECIDING = new Set(
  words(
    "XDG_CONFIG_HOME XDG_CONFIG_DIRS GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES TERMINFO TERMINFO_DIRS MAGIC POSIXLY_CORRECT OPENSSL_CONF CURL_HOME WGETRC INPUTRC PATH IFS ENV BASH_ENV BASH_FUNC SHELL SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND CDPATH HOME TMPDIR PAGER MANPAGER LESSOPEN LESSCLOSE LESS EDITOR VISUAL BROWSER FCEDIT NODE_OPTIONS NODE_PATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH MAKEFLAGS RUSTC_WRAPPER CC CXX LD TAR_OPTIONS UNZIP UNZIPOPT GREP_OPTIONS GREP GETCONF_DIR RIPGREP_CONFIG_PATH TEXTDOMAIN TEXTDOMAINDIR BASH_CMDS BASH_ALIASES BASH_COMPAT BASH_LOADABLES_PATH EXECIGNORE http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY",
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
    "NODE_ENV NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI COLUMNS LINES DEBUG RUST_BACKTRACE RUST_LOG",
  ),
);
const LOCALE = /^(LANG|LANGUAGE|LC_[A-Z]+|TERM)$/;

/** Programs find it in their environment without anybody exporting it. */
export const isInherited = (name: string): boolean => LOCALE.test(name) || name === "TZ";

/**
 * Tells whether a variable changes nothing but how output looks. A locale or a time zone may name a file, which is then
 * loaded.
 * @param value undefined where it is not known
 */
export function isHarmless(name: string, value: string | undefined): boolean {
  if (HARMLESS.has(name)) return true;
  if (LOCALE.test(name)) return value !== undefined && /^[\w.@:+-]*$/.test(value);
  return name === "TZ" && value !== undefined && /^([\w<>+-]+([,:\w+-]+|(\/[\w+-]+)*))?$/.test(value);
}

/** Variables of bash that are numbers: whatever they are set to is evaluated as arithmetic. */
const NUMBERS = new Set(words("OPTIND HISTCMD RANDOM SRANDOM SECONDS BASHPID PPID UID EUID"));

export const isEvaluated = (name: string): boolean => NUMBERS.has(name);
