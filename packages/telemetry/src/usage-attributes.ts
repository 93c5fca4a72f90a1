import type { Usage } from "@gauntlet/core";
import type { Attributes } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";

/** Tokens; the conventions count cached ones among those that went in. */
export function usageAttributes(usage: Usage): Attributes {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return {
    [A.inputTokens]: inputTokens + cacheReadTokens + cacheWriteTokens,
    [A.outputTokens]: outputTokens,
    [A.cacheReadTokens]: cacheReadTokens,
    [A.cacheCreationTokens]: cacheWriteTokens,
  };
}
