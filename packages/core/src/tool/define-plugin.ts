import type { Plugin, PluginSpec } from "../contract/plugin.ts";
import type { Resource } from "../contract/resource.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { PluginError } from "../errors.ts";
import { isTool } from "./define-tool.ts";
import { nearestName } from "./nearest-name.ts";

const pluginMarker = Symbol.for("gauntlet.plugin");
const MEMBERS = ["name", "tools", "options", "resources", "apply"];

/**
 * Declares a plugin: a named bundle of tools and taps.
 * @throws GNT_PLUGIN_DECLARATION for unknown or mistyped members and for tools not made by `defineTool`.
 */
export function definePlugin(spec: PluginSpec): Plugin {
  const label = `plugin \`${String(spec?.name)}\``;
  const refuse = (what: string, hint?: string): never => {
    throw new PluginError("GNT_PLUGIN_DECLARATION", `${label} ${what}`, hint === undefined ? {} : { hint });
  };
  if (typeof spec?.name !== "string" || spec.name.trim() === "") refuse("has no name");
  for (const member of Object.keys(spec)) {
    const near = nearestName(member, MEMBERS);
    if (!MEMBERS.includes(member))
      refuse(`declares \`${member}\`, which no plugin has`, near && `did you mean \`${near}\`?`);
  }
  if (spec.tools !== undefined && !Array.isArray(spec.tools))
    refuse("declares `tools` that are not an array");
  for (const [i, tool] of (spec.tools ?? []).entries()) {
    if (!isTool(tool))
      refuse(`lists something at \`tools[${i}]\` that is not a tool`, "make it with `defineTool`");
  }
  if (spec.options !== undefined && (spec.options as { type?: unknown } | null)?.type !== "object")
    refuse("declares `options` that are not an object schema", "make it with `Type.Object`");
  const resources: unknown = spec.resources ?? [];
  if (!Array.isArray(resources) || !resources.every(isResource))
    refuse("declares `resources` that are not a list of resources", "make each with `defineResource`");
  if (spec.apply !== undefined && typeof spec.apply !== "function")
    refuse("declares `apply` that is not a function");

  const plugin: Plugin = {
    contract: CONTRACT_VERSION,
    name: spec.name,
    tools: Object.freeze([...(spec.tools ?? [])]),
    ...(spec.options && { options: spec.options }),
    resources: Object.freeze([...(resources as readonly Resource<unknown>[])]),
    apply: (scope) => spec.apply?.(scope),
  };
  Object.defineProperty(plugin, pluginMarker, { value: true });
  return Object.freeze(plugin);
}

/** Tells whether a value was made by `definePlugin`, also by another copy of this package. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && Object.hasOwn(value, pluginMarker);
}

const isResource = (value: unknown): boolean => {
  const { name, open, close } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === "string" && typeof open === "function" && typeof close === "function";
};
