import type { Finding, Gauntlet, PluginBoot, ToolPool } from "@gauntlet/core";
import { BUILTIN_PACKS } from "../builtin-packs.ts";

/** Where a plugin comes from, in words. */
export const originOf = ({ plugin, source }: Pick<PluginBoot, "plugin" | "source">): string =>
  BUILTIN_PACKS.some(({ name }) => name === plugin) ? "built in" : source;

/** What the plugins bring. */
export function pluginFindings(boot: Gauntlet["boot"]): readonly Finding[] {
  return boot.map((one) => {
    const { plugin, version, tools, taps } = one;
    const hooks = [...new Set(taps.map(({ hook }) => hook))];
    const parts = [
      originOf(one),
      ...(version === undefined ? [] : [version]),
      ...(tools.length > 0 ? [`${tools.length} ${tools.length === 1 ? "tool" : "tools"}`] : []),
      ...(hooks.length > 0 ? [`taps ${hooks.join(", ")}`] : []),
    ];
    return { about: plugin, state: "ok", text: parts.join(", ") };
  });
}

/** Which tools a model would see, and why not the others. */
export function toolFindings({ entries, hidden }: Pick<ToolPool, "entries" | "hidden">): readonly Finding[] {
  const names = entries.map(({ tool }) => tool.name);
  return [
    {
      about: "offered",
      state: names.length === 0 ? "problem" : "ok",
      text: names.length === 0 ? "a model would see no tool" : names.join(", "),
    },
    ...hidden.map(({ tool, why }): Finding => ({ about: tool, state: "notice", text: `hidden: ${why}` })),
  ];
}
