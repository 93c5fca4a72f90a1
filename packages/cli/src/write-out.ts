import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError, systemReason } from "@gauntlet/core";

/**
 * Writes a text to standard output, or to a file that does not exist yet (0600).
 * @throws GNT_CONFIG_INVALID when the file exists or cannot be made.
 */
export async function writeOut(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return void process.stdout.write(text);
  await writeFile(resolve(file), text, { flag: "wx", mode: 0o600 }).catch((cause: unknown) => {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `\`${resolve(file)}\` cannot be made: ${systemReason(cause)}`,
      {
        hint: "name a file that does not exist yet, in a directory that does",
        cause,
      },
    );
  });
}
