import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { type OnReadOpts, Socket, type SocketConstructorOpts } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram, isProcessAlive } from "@gauntlet/core";

/**
 * Where a command writes to and the host reads from. Node itself gives its children sockets, which move large output
 * at half the speed of a pipe and take new memory for each piece.
 */
export interface OutputPipe {
  /** Descriptor to start the command with; closed with `started`. */
  readonly writeEnd: number;
  /** Closes this process's own copy of the end to write to: the pipe ends when the command's copies are closed. */
  started(): void;
  /** Reads until the end. The bytes are those of one buffer that is used again. Resolves when nothing more comes. */
  read(onBytes: (bytes: Buffer) => void, onError: (cause: Error) => void): Promise<void>;
  /** Lets go of it; later output is lost. */
  release(): void;
}

/** Makes pipes for commands. */
export interface OutputPipes {
  /** Undefined where no pipe can be made; then a command gets what Node gives it. */
  next(): Promise<OutputPipe | undefined>;
  close(): void;
}

/** Made together, because what makes them is a program of its own. */
const BATCH = 8;
const PIECE_BYTES = 64 * 1024;

/** @param directory absolute, private; made when the first pipe is. What processes that died left there is removed. */
export function createOutputPipes(directory: string): OutputPipes {
  let ready: string[] = [];
  let making: Promise<void> | undefined;
  let isUseless = false;
  let isClosed = false;

  const make = async (): Promise<void> => {
    try {
      const program = findProgram("mkfifo", process.env["PATH"]);
      if (program === undefined) throw new Error("there is no mkfifo");
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      removeLeft(directory);
      const paths = Array.from({ length: BATCH }, () => join(directory, `${process.pid}-${randomUUID()}`));
      await promisify(execFile)(program, ["-m", "600", ...paths]);
      ready.push(...paths);
    } catch {
      isUseless = true;
    }
    if (isClosed) removeAll();
  };
  const removeAll = (): void => {
    for (const path of ready) remove(path);
    ready = [];
  };
  return {
    async next() {
      if (isClosed) return undefined;
      if (ready.length === 0 && !isUseless) {
        making ??= make().finally(() => {
          making = undefined;
        });
        await making;
      }
      const path = ready.pop();
      return path === undefined ? undefined : openPipe(path);
    },
    close() {
      isClosed = true;
      removeAll();
    },
  };
}

function openPipe(path: string): OutputPipe | undefined {
  const ends: number[] = [];
  try {
    // An end to read comes first, or opening the other would wait for it.
    ends.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    ends.push(openSync(path, constants.O_WRONLY));
    const [readEnd, writeEnd] = ends as [number, number];
    if (ends.every((end) => fstatSync(end).isFIFO())) return pipeOf(readEnd, writeEnd);
  } catch {
    // Without it the command gets what Node gives it.
  } finally {
    remove(path);
  }
  for (const end of ends) closeSync(end);
  return undefined;
}

function pipeOf(readEnd: number, writeEnd: number): OutputPipe {
  let isStarted = false;
  let socket: Socket | undefined;
  const started = (): void => {
    if (!isStarted) closeSync(writeEnd);
    isStarted = true;
  };
  return {
    writeEnd,
    started,
    read(onBytes, onError) {
      const buffer = Buffer.alloc(PIECE_BYTES);
      const callback = (count: number): boolean => {
        onBytes(buffer.subarray(0, count));
        return true;
      };
      // The types name `onread` for connections only; the constructor takes it as well.
      const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = {
        fd: readEnd,
        readable: true,
        writable: false,
        onread: { buffer, callback },
      };
      const reading = new Socket(options);
      socket = reading;
      reading.on("error", onError);
      const ended = new Promise<void>((resolve) => reading.once("close", () => resolve()));
      reading.resume();
      return ended;
    },
    release() {
      started();
      if (socket === undefined) closeSync(readEnd);
      else socket.destroy();
    },
  };
}

/** Pipes of processes that are gone. */
function removeLeft(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(name.split("-")[0]);
    if (pid !== process.pid && !isProcessAlive(pid)) remove(join(directory, name));
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What stays is an empty pipe in a private directory.
  }
}
