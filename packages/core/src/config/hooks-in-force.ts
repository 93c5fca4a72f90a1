import { HOOK_EVENTS, type HookEvent, type HookSettings } from "../contract/command-hook.ts";
import { isOfRepository, type Layer, type LayerSource, layerName } from "./layer.ts";
import { quoted } from "./quoted.ts";

/** Which hooks run, and what people must be told about those that do not. */
export interface HooksInForce {
  readonly settings: HookSettings;
  readonly notices: readonly string[];
}

/** The order hooks rewrite in, and plugins are loaded in. */
export const CONFIGURATION_ORDER: readonly LayerSource[] = ["managed", "user", "project", "local", "cli"];

/**
 * Takes the hooks of all places that may run. Managed hooks are switched off by managed settings alone. For the others
 * the strongest word of managed settings, the command line and the person counts; a repository can only switch off its
 * own: the person's guards are not its to lift.
 * @param layers strongest first.
 * @param mayRun whether the hooks of a place may run at all, as the organization says.
 */
export function hooksInForce(layers: readonly Layer[], mayRun: (layer: Layer) => boolean): HooksInForce {
  const managedOff = layers.some(
    ({ source, config }) => source === "managed" && config.disableAllHooks === true,
  );
  const word = layers.find((layer) => !isOfRepository(layer) && layer.config.disableAllHooks !== undefined);
  const isOff = word?.config.disableAllHooks === true;
  const repository = layers.find(
    (layer) => isOfRepository(layer) && layer.config.disableAllHooks !== undefined,
  );
  const repositoryOff = repository?.config.disableAllHooks === true;
  const runs = (layer: Layer): boolean => {
    if (managedOff || !mayRun(layer)) return false;
    if (layer.source === "managed") return true;
    return !isOff && !(repositoryOff && isOfRepository(layer));
  };
  const running = layers.filter(runs);
  const lists = (key: "allowedHttpHookUrls" | "httpHookAllowedEnvVars"): (readonly string[])[] =>
    layers.flatMap(({ config }) => (config[key] === undefined ? [] : [config[key]]));
  return {
    settings: Object.freeze({
      hooks: CONFIGURATION_ORDER.flatMap((source) =>
        running.filter((layer) => layer.source === source).flatMap(({ hooks }) => hooks),
      ),
      allowedUrls: lists("allowedHttpHookUrls"),
      allowedEnvVars: lists("httpHookAllowedEnvVars"),
    }),
    notices: [
      ...layers.filter((layer) => layer.hooks.length > 0 && !runs(layer)).map(notRun),
      ...running.flatMap(idle),
    ],
  };
}

const notRun = (layer: Layer): string =>
  `\`hooks\` of ${quoted(layerName(layer))} do not run: hooks are switched off, or only managed ones are allowed`;

function idle(layer: Layer): string[] {
  const never = Object.keys(layer.config.hooks ?? {}).filter(
    (event) => !HOOK_EVENTS.includes(event as HookEvent),
  );
  if (never.length === 0) return [];
  const events = never.map((event) => `\`${event}\``).join(", ");
  return [`hooks for ${events} in ${quoted(layerName(layer))} never run: there is no such event here`];
}
