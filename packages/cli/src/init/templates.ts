import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "@gauntlet/core";

/** What can be generated. */
export type TemplateName = "project" | "pack" | "policy";

/** Beside the entry of the built command, above its chunks, and above the sources. */
const PLACES = ["./templates/", "../templates/", "../../templates/"];

/** Under their real names these would be left out of the published package, or read as its own. */
const REAL_NAMES: Readonly<Record<string, string>> = {
  _gitignore: ".gitignore",
  "_package.json": "package.json",
};

/**
 * The files of a template, its words filled in.
 * @returns relative path to content.
 */
export async function fillTemplate(
  name: TemplateName,
  words: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const directory = join(templatesDirectory(), name);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const filled = await Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(file, "utf8");
      const path = relative(directory, file);
      return [
        REAL_NAMES[path] ?? path,
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? ""),
      ] as const;
    }),
  );
  return Object.fromEntries(filled);
}

function templatesDirectory(): string {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
    existsSync(path),
  );
  if (found === undefined) {
    throw new ConfigError("GNT_CONFIG_READ", "this installation of gauntlet has no templates", {
      hint: "install it again",
    });
  }
  return found;
}
