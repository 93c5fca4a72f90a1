import type { Plugin, PluginSpec } from "../contract/plugin.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { PluginError } from "../errors.ts";
import { isTool } from "./define-tool.ts";
import { nearestName } from "./nearest-name.ts";

const pluginMarker = Symbol.for("gauntlet.plugin");
const MEMBERS = [
  "name",
  "version",
  "tools",
  "options",
  "slots",
  "resources",
  "secrets",
  "profiles",
  "apply",
  "diagnose",
];

/**
 * Declares a plugin: a named bundle of tools and taps.
 * @throws GNT_PLUGIN_DECLARATION for unknown or mistyped members and for tools not made by `defineTool`.
 */
export function definePlugin(spec: PluginSpec): Plugin {
  const refuse: Refuse = (what, hint) => {
    const message = `plugin \`${String(spec?.name)}\` ${what}`;
    throw new PluginError("GNT_PLUGIN_DECLARATION", message, hint === undefined ? {} : { hint });
  };
  if (typeof spec?.name !== "string" || spec.name.trim() === "") refuse("has no name");
  for (const member of Object.keys(spec)) {
    const near = nearestName(member, MEMBERS);
    if (!MEMBERS.includes(member))
      refuse(`declares \`${member}\`, which no plugin has`, near && `did you mean \`${near}\`?`);
  }
  checkWords(spec, refuse);
  checkLists(spec, refuse);
  for (const member of ["apply", "diagnose"] as const) {
    if (spec[member] !== undefined && typeof spec[member] !== "function")
      refuse(`declares \`${member}\` that is not a function`);
  }

  const {
    name,
    version,
    tools = [],
    options,
    slots = [],
    resources = [],
    secrets,
    profiles,
    diagnose,
  } = spec;
  const plugin: Plugin = {
    contract: CONTRACT_VERSION,
    name,
    ...(version !== undefined && { version }),
    tools: Object.freeze([...tools]),
    ...(options && { options }),
    slots: Object.freeze([...slots]),
    resources: Object.freeze([...resources]),
    ...(secrets && { secrets: Object.freeze([...secrets]) }),
    ...(profiles && { profiles }),
    apply: (scope) => spec.apply?.(scope),
    ...(diagnose && { diagnose: (scope) => diagnose(scope) }),
  };
  Object.defineProperty(plugin, pluginMarker, { value: true });
  return Object.freeze(plugin);
}

/** Tells whether a value was made by `definePlugin`, also by another copy of this package. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && Object.hasOwn(value, pluginMarker);
}

type Refuse = (what: string, hint?: string) => never;

function checkWords({ version, options }: PluginSpec, refuse: Refuse): void {
  if (version !== undefined && (typeof version !== "string" || version.trim() === ""))
    refuse("declares a `version` that is not a text");
  if (options !== undefined && (options as { type?: unknown } | null)?.type !== "object")
    refuse("declares `options` that are not an object schema", "make it with `Type.Object`");
}

function checkLists(
  { tools = [], slots = [], resources = [], secrets = [], profiles = {} }: PluginSpec,
  refuse: Refuse,
): void {
  if (!Array.isArray(tools)) refuse("declares `tools` that are not an array");
  for (const [i, tool] of tools.entries()) {
    if (!isTool(tool))
      refuse(`lists something at \`tools[${i}]\` that is not a tool`, "make it with `defineTool`");
  }
  if (!Array.isArray(slots) || !slots.every(isSlot))
    refuse("declares `slots` that are not a list of slots", "make each with `defineSlot`");
  if (!Array.isArray(resources) || !resources.every(isResource))
    refuse("declares `resources` that are not a list of resources", "make each with `defineResource`");
  if (!Array.isArray(secrets) || !secrets.every((name) => typeof name === "string"))
    refuse("declares `secrets` that are not names of environment variables");
  if (!isProfiles(profiles))
    refuse("declares `profiles` that are not lists of tool names", 'write `{ simple: ["Read"] }`');
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>;

const isSlot = (value: unknown): boolean => typeof membersOf(value)["name"] === "string";

const isResource = (value: unknown): boolean => {
  const { name, open, close } = membersOf(value);
  return typeof name === "string" && typeof open === "function" && typeof close === "function";
};

const isProfiles = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every(
    (names) => Array.isArray(names) && names.every((name) => typeof name === "string"),
  );
