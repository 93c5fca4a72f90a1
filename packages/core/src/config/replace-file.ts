import { randomBytes } from "node:crypto";
import { chmod, mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file in one step, so that a reader sees the old or the new one; a link is followed.
 * @param mode of the new file. Default: the owner's alone.
 */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A person may keep the file elsewhere and link to it.
  const file = await realpath(path).catch(() => path);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, text, { flag: "wx", mode });
    await chmod(draft, mode);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
