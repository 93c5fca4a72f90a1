import type { RuleSource } from "../policy/policy.ts";
import { extendLayers, type PolicyInForce } from "./extend-layers.ts";
import { loadCliSettings } from "./load-settings.ts";
import { type MergedConfig, mergeLayers } from "./merge-layers.ts";
import { projectRoot } from "./project-files.ts";
import { createTrustStore } from "./trust.ts";

/** What one settings file or text says when it is all the configuration there is. */
export interface SettingsAlone extends MergedConfig {
  /** Its own rules and those of the policies it extends. */
  readonly rules: readonly RuleSource[];
  readonly policies: readonly PolicyInForce[];
}

/** Absolute directories. */
export interface SettingsPlaces {
  readonly cwd: string;
  readonly home: string;
  /** Where trust is kept: policies inside a repository that is not trusted are refused. */
  readonly stateDirectory: string;
}

/**
 * Reads settings by themselves, so that what they decide can be compared: nothing of the person, the project or the
 * organization is read, no plugin is loaded and no hook counts. That these are left out is among the `notices`.
 * @param settings a JSON or YAML file, or JSON text that starts with `{`; as `--settings` takes it.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID, GNT_CONFIG_UNKNOWN_KEY, and what `loadPolicies` throws.
 */
export async function loadSettingsAlone(
  settings: string,
  { cwd, home, stateDirectory }: SettingsPlaces,
): Promise<SettingsAlone> {
  const layer = await loadCliSettings(settings, cwd);
  const merged = mergeLayers([layer], home);
  const { trusted } = await createTrustStore(stateDirectory, home).status(cwd);
  const { layers, policies, notices } = await extendLayers([layer], {
    cwd,
    hasRules: () => true,
    untrusted: trusted ? undefined : await projectRoot(cwd),
  });
  const plugins =
    (layer.config.plugins ?? []).length > 0 ? ["`plugins` are left out: only rules and mode count"] : [];
  const hooks = layer.hooks.length > 0 ? ["`hooks` are left out: only rules and mode count"] : [];
  return Object.freeze({
    ...merged,
    rules: layers.flatMap(({ rules }) => rules),
    policies,
    notices: [...merged.notices, ...notices, ...plugins, ...hooks],
  });
}
