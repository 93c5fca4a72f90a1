import type { Plugin } from "../contract/plugin.ts";
import { ConfigError } from "../errors.ts";
import { nearestName } from "../tool/nearest-name.ts";

/** The profile that leaves nothing out. */
export const FULL_PROFILE = "full";

/**
 * The names of the tools of a profile: what all plugins list for it.
 * @returns undefined for `full`, which every tool is in.
 * @throws GNT_CONFIG_INVALID for a profile no plugin lists anything for: a misspelt one must not show everything.
 */
export function toolsOfProfile(
  plugins: readonly Pick<Plugin, "profiles">[],
  profile: string,
): ReadonlySet<string> | undefined {
  if (profile === FULL_PROFILE) return undefined;
  const lists = plugins.flatMap(({ profiles = {} }) =>
    Object.hasOwn(profiles, profile) ? [profiles[profile]] : [],
  );
  if (lists.length > 0) return new Set(lists.flatMap((names = []) => names));
  const known = [FULL_PROFILE, ...new Set(plugins.flatMap(({ profiles = {} }) => Object.keys(profiles)))];
  const near = nearestName(profile, known);
  throw new ConfigError("GNT_CONFIG_INVALID", `no plugin here has tools for the profile \`${profile}\``, {
    hint: near ? `did you mean \`${near}\`?` : `use one of ${known.map((name) => `\`${name}\``).join(", ")}`,
  });
}
