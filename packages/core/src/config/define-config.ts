import { checkConfig } from "./check-config.ts";
import type { GauntletConfig } from "./config.ts";

/**
 * Declares a configuration and checks it at once, so that a mistake is reported where it was written.
 * @returns a frozen copy.
 * @throws GNT_CONFIG_UNKNOWN_KEY, GNT_CONFIG_INVALID.
 */
export function defineConfig(config: GauntletConfig): GauntletConfig {
  return checkConfig(config);
}
