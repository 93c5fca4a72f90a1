import { type ChildProcess, spawn } from "node:child_process";
import * as messages from "../messages.ts";
import { codeOf, Refusal } from "../refusal.ts";

const MAX_STDERR_BYTES = 16_384;

/** Where a program finds the open file that it was handed. */
export const HELD_FILE = "/proc/self/fd/3";

/** One run of ripgrep. */
export interface RipgrepRun {
  readonly args: readonly string[];
  /** The search is made here, on `./` paths, so that no path can be taken for an option. */
  readonly cwd: string;
  /** An open file that the program is handed as `HELD_FILE`. */
  readonly heldFd?: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds after which the run is ended. */
  readonly limitMs: number;
  /** Takes output as it comes; false ends the run. */
  readonly onOutput: (chunk: Buffer) => boolean;
}

/** How far a run came. */
export interface RipgrepEnd {
  /** Some paths could not be read. */
  readonly partly: boolean;
  /** The time was up before everything was searched. */
  readonly timedOut: boolean;
}

/**
 * Runs ripgrep to its end, until the taker has enough, or until the time is up.
 * @throws Refusal when the search itself failed, such as for a broken pattern; the signal's reason after an abort.
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  run.signal.throwIfAborted();
  // Loaded on use: the package looks for its binary on disk.
  const { rgPath } = await import("@vscode/ripgrep").catch((cause) => {
    throw unavailable(cause);
  });
  const { code, stderr, isStopped, timedOut } = await ended(rgPath, run);
  run.signal.throwIfAborted();
  if (isStopped || timedOut) return { partly: false, timedOut };
  if (code === 0 || code === 1) return { partly: false, timedOut };
  // Nothing is said about paths that cannot be read (`--no-messages`), so words mean that the search failed.
  if (code === 2 && stderr.trim() === "") return { partly: true, timedOut };
  throw new Refusal(
    messages.searchFailed(stderr.replace(/^rg: /gm, "").trim() || `ripgrep ended with ${code}`),
  );
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly isStopped: boolean;
  readonly timedOut: boolean;
}

function ended(rgPath: string, { args, cwd, heldFd, signal, limitMs, onOutput }: RipgrepRun): Promise<Ended> {
  let stderr = "";
  let isStopped = false;
  let timedOut = false;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(unavailable(error));
    try {
      // An empty environment: neither a configuration file nor a home directory may change what is found. A process
      // group of its own, so that one signal ends whatever it starts.
      const child = spawn(rgPath, ["--no-config", "--no-messages", "--no-ignore-messages", ...args], {
        cwd,
        env: {},
        stdio: ["ignore", "pipe", "pipe", ...(heldFd === undefined ? [] : [heldFd])],
        detached: true,
      });
      const stop = () => endGroup(child);
      const timer = setTimeout(() => {
        timedOut = true;
        stop();
      }, limitMs);
      signal.addEventListener("abort", stop, { once: true });
      child.stdout?.on("data", (chunk: Buffer) => {
        if (isStopped || timedOut || onOutput(chunk)) return;
        isStopped = true;
        stop();
      });
      child.stderr?.on("data", (chunk: Buffer) => {
        if (stderr.length < MAX_STDERR_BYTES) stderr += chunk.toString("utf8");
      });
      const release = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      };
      child.on("error", (error) => {
        release();
        fail(error);
      });
      child.on("close", (code) => {
        release();
        resolve({ code, stderr, isStopped, timedOut });
      });
    } catch (error) {
      fail(error);
    }
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has just ended by itself.
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

function unavailable(error: unknown): Error {
  const why = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  if (why === "ERR_INVALID_ARG_VALUE")
    return new Refusal(messages.searchFailed("the input holds a NUL character"));
  if (why === "E2BIG") return new Refusal(messages.searchFailed("the pattern is too long"));
  return new Error(messages.ripgrepUnavailable(why), { cause: error });
}
