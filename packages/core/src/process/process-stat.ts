import { readdirSync, readFileSync } from "node:fs";

/** What the system tells of a process. */
export interface ProcessStat {
  readonly pid: number;
  /** `Z` and `X`: it is dead, and nobody has collected it yet. */
  readonly state: string;
  readonly group: number;
  /** When it started, in ticks since the start of the machine; with the pid it names one process. */
  readonly start: string;
}

/** Undefined for a process that is gone, and where the system has no `/proc`. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name, in brackets, may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", , group] = fields;
    return { pid, state, group: Number(group), start: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** Every process of a group, dead ones included; empty where the system has no `/proc`. */
export function processesIn(group: number): readonly ProcessStat[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processStat(Number(name)) ?? [])
      .filter((process) => process.group === group);
  } catch {
    return [];
  }
}

/**
 * Tells whether a process has a number, on this machine and in this container. One that has ended counts until somebody
 * collects it; that of somebody else counts as well.
 */
export function isProcessAlive(pid: number): boolean {
  // 0 and what is below names groups; a number that is no pid names nobody.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Tells whether a process runs and is no corpse. */
export const isRunning = ({ state }: ProcessStat): boolean => state !== "Z" && state !== "X";

/** Changes with every start of the machine; empty where the system does not say. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
