import type { ModelFeatures } from "./port.ts";

/**
 * What a model of the public API takes, by its name. Unknown names are taken for models that take nothing more: what a
 * server does not know it refuses, and the whole request with it.
 * @source The public pages of the Messages API on tool search and structured outputs.
 */
export function featuresOf(model: string): ModelFeatures {
  const [, family = "", major = "0", minor = "0"] =
    /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2})(?!\d))?(?![\d.])/.exec(model) ?? [];
  const version = Number(major) * 100 + Number(minor);
  const isRecent = family !== "" && version >= 405;
  return { toolReferences: isRecent && family !== "haiku", strictTools: isRecent };
}
