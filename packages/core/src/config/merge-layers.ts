import { resolve } from "node:path";
import type { Mode } from "../contract/decision.ts";
import { ConfigError } from "../errors.ts";
import type { Deferral } from "../pool/deferral.ts";
import type { StrictChoice } from "../pool/strict-tools.ts";
import type { RedactionOptions } from "../secrets/redaction-options.ts";
import type { Limits } from "../stages/limits.ts";
import type { GivenPackOptions } from "../tool/pack-options.ts";
import type { ModelConfig, SessionConfig } from "./config.ts";
import { isOfRepository, type Layer, layerName } from "./layer.ts";
import { type ConfiguredServer, mergeServers } from "./merge-servers.ts";
import { quoted } from "./quoted.ts";

/** What all layers say together, apart from rules and plugins. */
export interface MergedConfig {
  /** Undefined when nobody names one. */
  readonly mode?: Mode;
  /** The organization or the command line names it, so that it also holds for a session that had another. */
  readonly modeIsFixed: boolean;
  readonly bypassDisabled: boolean;
  readonly model: ModelConfig;
  readonly limits: Partial<Limits>;
  readonly sessions: SessionConfig;
  readonly redaction: RedactionOptions;
  readonly profile?: string;
  readonly deferral: Partial<Deferral>;
  readonly strict?: StrictChoice;
  /** Undefined when nobody narrows the built-in tools. */
  readonly tools?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly packs: GivenPackOptions;
  /** Of each name the entry of the strongest place, whole; sorted by name. */
  readonly mcpServers: readonly ConfiguredServer[];
  readonly trustEffects: readonly string[];
  /** Absolute paths. */
  readonly additionalDirectories: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Merges layers, strongest first: of single values the strongest counts (members of `model`, `limits`, `deferral`,
 * `sessions` and `env` one by one), lists unite, and `tools` can only be narrowed.
 * @param hasRules whether the rules of a place count. Where they do not, its trust in effect claims and its
 * directories do not either: they allow.
 * @throws GNT_CONFIG_INVALID when a place wants the mode `bypassPermissions` and another forbids it.
 */
export function mergeLayers(
  layers: readonly Layer[],
  home: string,
  hasRules: (layer: Layer) => boolean = () => true,
): MergedConfig {
  const { mode, modeIsFixed, bypassDisabled, notices } = mergeModes(layers);
  const profile = layers.find(({ config }) => config.profile !== undefined)?.config.profile;
  const strict = layers.find(({ config }) => config.strict !== undefined)?.config.strict;
  const tools = intersection(
    layers.flatMap(({ config }) => (config.tools === undefined ? [] : [config.tools])),
  );
  const weakestFirst = layers.toReversed();
  return Object.freeze({
    ...(mode === undefined ? {} : { mode }),
    ...(profile === undefined ? {} : { profile }),
    ...(tools === undefined ? {} : { tools }),
    ...(strict === undefined ? {} : { strict }),
    deferral: Object.assign({}, ...weakestFirst.map(({ config }) => config.deferral)) as Partial<Deferral>,
    modeIsFixed,
    bypassDisabled,
    model: Object.assign({}, ...weakestFirst.map(({ config }) => config.model)) as ModelConfig,
    limits: Object.assign({}, ...weakestFirst.map(({ config }) => config.limits)) as Partial<Limits>,
    sessions: Object.assign(
      {},
      ...weakestFirst.filter((layer) => !isOfRepository(layer)).map(({ config }) => config.sessions),
    ) as SessionConfig,
    redaction: mergeRedaction(layers.filter((layer) => !isOfRepository(layer))),
    env: Object.assign({}, ...weakestFirst.map(({ config }) => config.env)) as Record<string, string>,
    packs: mergePacks(layers.filter(hasRules)),
    mcpServers: mergeServers(layers),
    trustEffects: union(layers.filter(hasRules).map(({ config }) => config.trustEffects ?? [])),
    additionalDirectories: union(layers.filter(hasRules).map((layer) => directoriesOf(layer, home))),
    notices: [
      ...notices,
      ...layers.flatMap(approvesNothing),
      ...layers.filter(isOfRepository).flatMap((layer) => [...ofSessions(layer), ...ofRedaction(layer)]),
    ],
  });
}

/** Whoever says it: a project must not approve its own servers, and others approve by trusting its directory. */
const approvesNothing = (layer: Layer): readonly string[] =>
  layer.config.enableAllProjectMcpServers
    ? [
        `\`enableAllProjectMcpServers\` in ${layerName(layer)} approves nothing: servers of a project count once its directory is trusted`,
      ]
    : [];

/** Options of packs can loosen what their tools do, so they count where rules do; of each the strongest place's. */
function mergePacks(layers: readonly Layer[]): GivenPackOptions {
  const given = layers.toReversed().map(({ config }) => config.packs ?? {});
  const names = union(given.map((packs) => Object.keys(packs)));
  return Object.fromEntries(
    names.map((name) => [name, Object.assign({}, ...given.map((packs) => packs[name]))]),
  );
}

function mergeModes(
  layers: readonly Layer[],
): Pick<MergedConfig, "mode" | "modeIsFixed" | "bypassDisabled" | "notices"> {
  const wishes = layers.filter(({ config }) => config.permissions?.defaultMode !== undefined);
  const bypassing = wishes.filter(({ config }) => config.permissions?.defaultMode === "bypassPermissions");
  const forbidding = layers.find(
    ({ config }) => config.permissions?.disableBypassPermissionsMode === "disable",
  );
  const [first] = bypassing;
  if (forbidding !== undefined && first !== undefined) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `mode \`bypassPermissions\` of ${quoted(layerName(first))} is forbidden by ${quoted(layerName(forbidding))}`,
      { hint: "choose another mode" },
    );
  }
  const fromRepository = bypassing.filter(isOfRepository);
  const strongest = wishes.find((layer) => !fromRepository.includes(layer));
  const mode = strongest?.config.permissions?.defaultMode;
  return {
    modeIsFixed: strongest?.source === "managed" || strongest?.source === "cli",
    ...(mode === undefined ? {} : { mode }),
    bypassDisabled: forbidding !== undefined,
    notices: fromRepository.map(
      (layer) =>
        `mode \`bypassPermissions\` in ${quoted(layerName(layer))} does not count: a repository cannot choose it`,
    ),
  };
}

