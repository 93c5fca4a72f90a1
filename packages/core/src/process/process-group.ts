import { setTimeout as delay } from "node:timers/promises";
import { isRunning, processesIn } from "./process-stat.ts";

const POLL_MS = 20;
const KILL_WAIT_MS = 1_000;

/**
 * Ends every process of a group: SIGTERM, then SIGKILL to what is left after the grace time. A process that moved to
 * another group or session is not reached.
 * @param leader pid of the process that was started as head of its own group.
 * @returns false when something could not be ended.
 */
export async function endGroup(leader: number, graceMs: number): Promise<boolean> {
  signalGroup(leader, "SIGTERM");
  if (await isGone(leader, graceMs)) return true;
  signalGroup(leader, "SIGKILL");
  return isGone(leader, KILL_WAIT_MS);
}

/**
 * Kills a group if this process exits before the returned function is called. A host that is itself killed by a signal
 * nobody handles cannot do that.
 */
export function endGroupWithHost(leader: number): () => void {
  if (guarded.size === 0) process.on("exit", killGuarded);
  guarded.add(leader);
  return () => {
    guarded.delete(leader);
    if (guarded.size === 0) process.off("exit", killGuarded);
  };
}

const guarded = new Set<number>();

function killGuarded(): void {
  for (const leader of guarded) signalGroup(leader, "SIGKILL");
}

/** Sends a signal to a group; a group that is gone is left alone. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (cause) {
    // EPERM: every process of the group runs as someone else.
    if (!["ESRCH", "EPERM"].includes(codeOf(cause) ?? "")) throw cause;
  }
}

/** Tells whether a group has a process that still runs; dead ones nobody collected do not count. */
export function isGroupAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
  } catch (cause) {
    return codeOf(cause) === "EPERM";
  }
  const processes = processesIn(leader);
  return processes.length === 0 || processes.some(isRunning);
}

/** Waits for the end of a group without doing anything for it; true when it came in time. */
export async function isGone(leader: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; isGroupAlive(leader); waited += POLL_MS) {
    if (waited >= withinMs) return false;
    await delay(POLL_MS);
  }
  return true;
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
