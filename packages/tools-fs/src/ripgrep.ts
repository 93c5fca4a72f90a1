import { spawn } from "node:child_process";
import * as messages from "./messages.ts";
import { codeOf, Refusal } from "./refusal.ts";

const MAX_STDERR_BYTES = 16_384;

/** One run of ripgrep. */
export interface RipgrepRun {
  readonly args: readonly string[];
  /** The search is made here, on `./` paths, so that no path can be taken for an option. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Takes output as it comes; false ends the run. */
  readonly onOutput: (chunk: Buffer) => boolean;
}

/**
 * Runs ripgrep to its end, or until the taker has enough.
 * @returns whether some paths could not be read.
 * @throws Refusal when the search itself failed, such as for a broken pattern; the signal's reason after an abort.
 */
export async function runRipgrep({ args, cwd, signal, onOutput }: RipgrepRun): Promise<{ partly: boolean }> {
  signal.throwIfAborted();
  // Loaded on use: the package looks for its binary on disk.
  const { rgPath } = await import("@vscode/ripgrep").catch((cause) => {
    throw unavailable(cause);
  });
  let stderr = "";
  let stopped = false;
  const code = await new Promise<number | null>((resolve, reject) => {
    const fail = (error: unknown) => reject(unavailable(error));
    try {
      // An empty environment: neither a configuration file nor a home directory may change what is found.
      const child = spawn(rgPath, args, { cwd, env: {}, stdio: ["ignore", "pipe", "pipe"] });
      const stop = () => void child.kill("SIGKILL");
      signal.addEventListener("abort", stop, { once: true });
      child.stdout.on("data", (chunk: Buffer) => {
        if (stopped || onOutput(chunk)) return;
        stopped = true;
        stop();
      });
      child.stderr.on("data", (chunk: Buffer) => {
        if (stderr.length < MAX_STDERR_BYTES) stderr += chunk.toString("utf8");
      });
      child.on("error", fail);
      child.on("close", (exitCode) => {
        signal.removeEventListener("abort", stop);
        resolve(exitCode);
      });
    } catch (error) {
      fail(error);
    }
  });
  signal.throwIfAborted();
  if (stopped || code === 0 || code === 1) return { partly: false };
  if (code === 2 && onlyUnreadablePaths(stderr)) return { partly: true };
  throw new Refusal(messages.regexFailed(stderr.replace(/^rg: /gm, "") || `ripgrep ended with ${code}`));
}

// These lines name paths, which a read rule may hide, so they are counted and never shown.
function onlyUnreadablePaths(stderr: string): boolean {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => /^rg: .*\(os error \d+\)$/.test(line));
}

function unavailable(error: unknown): Error {
  const why = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  return why === "ERR_INVALID_ARG_VALUE"
    ? new Refusal(messages.regexFailed("the input holds a NUL character"))
    : new Error(messages.ripgrepUnavailable(why), { cause: error });
}
