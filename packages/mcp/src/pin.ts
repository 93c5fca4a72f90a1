import { createHash } from "node:crypto";
import type { WrittenLaunch } from "./server-config.ts";
import { canonical, type ForeignTool, hashOfTool } from "./tool-definition.ts";

/** What a person approved of a server, and what was seen of it since and is not approved. */
export interface Pin {
  readonly version: 1;
  readonly name: string;
  /** Directory the server's entry belongs to; empty for a person's own servers. */
  readonly scope: string;
  readonly launch: WrittenLaunch;
  readonly tools: readonly ForeignTool[];
  /** What the server tells the model about its tools. */
  readonly instructions?: string;
  /** ISO 8601. */
  readonly approvedAt: string;
  readonly pending?: Pending;
}

/** What waits for approval. */
export interface Pending {
  /** Another program or address behind the name; it was not started. */
  readonly launch?: WrittenLaunch;
  /** All tools as they were last listed, when they differ. */
  readonly tools?: readonly ForeignTool[];
  /** Beside `tools`: the instructions as they were last; missing: there were none. */
  readonly instructions?: string;
  /** ISO 8601. */
  readonly seenAt: string;
}

/** What a server says at a contact, as far as it is pinned. */
export type Offer = Pick<Pin, "tools" | "instructions">;

/** How the tools of a server differ from those that were approved, by their names. */
export interface ToolChanges {
  readonly same: readonly ForeignTool[];
  readonly added: readonly ForeignTool[];
  readonly changed: readonly { readonly before: ForeignTool; readonly now: ForeignTool }[];
  readonly removed: readonly ForeignTool[];
}

/** Compares what was approved with what is there. The order of tools and of keys does not matter. */
export function compareTools(approved: readonly ForeignTool[], now: readonly ForeignTool[]): ToolChanges {
  const before = new Map(approved.map((tool) => [tool.name, tool]));
  const known = now.flatMap((tool) => {
    const earlier = before.get(tool.name);
    return earlier === undefined ? [] : [{ before: earlier, now: tool }];
  });
  const isSame = (pair: (typeof known)[number]): boolean => hashOfTool(pair.before) === hashOfTool(pair.now);
  const names = new Set(now.map(({ name }) => name));
  return {
    // As approved: byte for byte what requests have carried since.
    same: known.filter(isSame).map((pair) => pair.before),
    changed: known.filter((pair) => !isSame(pair)),
    added: now.filter(({ name }) => !before.has(name)),
    removed: approved.filter(({ name }) => !names.has(name)),
  };
}

/** Whether the same program or address is meant. */
export function isSameLaunch(one: WrittenLaunch, other: WrittenLaunch): boolean {
  return canonical(one) === canonical(other);
}

type Approved = Pick<Pin, "launch" | "tools" | "instructions">;

/** Fingerprint of all that was approved of a server; short enough to be typed. */
export const hashOfPin = (approved: Approved): string => wholeHash(approved).slice(0, 16);

/**
 * Fingerprint for a lock file. What a variable in `command` stands for differs from machine to machine and is not in it;
 * the pin of each machine holds that.
 */
export function lockHashOf({ launch, ...approved }: Approved): string {
  const { program: _, ...written } = launch;
  return wholeHash({ ...approved, launch: written });
}

/** Whether a server is what its lock names. Where no lock names it, it is. */
export const isAsLocked = (locked: string | undefined, approved: Approved): boolean =>
  locked === undefined || locked === lockHashOf(approved);

function wholeHash({ launch, tools, instructions }: Approved): string {
  const hashes = tools.map(hashOfTool).sort();
  return createHash("sha256")
    .update(canonical([launch, hashes, ...(instructions === undefined ? [] : [instructions])]))
    .digest("hex");
}

/** The pin as it would be once what waits is approved; undefined when nothing waits. */
export function afterApproval(pin: Pin, at: Date): Pin | undefined {
  const { pending, instructions: before, ...approved } = pin;
  if (pending === undefined) return undefined;
  const instructions = pending.tools ? pending.instructions : before;
  return {
    ...approved,
    launch: pending.launch ?? pin.launch,
    tools: pending.tools ?? pin.tools,
    ...(instructions !== undefined && { instructions }),
    approvedAt: at.toISOString(),
  };
}
