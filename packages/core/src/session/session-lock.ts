import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { SessionError } from "../errors.ts";

/**
 * Makes this process the one writer of a session, until `release` is called. A lock whose process is gone is taken
 * over.
 * @throws GNT_SESSION_BUSY when another living process writes it.
 */
export async function lockSession(directory: string): Promise<{ release(): Promise<void> }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return { release: () => rm(path, { force: true }) };
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
      const pid = Number(await readFile(path, "utf8").catch(() => ""));
      if (isAlive(pid)) {
        throw new SessionError(
          "GNT_SESSION_BUSY",
          `the session in \`${directory}\` is being written by process ${pid}`,
          {
            hint: "end that process, or start a new session",
          },
        );
      }
      await rm(path, { force: true });
    }
  }
  throw new SessionError(
    "GNT_SESSION_BUSY",
    `the session in \`${directory}\` is being taken over by another process`,
  );
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}
