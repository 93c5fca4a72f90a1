import { existsSync } from "node:fs";
import type { ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { shellOptionsOf } from "../options.ts";
import { bubblewrapArguments, probeBubblewrap } from "./bubblewrap.ts";
import { grantsOf } from "./grants.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import type { Host } from "./reachable-hosts.ts";
import { createSandboxNetwork, type SandboxNetwork } from "./sandbox-network.ts";

/** How a command is started, as options and effects say. */
export interface SandboxEntry {
  /** Program and arguments to put before the command; empty outside of a sandbox. */
  readonly launcher: readonly string[];
  /** The way to the machines the command may contact. */
  readonly network?: SandboxNetwork;
  /** What to say beside the result when the sandbox that was wanted is not there. */
  readonly remark?: string;
  /** What to say when the output looks as if the sandbox refused something. */
  readonly explain?: string;
}

/**
 * Prepares the sandbox of one command.
 * @param cwd where the command starts.
 * @throws Error for the model when a sandbox is required and there is none: it is never run bare then.
 */
export async function enterSandbox(cwd: string, ctx: ExecuteContext): Promise<SandboxEntry> {
  const options = shellOptionsOf(ctx).sandbox;
  const { enabled, required = false, hidden = [], domains = [] } = options;
  if (!enabled && !required) return { launcher: [] };
  const probe = await probeBubblewrap(process.env["PATH"]);
  if ("problem" in probe) {
    if (required) throw new Error(messages.sandboxMissing(probe.problem));
    return { launcher: [], remark: messages.sandboxLeftOut(probe.problem) };
  }
  const grants = grantsOf(ctx);
  const sharesNetwork = options.network === "always";
  const reach = { hosts: grants.hosts, domains };
  const contacts = !sharesNetwork && reach.hosts.length + domains.length > 0;
  const network = contacts ? createSandboxNetwork(reach) : undefined;
  const args = bubblewrapArguments(grants, {
    cwd,
    sharesNetwork,
    readable: [...ctx.workingDirectories.filter(existsSync), ...(network ? [network.directory] : [])],
    hidden: hiddenPlaces(ctx.home, hidden.map(ctx.resolve)),
  });
  return {
    launcher: [probe.program, ...args],
    ...(network && { network }),
    explain: messages.sandboxRefused(
      grants.writable,
      sharesNetwork ? "all" : [...reach.hosts.map(nameOf), ...domains],
    ),
  };
}

const nameOf = ({ host, port }: Host): string => (port === undefined ? host : `${host}:${port}`);

/** What programs print when they may not write or have no network. */
const REFUSALS =
  /read-only file system|EROFS|network is unreachable|ENETUNREACH|EAI_AGAIN|name resolution|could not resolve host/i;

/** The remark for a command whose output looks as if the sandbox refused something. */
export function explainRefusal({ explain, network }: SandboxEntry, output: string): string | undefined {
  const refused = network?.refused ?? [];
  if (explain === undefined || (refused.length === 0 && !REFUSALS.test(output))) return undefined;
  return refused.length === 0 ? explain : `${messages.hostsRefused(refused)}\n${explain}`;
}
