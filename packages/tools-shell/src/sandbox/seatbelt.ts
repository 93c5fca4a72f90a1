import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "@gauntlet/core";
import { WEB_PORTS } from "./reachable-hosts.ts";
import type { SandboxLaunch, SandboxProfile } from "./sandbox-launch.ts";

/** Not a dependency: whoever wants a sandbox on macOS installs it beside this package. */
const LIBRARY = "@anthropic-ai/sandbox-runtime";

/** A profile as the library takes it. */
export interface SeatbeltConfig {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowLocalBinding: boolean;
  };
  readonly filesystem: {
    readonly denyRead: readonly LiteralPath[];
    readonly allowWrite: readonly LiteralPath[];
    readonly denyWrite: readonly LiteralPath[];
  };
}

/** A name on disk: whatever characters it has, it is no pattern. */
interface LiteralPath {
  readonly path: string;
  readonly literal: true;
}

/** What of the library is used. */
export interface SeatbeltRuntime {
  initialize(config: SeatbeltConfig): Promise<void>;
  wrapWithSandboxArgv(
    command: string,
    shell: string,
    config: SeatbeltConfig,
    signal: undefined,
    cwd: string,
    options: { readonly commandId: string },
  ): Promise<{ readonly argv: readonly string[] }>;
  registerCommandNetworkLists(commandId: string, lists: { readonly allowedDomains: readonly string[] }): void;
  unregisterCommandNetworkLists(commandId: string): void;
}

const literal = (path: string): LiteralPath => ({ path, literal: true });

/** Nothing of the network is in it: hosts are registered for each command by itself. */
export function seatbeltConfig({ writable, fixed, hidden }: SandboxProfile, scratch: string): SeatbeltConfig {
  return {
    network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: true },
    filesystem: {
      denyRead: hidden.map(({ path }) => literal(path)),
      allowWrite: [...writable, scratch].map(literal),
      denyWrite: fixed.map(literal),
    },
  };
}

/** The hosts of a profile, each with its ports. */
export function seatbeltHosts({ reach }: SandboxProfile): readonly string[] {
  // Refused before: the library lets nobody go everywhere.
  if (reach === "all") return [];
  return [
    ...reach.hosts.flatMap(({ host, port }) =>
      (port === undefined ? WEB_PORTS : [port]).map((one) => `${host}:${one}`),
    ),
    ...reach.domains.flatMap((domain) => WEB_PORTS.map((port) => `${domain}:${port}`)),
  ];
}

/** Looks for the library beside this package, never where commands work. */
export async function probeSeatbelt(
  load: () => Promise<unknown> = () => import(LIBRARY),
): Promise<{ readonly runtime: SeatbeltRuntime } | { readonly problem: string }> {
  try {
    const { SandboxManager } = (await load()) as { readonly SandboxManager?: SeatbeltRuntime };
    if (typeof SandboxManager?.registerCommandNetworkLists === "function") return { runtime: SandboxManager };
    return { problem: `the package \`${LIBRARY}\` is of another version than 0.0.83` };
  } catch (thrown) {
    const [line = ""] = messageOf(thrown).split("\n");
    return { problem: `the package \`${LIBRARY}\` cannot be loaded (${line})` };
  }
}

/** What holds for all commands of the process; each has a profile of its own. */
const NOTHING: SeatbeltConfig = {
  network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: true },
  filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
};

/** Puts a command into a sandbox of macOS. Its processes are not its own, so a process group ends them as usual. */
export function seatbeltLaunch(runtime: SeatbeltRuntime, profile: SandboxProfile): SandboxLaunch {
  const commandId = randomBytes(18).toString("base64url");
  const scratch = join(tmpdir(), `gauntlet-tmp-${randomBytes(6).toString("hex")}`);
  return {
    env: { TMPDIR: scratch },
    refused: [],
    async open(argv) {
      mkdirSync(scratch, { mode: 0o700 });
      await runtime.initialize(NOTHING);
      const config = seatbeltConfig(profile, scratch);
      runtime.registerCommandNetworkLists(commandId, { allowedDomains: seatbeltHosts(profile) });
      const wrapped = await runtime.wrapWithSandboxArgv(
        argv.map(quoted).join(" "),
        "bash",
        config,
        undefined,
        profile.cwd,
        { commandId },
      );
      return wrapped.argv;
    },
    close() {
      runtime.unregisterCommandNetworkLists(commandId);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
