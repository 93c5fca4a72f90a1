import type { HiddenPlace } from "./hidden-places.ts";
import type { Reach } from "./reachable-hosts.ts";

/** How one command is put into its sandbox. */
export interface SandboxLaunch {
  /** Variables it finds inside, beside its own. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Prepares what the command needs while it runs.
   * @param argv the command line of its shell.
   * @param asksDirectory the shell says on descriptor 3 where it is.
   * @returns the whole command line, with what puts it into the sandbox before.
   */
  open(argv: readonly string[], asksDirectory: boolean): Promise<readonly string[]>;
  /** Machines it asked for and was refused. */
  readonly refused: readonly string[];
  /** When the command is over, or never began. */
  close(): void;
}

/** What a sandbox lets a command do; how is the backend's. */
export interface SandboxProfile {
  readonly cwd: string;
  /** Files and directories it may write. */
  readonly writable: readonly string[];
  /** Places inside these that stay as they are. */
  readonly fixed: readonly string[];
  /** Directories it works in. */
  readonly readable: readonly string[];
  readonly hidden: readonly HiddenPlace[];
  /** Machines it may contact; `all`: it has the network of the host. */
  readonly reach: Reach | "all";
}
