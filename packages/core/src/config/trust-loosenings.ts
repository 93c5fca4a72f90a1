import { isAbsolute, resolve } from "node:path";
import { isJsonObject } from "../json-object.ts";

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** What a configuration says that only counts with trust, in short phrases. */
export function loosenings(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return [];
  const permissions = isJsonObject(value["permissions"]) ? value["permissions"] : {};
  const listed = (what: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${what}: ${items.join(", ")}`];
  const names = (part: unknown): readonly string[] => (isJsonObject(part) ? Object.keys(part) : []);
  const mode = permissions["defaultMode"];
  return [
    ...listed("allow rules", texts(permissions["allow"])),
    ...listed("directories", texts(permissions["additionalDirectories"])),
    ...listed("mode", typeof mode === "string" ? [mode] : []),
    ...listed("environment", names(value["env"])),
    ...listed("plugins", texts(value["plugins"])),
    ...listed("policies", texts(value["extends"])),
    ...listed("trusted claims", texts(value["trustEffects"])),
    ...listed("options of packs", names(value["packs"])),
    ...listed("settings of Claude Code", value["claudeSettings"] === true ? [".claude/"] : []),
    ...listed("hooks", names(value["hooks"])),
    ...listed("servers", names(value["mcpServers"])),
  ];
}

/** The plugin and policy files a configuration names, as absolute paths, and whether it names packages too. */
export function namedModules(
  value: unknown,
  base: string,
): { readonly files: readonly string[]; readonly packages: boolean } {
  const entries = isJsonObject(value) ? [...texts(value["plugins"]), ...texts(value["extends"])] : [];
  const isFile = (entry: string): boolean => entry.startsWith(".") || isAbsolute(entry);
  return {
    files: entries.filter(isFile).map((entry) => resolve(base, entry)),
    packages: entries.some((entry) => !isFile(entry)),
  };
}
