import { extendedSource } from "./extended-rules.ts";
import type { LayerSource } from "./layer.ts";
import { type Layer, layerName } from "./layer.ts";
import { type FoundPolicy, loadPolicies } from "./load-policies.ts";

/** A policy in force, and the source its rules have: that of the place that extends it. */
export interface PolicyInForce extends FoundPolicy {
  readonly source: LayerSource;
}

/** A file that was read because a place extends it. */
export interface ExtendedFile {
  /** Absolute. */
  readonly file: string;
  readonly source: LayerSource;
}

/** Layers with the rules of what they extend. */
export interface ExtendedLayers {
  readonly layers: readonly Layer[];
  readonly policies: readonly PolicyInForce[];
  /** What was read, with the source of the place that extends it. */
  readonly files: readonly ExtendedFile[];
  readonly notices: readonly string[];
}

/** What may be loaded for whom. */
export interface ExtendLimits {
  /** Working directory, absolute; settings without a file extend from it. */
  readonly cwd: string;
  /** Whether the rules of a place count; those of others are not loaded. */
  readonly hasRules: (layer: Layer) => boolean;
  /** Absolute directory whose policies a flag may not name, as a repository would decide what stands behind it. */
  readonly untrusted: string | undefined;
}

/**
 * Loads what every place extends and adds its rules to those of the place.
 * @throws what `loadPolicies` throws: a place without the policy it is built on would lack its deny rules.
 */
export async function extendLayers(
  layers: readonly Layer[],
  { cwd, hasRules, untrusted }: ExtendLimits,
): Promise<ExtendedLayers> {
  const policies: PolicyInForce[] = [];
  const files: ExtendedFile[] = [];
  const notices: string[] = [];
  const extended: Layer[] = [];
  for (const layer of layers) {
    const entries = layer.config.extends ?? [];
    if (entries.length === 0 || !hasRules(layer)) {
      extended.push(layer);
      continue;
    }
    const { source } = layer;
    const place = {
      name: layerName(layer),
      ...(source === "cli" && untrusted !== undefined ? { untrusted } : {}),
    };
    const found = await loadPolicies(entries, layer.file ?? cwd, place);
    const rules = found.rules.map((rule) => extendedSource(rule, layer));
    extended.push(Object.freeze({ ...layer, rules: Object.freeze([...layer.rules, ...rules]) }));
    policies.push(...found.policies.map((policy) => Object.freeze({ ...policy, source })));
    files.push(...found.files.map((file) => ({ file, source })));
    notices.push(...found.notices);
  }
  return { layers: extended, policies, files, notices };
}
