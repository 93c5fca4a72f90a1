import { maskSecrets, matchGlob } from "@gauntlet/core";
import type { ShellOptions } from "./options.ts";

/** Variables that are for the host alone, whatever options say. */
const HIDDEN = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"];
const HIDDEN_PREFIXES = ["GAUNTLET_TEST"];

/** They make bash run other code than the command says, which the analysis of the command could not know. */
const OTHER_CODE = /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|BASH_FUNC_.*)$/;

/** Parts of names, between underscores, that say a value is a secret. */
const SECRET_PARTS =
  /(?:^|_)(?:(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION|MASTER)?KEY|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PASS|PAT|CREDENTIALS?|AUTH|COOKIES?)(?:_|$)/i;
/** Names that only sound so: they hold places. */
const NO_SECRETS = /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|XAUTHORITY)$/;

/** What keeps programs from waiting for a person: no pager, no editor, no password prompt, no drawing. */
const NOBODY_IS_WATCHING = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
};

/** Without these hardly any program runs; an allow-list need not name them. */
const ALWAYS = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TZ"];

/**
 * Gives the environment of a command: the host's, as far as options pass it, with settings under which nothing waits for
 * a terminal. Left out are the model's credentials, test switches, what makes bash run other code, and, unless options
 * name them, variables that look like secrets by name or value. `GIT_EDITOR=true` makes git keep the text it proposes.
 */
export function commandEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  { passEnvironment, passSecrets }: Pick<ShellOptions, "passEnvironment" | "passSecrets">,
): Record<string, string | undefined> {
  const isListed = namesMatcher([...passEnvironment, ...passSecrets, ...ALWAYS]);
  const isPassedSecret = namesMatcher(passSecrets);
  const passed = Object.entries(host).filter(([name, value]) => {
    if (HIDDEN.includes(name) || HIDDEN_PREFIXES.some((prefix) => name.startsWith(prefix))) return false;
    if (OTHER_CODE.test(name)) return false;
    return isListed(name) && (isPassedSecret(name) || !looksSecret(name, value ?? ""));
  });
  return { ...Object.fromEntries(passed), ...NOBODY_IS_WATCHING };
}

function looksSecret(name: string, value: string): boolean {
  if (NO_SECRETS.test(name)) return false;
  return SECRET_PARTS.test(name) || maskSecrets({ [name]: value }).masked.length > 0;
}

function namesMatcher(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const wild = patterns.filter((pattern) => pattern.includes("*"));
  return (name) => exact.has(name) || wild.some((pattern) => matchGlob(pattern, name));
}
