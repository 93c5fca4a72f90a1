import { existsSync } from "node:fs";
import type { ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { shellOptionsOf } from "../options.ts";
import { findBackend } from "./backend.ts";
import { grantsOf } from "./grants.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import type { Host } from "./reachable-hosts.ts";
import type { SandboxLaunch } from "./sandbox-launch.ts";

/** How a command is started, as options and effects say. */
export interface SandboxEntry {
  /** Puts it into its sandbox; undefined outside of one. */
  readonly launch?: SandboxLaunch;
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
  const { enabled, required = false, network, hidden = [], domains = [] } = shellOptionsOf(ctx).sandbox;
  if (!enabled && !required) return {};
  const sharesNetwork = network === "always";
  const backend = await findBackend({
    platform: process.platform,
    searchPath: process.env["PATH"],
    sharesNetwork,
  });
  if ("problem" in backend) {
    if (required) throw new Error(messages.sandboxMissing(backend.problem));
    return { remark: messages.sandboxLeftOut(backend.problem) };
  }
  const { writable, fixed, hosts } = grantsOf(ctx);
  const launch = backend.launch({
    cwd,
    writable,
    fixed,
    readable: ctx.workingDirectories.filter(existsSync),
    hidden: hiddenPlaces(ctx.home, hidden.map(ctx.resolve)),
    reach: sharesNetwork ? "all" : { hosts, domains },
  });
  const reachable = sharesNetwork ? "all" : [...hosts.map(nameOf), ...domains];
  return { launch, explain: messages.sandboxRefused(writable, reachable) };
}

const nameOf = ({ host, port }: Host): string => (port === undefined ? host : `${host}:${port}`);

/** What programs print when they may not write or have no network. */
const REFUSALS =
  /read-only file system|EROFS|network is unreachable|ENETUNREACH|EAI_AGAIN|name resolution|could not resolve host/i;

/** The remark for a command whose output looks as if the sandbox refused something. */
export function explainRefusal({ explain, launch }: SandboxEntry, output: string): string | undefined {
  const refused = launch?.refused ?? [];
  if (explain === undefined || (refused.length === 0 && !REFUSALS.test(output))) return undefined;
  return refused.length === 0 ? explain : `${messages.hostsRefused(refused)}\n${explain}`;
}
