import { createAnthropicModel, type LoadedConfig, type ModelPort } from "@gauntlet/core";

/**
 * The model that the usual variables and the configuration name. Any server that speaks the Messages API works through
 * `ANTHROPIC_BASE_URL`, which wins over one named in a settings file. Nothing is loaded or contacted.
 * @returns undefined when the variables name neither a key nor a server.
 */
export function modelFromEnvironment({
  baseURL,
  idleTimeoutMs,
  toolReferences,
  strictTools,
}: LoadedConfig["model"]): ModelPort | undefined {
  const {
    ANTHROPIC_API_KEY: apiKey,
    ANTHROPIC_AUTH_TOKEN: authToken,
    ANTHROPIC_BASE_URL: server,
  } = process.env;
  if (!apiKey && !authToken && !server) return undefined;
  return createAnthropicModel({
    baseURL: server || baseURL,
    idleTimeoutMs,
    features: {
      ...(toolReferences !== undefined && { toolReferences }),
      ...(strictTools !== undefined && { strictTools }),
    },
    apiKey: apiKey || undefined,
    authToken: authToken || undefined,
  });
}
