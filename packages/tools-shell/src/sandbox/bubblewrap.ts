import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findProgram, messageOf } from "@gauntlet/core";
import type { Grants } from "./grants.ts";
import type { HiddenPlace } from "./hidden-places.ts";

/** Whether commands can be put into a sandbox here. */
export type SandboxProbe = { readonly program: string } | { readonly problem: string };

/**
 * Everything can be read and nothing be written; no process, no capability and no network of the host. Without a session
 * of its own, so that signals to the process group still reach it.
 */
const BASE = [
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--tmpfs",
  "/tmp",
  "--tmpfs",
  "/var/tmp",
  "--unshare-all",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
];
const PROBE_TIMEOUT_MS = 10_000;

const probes = new Map<string, Promise<SandboxProbe>>();

/** Finds bubblewrap and tries it once; not every machine lets its users make namespaces. */
export function probeBubblewrap(searchPath = ""): Promise<SandboxProbe> {
  const known = probes.get(searchPath);
  if (known !== undefined) return known;
  const probe = tryBubblewrap(searchPath);
  probes.set(searchPath, probe);
  return probe;
}

async function tryBubblewrap(searchPath: string): Promise<SandboxProbe> {
  const program = findProgram("bwrap", searchPath);
  if (process.platform !== "linux") return { problem: "there is a sandbox for Linux only" };
  if (program === undefined)
    return { problem: "the program `bwrap` (package `bubblewrap`) is not installed" };
  try {
    await promisify(execFile)(program, [...BASE, "--", "true"], { timeout: PROBE_TIMEOUT_MS });
    return { program };
  } catch (thrown) {
    const [line = ""] = messageOf(thrown).split("\n").slice(-2);
    return { problem: `\`bwrap\` cannot make a sandbox on this machine (${line})` };
  }
}

/** Where a command runs, and what it finds there. */
export interface BubblewrapPlaces {
  readonly cwd: string;
  /** Directories that exist inside even where what surrounds them is covered. */
  readonly readable: readonly string[];
  readonly hidden: readonly HiddenPlace[];
  /** It has the network of the host. */
  readonly sharesNetwork: boolean;
}

/** The command line that comes before the one that is to run inside. */
export function bubblewrapArguments(
  grants: Grants,
  { cwd, readable, hidden, sharesNetwork }: BubblewrapPlaces,
): readonly string[] {
  return [
    ...BASE,
    ...(sharesNetwork ? ["--share-net"] : []),
    // What lies in /tmp is covered by the empty one above.
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...grants.writable.flatMap((path) => ["--bind", path, path]),
    ...grants.fixed.flatMap((path) => ["--ro-bind", path, path]),
    ...hidden.flatMap(({ path, isDirectory }) =>
      isDirectory ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path],
    ),
    ...["--chdir", cwd],
    "--",
  ];
}
