import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** The output of one task: a file that grows. */
export interface TaskLog {
  readonly path: string;
  /** Bytes in the file. */
  readonly bytes: number;
  /** @returns false when the piece no longer fits; then nothing of it is written. */
  write(bytes: Buffer): boolean;
  /** The bytes from a place on, at most so many; empty at the end. */
  read(from: number, maxBytes: number): Buffer;
  /** Resolves when something is written. */
  written(): Promise<void>;
  /** Wakes whoever waits for more, without more. */
  wake(): void;
  close(): void;
}

/**
 * Makes the file of a task (0600). Writing is synchronous, so that a disk slower than the program holds the program
 * back and memory stays bounded.
 * @throws when the file cannot be made.
 */
export function createTaskLog(path: string, maxBytes: number): TaskLog {
  const file = openSync(path, "ax+", 0o600);
  let isOpen = true;
  let size = 0;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };
  return {
    path,
    get bytes() {
      return size;
    },
    write(bytes) {
      if (size + bytes.length > maxBytes) return false;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      size += bytes.length;
      wake();
      return true;
    },
    read(from, count) {
      // Its own number may be given to the file that is opened again.
      const reopened = isOpen ? undefined : openSync(path, "r");
      const source = reopened ?? file;
      try {
        const bytes = Buffer.alloc(Math.max(0, Math.min(count, size - from)));
        return bytes.subarray(0, readSync(source, bytes, 0, bytes.length, from));
      } finally {
        if (reopened !== undefined) closeSync(reopened);
      }
    },
    written: () => new Promise((resolve) => void waiting.push(resolve)),
    wake,
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
      wake();
    },
  };
}
