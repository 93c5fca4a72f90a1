import type { SessionEvent } from "../contract/event.ts";
import type { Tool } from "../contract/tool.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import type { SessionShelf } from "../tool/session-tools.ts";
import { buildPoolStage, growPoolStage, type PoolInput } from "./build-pool.ts";
import type { Runtime } from "./runtime.ts";

/** The pool of one session as time goes on. */
export interface PoolKeeper {
  /** Built at the first call, when nothing that was offered is waited for; the same pool until the shelf changes. */
  current(): Promise<ToolPool>;
  /** The same, once whoever can bring a tool of this name has tried. */
  with(name: string): Promise<ToolPool>;
  /** Gives `pool.built` to `write`, unless that pool was written last. */
  record(write: (event: SessionEvent) => void): Promise<void>;
}

export function createPoolKeeper(shelf: SessionShelf, inputNow: () => PoolInput): PoolKeeper {
  const judged = new Set<Tool>();
  let pool: Promise<ToolPool> | undefined;
  let seen: number | undefined;
  /** The shelf as it is at this moment, so that nothing offered during a build is missed. */
  const take = (work: (input: PoolInput, known: ReadonlySet<Tool>) => Promise<ToolPool>) => {
    seen = shelf.version;
    const known = new Set(judged);
    for (const { tool } of shelf.offered) judged.add(tool);
    return work(inputNow(), known);
  };
  const current = (): Promise<ToolPool> => {
    if (pool === undefined) pool = shelf.ready().then(() => take(buildPoolStage));
    else if (seen !== undefined && seen !== shelf.version) {
      const before = pool;
      pool = take(async (input, known) => growPoolStage(await before, known, input));
    }
    return pool;
  };
  return keeperOf(current, shelf.seek);
}

/** The pool of a subagent: at any time what `narrow` leaves of its parent's. */
export function narrowPoolKeeper(
  parent: Pick<Runtime, "pool" | "poolWith">,
  narrow: (pool: ToolPool) => ToolPool,
): PoolKeeper {
  let before: ToolPool | undefined;
  let narrowed: ToolPool | undefined;
  const current = async (): Promise<ToolPool> => {
    const pool = await parent.pool();
    if (narrowed === undefined || pool !== before) narrowed = narrow(pool);
    before = pool;
    return narrowed;
  };
  return keeperOf(current, async (name) => {
    await parent.poolWith(name);
    return true;
  });
}

/** @param seek tries to bring a tool of a name; false when nobody can. */
function keeperOf(current: () => Promise<ToolPool>, seek: (name: string) => Promise<boolean>): PoolKeeper {
  let written: ToolPool | undefined;
  return {
    current,
    async with(name) {
      const now = await current();
      const isKnown = now.find(name) !== undefined || now.hidden.some(({ tool }) => tool === name);
      return !isKnown && (await seek(name)) ? current() : now;
    },
    async record(write) {
      const now = await current();
      if (now === written) return;
      written = now;
      write({
        type: "pool.built",
        tools: now.entries.map(({ tool }) => tool.name),
        hidden: now.hidden,
      });
    },
  };
}