function ofSessions(layer: Layer): string[] {
  if (!isFilled(layer.config.sessions)) return [];
  return [
    `\`sessions\` in ${quoted(layerName(layer))} does not count: a repository cannot delete or limit a person's sessions`,
  ];
}

function ofRedaction(layer: Layer): string[] {
  if (!isFilled(layer.config.redaction)) return [];
  return [
    `\`redaction\` in ${quoted(layerName(layer))} does not count: a repository cannot choose what is hidden or shown of results`,
  ];
}

/** Whether at all says the strongest; forms unite. */
function mergeRedaction(layers: readonly Layer[]): RedactionOptions {
  const given = layers.flatMap(({ config }) => config.redaction ?? []);
  const enabled = given.find((one) => one.enabled !== undefined)?.enabled;
  return {
    ...(enabled !== undefined && { enabled }),
    forms: given.flatMap(({ forms = [] }) => forms),
  };
}

function directoriesOf({ config, anchor }: Layer, home: string): string[] {
  return (config.permissions?.additionalDirectories ?? []).map((dir) =>
    dir === "~" || dir.startsWith("~/") ? resolve(home, `.${dir.slice(1)}`) : resolve(anchor, dir),
  );
}

const isFilled = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;

const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

function intersection(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists;
  return first?.filter((name) => others.every((list) => list.includes(name)));
}
