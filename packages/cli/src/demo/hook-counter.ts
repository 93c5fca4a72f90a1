import { definePlugin, HOOK_NAMES, type Plugin } from "@gauntlet/core";

/** A plugin that looks on: it counts how often each of the seven hooks ran. */
export function createHookCounter(): { readonly plugin: Plugin; summary(): string } {
  const counts = new Map<string, number>(HOOK_NAMES.map((name) => [name, 0]));
  const plugin = definePlugin({
    name: "hook-counter",
    apply({ hooks }) {
      for (const name of HOOK_NAMES)
        hooks[name].tap("count", () => void counts.set(name, (counts.get(name) ?? 0) + 1));
    },
  });
  return { plugin, summary: () => [...counts].map(([name, count]) => `${name} ${count}`).join(" · ") };
}
