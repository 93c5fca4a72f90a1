import { existsSync } from "node:fs";
import type { ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { shellOptionsOf } from "../options.ts";
import { bubblewrapArguments, probeBubblewrap } from "./bubblewrap.ts";
import { grantsOf } from "./grants.ts";
import { hiddenPlaces } from "./hidden-places.ts";

/** How a command is started, as options and effects say. */
export interface SandboxEntry {
  /** Program and arguments to put before the command; empty outside of a sandbox. */
  readonly launcher: readonly string[];
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
  const { enabled, required = false, network = "granted", hidden = [] } = shellOptionsOf(ctx).sandbox;
  if (!enabled && !required) return { launcher: [] };
  const probe = await probeBubblewrap(process.env["PATH"]);
  if ("problem" in probe) {
    if (required) throw new Error(messages.sandboxMissing(probe.problem));
    return { launcher: [], remark: messages.sandboxLeftOut(probe.problem) };
  }
  const derived = grantsOf(ctx);
  const grants = { ...derived, network: network === "always" || derived.network };
  const args = bubblewrapArguments(grants, {
    cwd,
    readable: ctx.workingDirectories.filter(existsSync),
    hidden: hiddenPlaces(ctx.home, hidden.map(ctx.resolve)),
  });
  return { launcher: [probe.program, ...args], explain: messages.sandboxRefused(grants) };
}

/** What programs print when they may not write or have no network. */
const REFUSALS =
  /read-only file system|EROFS|network is unreachable|ENETUNREACH|EAI_AGAIN|name resolution|could not resolve host/i;

/** The remark for a command whose output looks as if the sandbox refused something. */
export function explainRefusal({ explain }: SandboxEntry, output: string): string | undefined {
  return explain !== undefined && REFUSALS.test(output) ? explain : undefined;
}
