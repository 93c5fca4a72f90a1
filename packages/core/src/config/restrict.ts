import type { GauntletConfig } from "./config.ts";

/** A configuration reduced to what may be said without trust, and the key paths that were taken out. */
export interface Restricted {
  readonly config: GauntletConfig;
  readonly ignored: readonly string[];
}

/** Keeps what only tightens: deny and ask rules. Everything else an untrusted place says is left out and named. */
export function restrictToTightening(config: GauntletConfig): Restricted {
  const { permissions = {}, ...others } = config;
  const { ask, deny, ...loosening } = permissions;
  const ignored = [
    ...Object.entries(loosening).map(([key, value]) => [`permissions.${key}`, value] as const),
    ...Object.entries(others),
  ].filter(([, value]) => !isEmpty(value));
  return {
    config: Object.freeze({
      permissions: Object.freeze({
        ...(ask === undefined ? {} : { ask }),
        ...(deny === undefined ? {} : { deny }),
      }),
    }),
    ignored: ignored.map(([key]) => key),
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
