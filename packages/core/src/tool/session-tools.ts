import type { SessionTools } from "../contract/session-tools.ts";
import { InvariantError } from "../errors.ts";
import { createPending } from "../pending.ts";
import { type RegisteredTool, type Registry, TOOL_SEARCH } from "./registry.ts";

/** The tools one session was offered, beside the registry. */
export interface SessionShelf extends Omit<SessionTools, "deniedBy"> {
  /** Another number after each change. */
  readonly version: number;
  readonly offered: readonly RegisteredTool[];
  /** Names kept out, and why. */
  readonly withheld: ReadonlyMap<string, string>;
  /** The tool of the registry or of the shelf that answers to a name. */
  find(name: string): RegisteredTool | undefined;
  /** Settles when no seeker can bring the name any more; false when none tried. */
  seek(name: string): Promise<boolean>;
  /** Settles when nothing has to be waited for any more. */
  ready(): Promise<void>;
}

/** An empty shelf; names of the registry are taken from the start. */
export function createSessionShelf(registry: Registry): SessionShelf {
  const offered = new Map<string, RegisteredTool>();
  const withheld = new Map<string, string>();
  const pending = createPending();
  const seekers: ((name: string) => Promise<void> | undefined)[] = [];
  let version = 0;
  return {
    get version() {
      return version;
    },
    get offered() {
      return [...offered.values()];
    },
    withheld,
    find: (name) => registry.find(name) ?? offered.get(name),
    offer(from, tools) {
      if (!/^[^:]+:./.test(from))
        throw new InvariantError(`tools were offered from \`${from}\`, which is not of the form kind:name`);
      version += 1;
      return tools.flatMap(({ tool, byNameOnly }) => {
        const isTaken = tool.name === TOOL_SEARCH || registry.find(tool.name) !== undefined;
        if (isTaken || offered.has(tool.name)) return [tool.name];
        withheld.delete(tool.name);
        offered.set(
          tool.name,
          Object.freeze({ tool, plugin: from, isOffered: true as const, ...(byNameOnly && { byNameOnly }) }),
        );
        return [];
      });
    },
    withhold(name, why) {
      version += 1;
      offered.delete(name);
      withheld.set(name, why);
    },
    waitFor: (work) => void pending.track(work).catch(() => undefined),
    seekWith: (seeker) => void seekers.push(seeker),
    async seek(name) {
      const sought = seekers.flatMap((seeker) => seeker(name) ?? []);
      await Promise.allSettled(sought);
      return sought.length > 0;
    },
    ready: pending.settled,
  };
}
