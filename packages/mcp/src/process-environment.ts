/** What a server's process gets of our environment; everything else, tokens and keys above all, stays here. */
const INHERITED = [
  ...["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "TMPDIR", "TZ", "LANG", "LANGUAGE"],
  ...["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"],
];

/**
 * The environment of a server's process: a few harmless variables and what its entry names.
 * A value that is a shell function is left out: a shell would run it.
 */
export function processEnvironment(
  own: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inherited = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !entry[1].startsWith("()") &&
      (INHERITED.includes(entry[0]) || entry[0].startsWith("LC_")),
  );
  return { ...Object.fromEntries(inherited), ...own };
}
