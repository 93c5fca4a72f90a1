import { createHash } from "node:crypto";
import { HOOK_NAMES } from "../contract/hook.ts";
import { MANIFEST_FORMAT, type PackManifest, type ToolManifest } from "../contract/manifest.ts";
import type { Plugin } from "../contract/plugin.ts";
import type { Tool } from "../contract/tool.ts";

/**
 * The manifest of a plugin, from its code.
 * @param hooks names of the hooks it taps, in any order and number.
 */
export function manifestOf(plugin: Plugin, hooks: readonly string[]): PackManifest {
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
    a.name < b.name ? -1 : 1;
  return {
    manifest: MANIFEST_FORMAT,
    contract: plugin.contract,
    name: plugin.name,
    tools: plugin.tools.map(toolManifest).sort(byName),
    hooks: HOOK_NAMES.filter((name) => hooks.includes(name)),
    resources: (plugin.resources ?? []).map(({ name }) => name).sort(),
    secrets: [...(plugin.secrets ?? [])].sort(),
    profiles: plugin.profiles ?? {},
    options: plugin.options === undefined ? null : plain(plugin.options),
  };
}

function toolManifest(tool: Tool): ToolManifest {
  const { name, aliases, description, searchHint, flags, timeoutMs, maxResultBytes, declared } = tool;
  return {
    name,
    aliases: [...aliases],
    description,
    describesItself: tool.describeFor !== undefined,
    searchHint: searchHint ?? null,
    input: plain(tool.input),
    ...(tool.output !== undefined && { output: plain(tool.output) }),
    flags: {
      isReadOnly: declared?.isReadOnly ?? null,
      isConcurrencySafe: declared?.isConcurrencySafe ?? null,
      strict: flags.strict ?? false,
      shouldDefer: flags.shouldDefer,
      alwaysLoad: flags.alwaysLoad,
      needsPerson: flags.needsPerson,
      honorsReadDenies: flags.honorsReadDenies,
      onInterrupt: flags.onInterrupt,
    },
    timeoutMs,
    maxResultBytes,
    effects: declared?.effectKinds ? [...declared.effectKinds].sort() : "any",
    hosts: declared?.hosts ? [...declared.hosts].sort() : "any",
  };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A manifest as its file holds it: the same bytes for the same pack, keys in order, with a line end at its end. */
export function manifestText(manifest: PackManifest): string {
  return `${JSON.stringify(inOrder(manifest), null, 2)}\n`;
}

/** Arrays keep their order; keys of objects are sorted, so that none depends on how a file was written. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, inOrder((value as Record<string, unknown>)[key])]));
}

/** What pins are compared by: `sha256-` and the hash of the text. */
export function manifestHash(manifest: PackManifest): string {
  return hashOf(inOrder(manifest));
}

/** The same for each tool, by name: says which one changed. */
export function toolHashes({ tools }: PackManifest): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, hashOf(inOrder(tool))]));
}

const hashOf = (value: unknown): string =>
  `sha256-${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;

/**
 * The first way in which the code of a pack differs from its manifest, as the end of a sentence; undefined when it is
 * what it says it is.
 * @param made from the code.
 * @param parts what of it is known; left out: everything.
 */
export function manifestDifference(
  said: PackManifest,
  made: PackManifest,
  parts: readonly (keyof PackManifest)[] = Object.keys(made) as (keyof PackManifest)[],
): string | undefined {
  for (const part of parts) {
    if (part === "tools") {
      const tool = differingTool(said, made);
      if (tool !== undefined) return tool;
    } else if (JSON.stringify(inOrder(said[part])) !== JSON.stringify(inOrder(made[part])))
      return `\`${part}\` is ${shown(made[part])} in the code and ${shown(said[part])} in the manifest`;
  }
  return undefined;
}

function differingTool(said: PackManifest, made: PackManifest): string | undefined {
  const [before, now] = [toolHashes(said), toolHashes(made)];
  const missing = Object.keys(now).find((name) => !Object.hasOwn(before, name));
  if (missing !== undefined) return `the code has the tool \`${missing}\`, which the manifest does not list`;
  const gone = Object.keys(before).find((name) => !Object.hasOwn(now, name));
  if (gone !== undefined) return `the manifest lists the tool \`${gone}\`, which the code does not have`;
  const other = made.tools.find(({ name }) => before[name] !== now[name]);
  if (other === undefined) return undefined;
  const old = said.tools.find(({ name }) => name === other.name);
  const members = [...new Set([...Object.keys(other), ...Object.keys(old ?? {})])] as (keyof ToolManifest)[];
  const member = members.find(
    (key) => JSON.stringify(inOrder(other[key])) !== JSON.stringify(inOrder(old?.[key])),
  );
  return `the tool \`${other.name}\` differs in \`${member}\``;
}

const MAX_SHOWN = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text}\``;
}
