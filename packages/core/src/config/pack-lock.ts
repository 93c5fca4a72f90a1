import { join } from "node:path";
import type { PackManifest } from "../contract/manifest.ts";
import { ConfigError, PluginError } from "../errors.ts";
import { manifestHash, toolHashes } from "../tool/pack-manifest.ts";
import { parseText } from "./parse-text.ts";
import { quoted } from "./quoted.ts";
import { readText } from "./read-text.ts";
import { replaceFile } from "./replace-file.ts";

/** The file that pins packs, beside the configuration that names them. */
export const LOCK_FILE = "gauntlet.lock";

/** How a pack was when a person accepted it. */
export interface PackPin {
  readonly version?: string;
  /** Hash of its manifest. */
  readonly manifest: string;
  /** Hash of each tool, by name. */
  readonly tools: Readonly<Record<string, string>>;
}

/** A lock file: pins by package name. Members that are not known here are kept as they are. */
export interface PackLock {
  readonly packs: Readonly<Record<string, PackPin>>;
  readonly [other: string]: unknown;
}

/**
 * Reads the lock file of a directory.
 * @returns undefined when there is none.
 * @throws GNT_CONFIG_INVALID, GNT_CONFIG_READ for one that cannot be read: pins must not be lost.
 */
export async function readPackLock(directory: string): Promise<PackLock | undefined> {
  const file = join(directory, LOCK_FILE);
  const text = await readText(file);
  if (text === undefined) return undefined;
  const { value } = await parseText(text, { file, format: "json" });
  const { packs = {} } = (value ?? {}) as { packs?: unknown };
  if (typeof packs !== "object" || packs === null || !Object.values(packs).every(isPin)) {
    throw new ConfigError("GNT_CONFIG_INVALID", `the pins in ${quoted(file)} cannot be read`, {
      hint: "restore the file, or remove it and add the packs again",
    });
  }
  return { ...(value as object), packs: packs as PackLock["packs"] };
}

const isPin = (pin: unknown): boolean => {
  const { manifest, tools } = (pin ?? {}) as Readonly<Record<string, unknown>>;
  return typeof manifest === "string" && typeof tools === "object" && tools !== null;
};

/** The pin of a pack as it is now. */
export const pinOf = (manifest: PackManifest, version?: string): PackPin => ({
  ...(version !== undefined && { version }),
  manifest: manifestHash(manifest),
  tools: toolHashes(manifest),
});

/**
 * Pins a pack; the other pins stay. The file is replaced in one step.
 * @param directory absolute; where the configuration that names the pack is.
 */
export async function savePin(directory: string, name: string, pin: PackPin): Promise<string> {
  const lock = (await readPackLock(directory)) ?? { packs: {} };
  const packs = { ...lock.packs, [name]: pin };
  const sorted = Object.fromEntries(Object.entries(packs).sort(([a], [b]) => (a < b ? -1 : 1)));
  const file = join(directory, LOCK_FILE);
  await replaceFile(file, `${JSON.stringify({ ...lock, lock: 1, packs: sorted }, null, 2)}\n`, 0o644);
  return file;
}

/**
 * Refuses a pack that is not the one that was pinned.
 * @throws GNT_PLUGIN_PIN.
 */
export function checkPin(name: string, pin: PackPin, manifest: PackManifest | undefined): void {
  const refuse = (what: string): never => {
    throw new PluginError(
      "GNT_PLUGIN_PIN",
      `plugin ${quoted(name)} is not the one ${quoted(LOCK_FILE)} pins: ${what}`,
      {
        hint: `look at what changed and accept it with \`gauntlet add ${name}\`, or install the version that was pinned`,
      },
    );
  };
  if (manifest === undefined) refuse("it ships no manifest any more");
  else if (manifestHash(manifest) !== pin.manifest) refuse(pinDifference(pin, manifest));
}

/** What changed since a pack was pinned, in words. */
export function pinDifference(pin: PackPin, manifest: PackManifest): string {
  const now = toolHashes(manifest);
  const named = (names: readonly string[], what: string): string[] =>
    names.length === 0 ? [] : [`${names.map((name) => `\`${name}\``).join(", ")} ${what}`];
  const words = [
    ...named(
      Object.keys(now).filter((name) => !Object.hasOwn(pin.tools, name)),
      "new",
    ),
    ...named(
      Object.keys(now).filter((name) => Object.hasOwn(pin.tools, name) && pin.tools[name] !== now[name]),
      "changed",
    ),
    ...named(
      Object.keys(pin.tools).filter((name) => !Object.hasOwn(now, name)),
      "gone",
    ),
  ];
  return words.length === 0 ? "what it asks for beside its tools changed" : `tools ${words.join("; ")}`;
}
