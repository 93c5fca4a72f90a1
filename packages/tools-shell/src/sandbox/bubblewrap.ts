import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { findProgram, messageOf } from "@gauntlet/core";
import { holdMountPoints } from "./mount-points.ts";
import type { SandboxLaunch, SandboxProfile } from "./sandbox-launch.ts";
import { createSandboxNetwork } from "./sandbox-network.ts";

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

/** Puts a command into bubblewrap: what it starts ends with it, and the network is a way out or none. */
export function bubblewrapLaunch(program: string, profile: SandboxProfile): SandboxLaunch {
  const { reach } = profile;
  const contacts = reach !== "all" && reach.hosts.length + reach.domains.length > 0;
  const network = contacts ? createSandboxNetwork(reach) : undefined;
  let release = (): void => undefined;
  return {
    env: { TMPDIR: "/tmp", ...network?.env },
    get refused() {
      return network?.refused ?? [];
    },
    async open(argv, asksDirectory) {
      await network?.open();
      const visible = network ? [network.directory] : [];
      release = holdMountPoints(profile.fixed);
      return [
        program,
        ...bubblewrapArguments(profile, visible),
        ...(network?.launcher(asksDirectory) ?? []),
        ...argv,
      ];
    },
    close() {
      release();
      network?.close();
    },
  };
}

function bubblewrapArguments(
  { cwd, writable, fixed, readable, hidden, reach }: SandboxProfile,
  visible: readonly string[],
): readonly string[] {
  return [
    ...BASE,
    ...(reach === "all" ? ["--share-net"] : []),
    // What lies in /tmp is covered by the empty one above.
    ...[...readable, ...visible].flatMap((path) => ["--ro-bind", path, path]),
    ...writable.flatMap((path) => ["--bind", path, path]),
    // Where nothing is, it stays so.
    ...fixed.flatMap((path) =>
      existsSync(path) ? ["--ro-bind", path, path] : ["--tmpfs", path, "--remount-ro", path],
    ),
    ...hidden.flatMap(({ path, isDirectory }) =>
      isDirectory ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path],
    ),
    ...["--chdir", cwd],
    "--",
  ];
}
