import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "@gauntlet/core";

/**
 * Writes files that must not exist yet.
 * @param directory absolute; made when it is not there.
 * @throws GNT_CONFIG_INVALID for the first that exists; it is left as it is.
 */
export async function writeNewFiles(
  directory: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: "wx" }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause;
      throw new ConfigError("GNT_CONFIG_INVALID", `\`${file}\` exists already`, {
        hint: "nothing is overwritten; move it away, or choose another place",
        cause,
      });
    });
  }
}
