import type { ExitCode } from "./exit-code.ts";
import { reportError } from "./report-error.ts";

/**
 * Ends the work when its output can no longer be written: like Ctrl-C where something runs, else at once. Nothing may
 * go on acting with nobody reading. A reader that went away (`| head`) is no news; anything else is said.
 * @param code what the process ends with then.
 */
export function endOnBrokenOutput(
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  code: ExitCode,
): void {
  let ending = false;
  const end = (error: NodeJS.ErrnoException, other?: NodeJS.WritableStream): void => {
    process.exitCode = code;
    if (ending) return;
    ending = true;
    if (other !== undefined && error.code !== "EPIPE") reportError(error, other);
    if (!process.emit("SIGINT")) process.exit(code);
  };
  stdout.on("error", (error) => end(error, stderr));
  stderr.on("error", (error) => end(error));
}
