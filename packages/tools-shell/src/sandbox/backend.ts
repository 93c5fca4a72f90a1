import { bubblewrapLaunch, probeBubblewrap } from "./bubblewrap.ts";
import type { SandboxLaunch, SandboxProfile } from "./sandbox-launch.ts";
import { probeSeatbelt, seatbeltLaunch } from "./seatbelt.ts";

/** What makes sandboxes here, or why there is none. */
export type Backend =
  | { readonly launch: (profile: SandboxProfile) => SandboxLaunch }
  | { readonly problem: string };

/** Where to look for what makes sandboxes, and whether the network is to be the host's. */
export interface BackendRequest {
  readonly platform: NodeJS.Platform;
  /** Value of PATH. */
  readonly searchPath: string | undefined;
  readonly sharesNetwork: boolean;
  /** Loads the library of macOS. Default: from beside this package. */
  readonly load?: () => Promise<unknown>;
}

/**
 * Finds the sandbox of a platform; each has one.
 * @source docs/decisions/0025-one-sandbox-for-each-platform.md
 */
export async function findBackend({
  platform,
  searchPath,
  sharesNetwork,
  load,
}: BackendRequest): Promise<Backend> {
  if (platform === "linux") {
    const probe = await probeBubblewrap(searchPath);
    return "problem" in probe ? probe : { launch: (profile) => bubblewrapLaunch(probe.program, profile) };
  }
  if (platform !== "darwin") return { problem: "there is one for Linux and macOS only" };
  if (sharesNetwork) return { problem: "`network: always` is for Linux only; name `domains` instead" };
  const probe = await probeSeatbelt(load);
  return "problem" in probe ? probe : { launch: (profile) => seatbeltLaunch(probe.runtime, profile) };
}
