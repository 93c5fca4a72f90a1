import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@gauntlet/core";

/** The directory to work in, absolute, links followed. */
export function workingDirectory(given: string | undefined): string {
  const path = resolve(given ?? process.cwd());
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch {
    // said below
  }
  throw new ConfigError("GNT_CONFIG_INVALID", `\`${path}\` is not a directory`, {
    hint: "name a directory that exists",
  });
}
