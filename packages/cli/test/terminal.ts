import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { COMMAND, type Place } from "./command.ts";

/** The command at a terminal of its own. */
export interface AtTerminal {
  /** Resolves when the screen has shown a text; rejects when the command ends without. */
  sees(text: string): Promise<void>;
  /** Types a line. */
  types(line: string): void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the command at a pseudo terminal, made by the system's `script`. Linux only. */
export function startAtTerminal(place: Place, args: readonly string[], env: NodeJS.ProcessEnv): AtTerminal {
  // `script` takes its command as one text for a shell: it runs words that the environment carries.
  const command = 'exec "$GAUNTLET_NODE" "$GAUNTLET_COMMAND" "$@"';
  const words = args.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn(
    "script",
    ["--quiet", "--return", "--flush", "--command", command.replace('"$@"', words), "/dev/null"],
    {
      cwd: place.cwd,
      env: {
        ...place.env,
        ...env,
        TERM: "xterm",
        NO_COLOR: "1",
        GAUNTLET_NODE: process.execPath,
        GAUNTLET_COMMAND: COMMAND,
      },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let screen = "";
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    wake();
  });
  const ended = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      hasEnded = true;
      wake();
      resolve(code);
    }),
  );
  return {
    ended,
    types: (line) => void child.stdin.write(`${line}\n`),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!screen.includes(text) && !hasEnded) return;
          waiting.delete(look);
          if (screen.includes(text)) resolve();
          else reject(new Error(`the screen never showed ${JSON.stringify(text)}:\n${screen}`));
        };
        waiting.add(look);
        look();
      }),
  };
}
