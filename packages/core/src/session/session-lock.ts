import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { SessionError, systemReason } from "../errors.ts";
import { bootId, isProcessAlive, processStat } from "../process/process-stat.ts";

/** The right to be the one writer of a session. */
export interface SessionLock {
  release(): Promise<void>;
}

/**
 * Makes this process the one writer of a session, until `release` is called. A lock whose process is gone is taken
 * over; that of another machine never is, since nobody here can tell whether its process lives.
 * @throws GNT_SESSION_BUSY when another living process writes it, GNT_SESSION_JOURNAL when nothing can be written there.
 */
export async function lockSession(directory: string): Promise<SessionLock> {
  const path = join(directory, "lock");
  const own = `${path}-${randomUUID()}`;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Linked into place whole: a lock file is never seen empty.
    await writeFile(own, describeSelf(), { mode: 0o600, flag: "wx" });
    if ((await linked(own, path)) || (await takenOver(path, own, directory)))
      return { release: () => rm(path, { force: true }) };
  } catch (thrown) {
    if (thrown instanceof SessionError) throw thrown;
    throw new SessionError(
      "GNT_SESSION_JOURNAL",
      `the session in \`${directory}\` cannot be locked: ${systemReason(thrown)}`,
      { hint: "free disk space or check permissions", cause: thrown },
    );
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
  throw new SessionError(
    "GNT_SESSION_BUSY",
    `the session in \`${directory}\` is being taken over by another process`,
    { hint: "try again" },
  );
}

/** Id of the living process that writes a session; undefined when none does. Changes nothing. */
export async function lockHolder(directory: string): Promise<number | undefined> {
  const content = await readFile(join(directory, "lock"), "utf8").catch(() => "");
  const owner = readOwner(content);
  return isHeld(owner) ? owner.pid : undefined;
}

/**
 * Takes over a lock whose process is gone. Only the one that holds the mutex may remove a lock, and it looks at it
 * again first: in the meantime another process may have taken it over.
 */
async function takenOver(path: string, own: string, directory: string): Promise<boolean> {
  await refuseIfHeld(path, directory);
  const mutex = `${path}-takeover`;
  if (!(await linked(own, mutex))) {
    // Left behind when a process died within the few steps below.
    if (await refuseIfHeld(mutex, directory)) await rm(mutex, { force: true });
    return false;
  }
  try {
    await refuseIfHeld(path, directory);
    await rm(path, { force: true });
    return await linked(own, path);
  } finally {
    await rm(mutex, { force: true });
  }
}

/** True when a lock is there and its process is gone, false when none is there. */
async function refuseIfHeld(path: string, directory: string): Promise<boolean> {
  const content = await readFile(path, "utf8").catch(() => undefined);
  if (content === undefined) return false;
  const owner = readOwner(content);
  if (!isHeld(owner)) return true;
  const elsewhere = owner.host === hostname() ? "" : ` on \`${owner.host}\``;
  throw new SessionError(
    "GNT_SESSION_BUSY",
    `the session in \`${directory}\` is being written by process ${owner.pid}${elsewhere}`,
    { hint: `fork the session, or end that process; if it is gone, remove \`${path}\`` },
  );
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    throw thrown;
  }
}

/** Who holds a lock. Empty texts where the system does not say. */
interface Owner {
  readonly pid: number;
  /** In containers a new process often has the id of the one that died; its start tells them apart. */
  readonly start: string;
  readonly boot: string;
  readonly host: string;
}

function describeSelf(): string {
  const { pid } = process;
  return JSON.stringify({ pid, start: startOf(pid), boot: bootId(), host: hostname() });
}

/** What is not a lock of ours belongs to nobody. */
function readOwner(content: string): Owner {
  const nobody = { pid: 0, start: "", boot: "", host: hostname() };
  try {
    const { pid, start, boot, host } = JSON.parse(content) as Owner;
    const isOwner = Number.isInteger(pid) && [start, boot, host].every((text) => typeof text === "string");
    return isOwner ? { pid, start, boot, host } : nobody;
  } catch {
    return nobody;
  }
}

function isHeld({ pid, start, boot, host }: Owner): boolean {
  if (host !== hostname()) return true;
  return boot === bootId() && isProcessAlive(pid) && start === startOf(pid);
}

/** Empty where the system does not say. */
const startOf = (pid: number): string => processStat(pid)?.start ?? "";

const codeOf = (thrown: unknown): string | undefined => (thrown as NodeJS.ErrnoException).code;
