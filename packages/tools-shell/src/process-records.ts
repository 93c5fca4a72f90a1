import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId, isRunning, processesIn, processStat, signalGroup } from "@gauntlet/core";

/** Variable that every command of a host carries, with a value no other host has. */
export const MARK_NAME = "GAUNTLET_SHELL";

/** A process group that runs for a host, as it stands in a file for whoever comes after the host. */
interface GroupRecord {
  readonly group: number;
  /** Start of the process that leads the group. */
  readonly start: string;
  readonly mark: string;
  readonly boot: string;
  readonly host: { readonly pid: number; readonly start: string };
}

/** Keeps on disk which process groups run for this host. */
export interface ProcessRecords {
  /** Value of `MARK_NAME` for the commands of this host. */
  readonly mark: string;
  /** Notes a group; the returned function takes the note away. Where nothing can be written, nothing is noted. */
  note(group: number): () => void;
}

/** @param directory absolute; made when the first group is noted. */
export function createProcessRecords(directory: string): ProcessRecords {
  const mark = randomUUID();
  const host = { pid: process.pid, start: processStat(process.pid)?.start ?? "" };
  return {
    mark,
    note(group) {
      const start = processStat(group)?.start;
      if (start === undefined) return () => undefined;
      const path = join(directory, `${group}-${mark}.json`);
      const record: GroupRecord = { group, start, mark, boot: bootId(), host };
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        writeFileSync(path, JSON.stringify(record), { mode: 0o600 });
      } catch {
        // A full disk must not keep commands from running; what is lost is the help after a crash.
      }
      return () => remove(path);
    },
  };
}

/**
 * Kills what hosts that died have left running, and forgets it. A group counts as theirs only if its leader started
 * when the record says, or a process in it carries the mark of that host: never another one with a reused number.
 * Does nothing on systems without `/proc`.
 */
export function endLeftGroups(directory: string): void {
  for (const { path, record } of recordsIn(directory)) {
    if (record === undefined || record.boot !== bootId()) remove(path);
    else if (!isSame(record.host)) {
      if (isOurs(record)) signalGroup(record.group, "SIGKILL");
      remove(path);
    }
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A record that stays names a host that is gone by then, and a group that is gone as well.
  }
}

function recordsIn(
  directory: string,
): readonly { readonly path: string; readonly record: GroupRecord | undefined }[] {
  try {
    return readdirSync(directory).map((name) => {
      const path = join(directory, name);
      return { path, record: readRecord(path) };
    });
  } catch {
    return [];
  }
}

function readRecord(path: string): GroupRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, "utf8")) as GroupRecord;
    const { group, start, mark, boot, host } = record;
    const isRecord =
      Number.isInteger(group) &&
      group > 1 &&
      Number.isInteger(host.pid) &&
      [start, mark, boot, host.start].every((text) => typeof text === "string" && text !== "");
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

function isSame({ pid, start }: { readonly pid: number; readonly start: string }): boolean {
  const stat = processStat(pid);
  return stat !== undefined && stat.start === start && isRunning(stat);
}

function isOurs({ group, start, mark }: GroupRecord): boolean {
  return processesIn(group).some(
    (process) => (process.pid === group && process.start === start) || carries(process.pid, mark),
  );
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${MARK_NAME}=${mark}`);
  } catch {
    return false;
  }
}
