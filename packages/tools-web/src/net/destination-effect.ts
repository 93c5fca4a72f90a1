import type { Effect, LocatedEffect } from "@gauntlet/core";

/**
 * The effect of fetching a URL: a connection to its host. The port is named where the URL names one; without, the
 * ports of http and https are meant.
 */
export function destinationEffect({ hostname, port }: URL): Effect {
  return { kind: "connect", host: hostname, ...(port !== "" && { port: Number(port) }) };
}

/** Whether effects that were allowed cover a connection to the host and port of a URL. */
export function coversDestination(effects: readonly LocatedEffect[], { hostname, port }: URL): boolean {
  return effects.some(
    (effect) =>
      effect.kind === "connect" &&
      effect.host === hostname &&
      (effect.port === undefined ? port === "" : String(effect.port) === port),
  );
}
