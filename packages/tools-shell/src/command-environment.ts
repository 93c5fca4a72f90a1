/** Variables that are for the host alone. */
const HIDDEN = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"];
const HIDDEN_PREFIXES = ["GAUNTLET_TEST"];

/** What keeps programs from waiting for a person: no pager, no editor, no password prompt, no drawing. */
const NOBODY_IS_WATCHING = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
};

/**
 * Gives the environment of a command: the host's, without the model's credentials and test switches, and with settings
 * under which nothing waits for a terminal. `GIT_EDITOR=true` makes git keep the text it proposes.
 */
export function commandEnvironment(
  host: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const passed = Object.entries(host).filter(
    ([name]) => !HIDDEN.includes(name) && !HIDDEN_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  return { ...Object.fromEntries(passed), ...NOBODY_IS_WATCHING };
}
