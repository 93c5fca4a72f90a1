import type { PackManifest } from "@gauntlet/core";
import { visibleLine } from "./visible-line.ts";

type ToolManifest = PackManifest["tools"][number];

/** What a pack asks for, a line each, for a person who has to say yes or no. */
export function manifestLines({ tools, hooks, secrets, resources }: PackManifest): readonly string[] {
  const width = Math.max(0, ...tools.map(({ name }) => name.length));
  return [
    tools.length === 0
      ? "brings no tools"
      : `brings ${tools.length} ${tools.length === 1 ? "tool" : "tools"}:`,
    ...tools.map((tool) => `  ${tool.name.padEnd(width)}  ${asks(tool)}`),
    ...(hooks.length > 0 ? [`taps ${hooks.join(", ")}: it takes part in every call`] : []),
    ...(secrets.length > 0 ? [`reads the secrets ${secrets.join(", ")}`] : []),
    ...(resources.length > 0 ? [`holds open in each session: ${resources.join(", ")}`] : []),
    "its code runs in this process with all your rights; what it says above is checked when it is loaded",
  ].map(visibleLine);
}

function asks({ effects, hosts, flags }: ToolManifest): string {
  const touches =
    effects === "any"
      ? "may touch anything"
      : effects.length === 0
        ? "touches nothing"
        : `may ${effects.join(", ")}`;
  const where =
    effects !== "any" && !effects.includes("connect")
      ? ""
      : hosts === "any"
        ? " (any host)"
        : ` (${hosts.join(", ")})`;
  return `${touches}${where}${flags.isReadOnly === true ? "; says it changes nothing" : ""}`;
}
