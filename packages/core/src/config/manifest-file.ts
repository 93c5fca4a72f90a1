import { join } from "node:path";
import { MANIFEST_FILE, MANIFEST_FORMAT, type PackManifest } from "../contract/manifest.ts";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { PluginError } from "../errors.ts";
import { quoted } from "./quoted.ts";
import { readText } from "./read-text.ts";

/**
 * Reads the manifest of an installed package; nothing of the package runs.
 * @param directory absolute directory of the package.
 * @returns undefined when it ships none.
 * @throws GNT_PLUGIN_MANIFEST for one that cannot be read.
 */
export async function readManifest(directory: string): Promise<PackManifest | undefined> {
  const file = join(directory, MANIFEST_FILE);
  const text = await readText(file);
  return text === undefined ? undefined : parseManifest(text, file);
}

/**
 * Reads the text of a manifest.
 * @param where what messages call the place.
 * @throws GNT_PLUGIN_MANIFEST.
 */
export function parseManifest(text: string, where: string): PackManifest {
  const refuse = (what: string, hint = "the author of the pack runs `gauntlet pack manifest`"): never => {
    throw new PluginError("GNT_PLUGIN_MANIFEST", `the manifest ${quoted(where)} ${what}`, { hint });
  };
  const read = readJsonStrictly(text);
  if ("problem" in read) return refuse(`cannot be read: ${read.problem}`);
  const { value } = read;
  const { manifest, name, tools } = (value ?? {}) as Partial<Record<keyof PackManifest, unknown>>;
  if (manifest !== MANIFEST_FORMAT)
    refuse(
      `has the form ${JSON.stringify(manifest) ?? "of no version"}, not ${MANIFEST_FORMAT}`,
      "install a version of the pack that fits",
    );
  if (typeof name !== "string" || !Array.isArray(tools) || !tools.every(isTool))
    refuse("lists no tools by name");
  for (const key of ["hooks", "resources", "secrets"] as const) {
    if (!isTexts((value as PackManifest)[key])) refuse(`has no list of \`${key}\``);
  }
  return value as PackManifest;
}

const isTool = (tool: unknown): boolean => {
  const { name, description, flags, effects, hosts } = (tool ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof name === "string" &&
    typeof description === "string" &&
    typeof flags === "object" &&
    flags !== null &&
    (effects === "any" || isTexts(effects)) &&
    (hosts === "any" || isTexts(hosts))
  );
};

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
