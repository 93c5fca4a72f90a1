import { isAbsolute, join } from "node:path";
import { ConfigError } from "../errors.ts";
import { quoted } from "./quoted.ts";

/** Environment variables of the process, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where sessions, spilled results and trust are kept: `$GAUNTLET_HOME`, else `$XDG_STATE_HOME/gauntlet`, else
 * `~/.local/state/gauntlet`. A relative or empty XDG variable counts as unset.
 * @param home absolute home directory.
 * @throws GNT_CONFIG_INVALID when `$GAUNTLET_HOME` is relative: the repository would then hold its own trust.
 * @source XDG Base Directory Specification
 */
export function stateDirectory(env: Environment, home: string): string {
  const own = env["GAUNTLET_HOME"];
  if (own === undefined || own === "")
    return join(xdg(env["XDG_STATE_HOME"], home, ".local/state"), "gauntlet");
  if (isAbsolute(own)) return own;
  throw new ConfigError("GNT_CONFIG_INVALID", `\`$GAUNTLET_HOME\` is the relative path ${quoted(own)}`, {
    hint: "give an absolute path",
  });
}

/**
 * Where a person's own settings are: `$XDG_CONFIG_HOME/gauntlet`, else `~/.config/gauntlet`.
 * @param home absolute home directory.
 * @source XDG Base Directory Specification
 */
export function userConfigDirectory(env: Environment, home: string): string {
  return join(xdg(env["XDG_CONFIG_HOME"], home, ".config"), "gauntlet");
}

/** The system directory for settings of the organization. */
export function managedDirectory(platform: NodeJS.Platform): string {
  return platform === "darwin" ? "/Library/Application Support/gauntlet" : "/etc/gauntlet";
}

function xdg(value: string | undefined, home: string, fallback: string): string {
  return value !== undefined && isAbsolute(value) ? value : join(home, fallback);
}
