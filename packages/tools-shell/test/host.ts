import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of its own that runs a module, such as one that is to be killed. */
export interface Host {
  readonly child: ChildProcess;
  /** Resolves with everything printed once it contains a text. */
  printed(text: string): Promise<string>;
  /** Kills it as a crash would, and waits until it is gone. */
  crash(): Promise<void>;
  /** Waits for its end by itself. */
  ended(): Promise<string>;
}

/** Starts a host. @param script a module; imports of this package's sources by `file:` address. */
export function startHost(script: string): Host {
  const tsx = fileURLToPath(import.meta.resolve("tsx"));
  const flags = ["--conditions=gauntlet-source", "--import", tsx, "--input-type=module", "-e", script];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  let all = "";
  let wake = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    all += text;
    wake();
  });
  const exited = once(child, "exit").then(() => wake());
  return {
    child,
    async printed(text) {
      while (!all.includes(text)) {
        if (child.exitCode !== null) throw new Error(`the host ended after it printed ${all}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return all;
    },
    async crash() {
      child.kill("SIGKILL");
      await exited;
    },
    async ended() {
      await exited;
      return all;
    },
  };
}

/** The address of a source file of this package, to import it from a script. */
export const source = (path: string): string =>
  JSON.stringify(new URL(`../src/${path}`, import.meta.url).href);
