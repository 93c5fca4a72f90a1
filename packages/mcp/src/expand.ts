import { ConfigError } from "@gauntlet/core";

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * Puts values in place of `${NAME}` and `${NAME:-default}`; everything else, `$5` too, stays as it is. The default also
 * stands for a variable that is empty.
 * @throws GNT_MCP_CONFIG for a variable that is not set and has no default: a literal `${TOKEN}` would reach a server
 * that answers with nothing but a refusal.
 */
export function expand(text: string, env: Environment): string {
  return text.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
    const value = env[name];
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback !== undefined) return fallback;
    throw new ConfigError("GNT_MCP_CONFIG", `the variable \`${name}\` is not set`, {
      hint: `set it, or write \`\${${name}:-default}\``,
    });
  });
}
