import type { SessionEvent } from "../contract/event.ts";
import type { Tool } from "../contract/tool.ts";
import { messages } from "../messages.ts";
import { nameList } from "../pool/name-list.ts";
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
  /** The pool that was given last; undefined before the first. */
  latest(): ToolPool | undefined;
  /** Gives `pool.built` to `write`, unless that pool was written last. */
  record(write: (event: SessionEvent) => void): Promise<void>;
  /** A text with the names of deferred tools that were not there when the search was made; undefined: none. */
  lateNames(): string | undefined;
}

/** A pool that was built whole, and what of the shelf it was built from. */
interface Built {
  readonly pool: ToolPool;
  readonly version: number;
  /** Offered tools the buildPool taps were shown; they are not shown them again. */
  readonly judged: ReadonlySet<Tool>;
}

export function createPoolKeeper(shelf: SessionShelf, inputNow: () => PoolInput): PoolKeeper {
  let built: Built | undefined;
  let building: Promise<void> | undefined;
  const build = async (): Promise<void> => {
    if (built === undefined) await shelf.ready();
    // The shelf as it is at this moment, so that nothing offered during a build is missed.
    const { version } = shelf;
    const judged = new Set(shelf.offered.map(({ tool }) => tool));
    const pool = await (built === undefined
      ? buildPoolStage(inputNow())
      : growPoolStage(built.pool, built.judged, inputNow()));
    built = { pool, version, judged };
  };
  const isCurrent = (): boolean => built?.version === shelf.version;
  /** A build that fails stops whoever waits for it, and no one later: the next starts from what was there before. */
  const buildOnce = (): Promise<void> => {
    building ??= build().finally(() => {
      building = undefined;
    });
    return building;
  };
  const current = async (): Promise<ToolPool> => {
    // Twice: a build that was under way may have begun before the last change of the shelf.
    if (!isCurrent()) await buildOnce();
    if (!isCurrent()) await buildOnce();
    return (built as Built).pool;
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
function keeperOf(take: () => Promise<ToolPool>, seek: (name: string) => Promise<boolean>): PoolKeeper {
  let written: ToolPool | undefined;
  let latest: ToolPool | undefined;
  /** Named where the search itself is described. */
  let named: ReadonlySet<string> | undefined;
  const current = async (): Promise<ToolPool> => {
    const now = await take();
    latest = now;
    if (now.deferred.length > 0) named ??= new Set(now.deferred.map(({ tool }) => tool));
    return now;
  };
  return {
    current,
    async with(name) {
      const now = await current();
      const isKnown = now.find(name) !== undefined || now.hidden.some(({ tool }) => tool === name);
      return !isKnown && (await seek(name)) ? current() : now;
    },
    latest: () => latest,
    async record(write) {
      const now = await current();
      if (now === written) return;
      written = now;
      write({
        type: "pool.built",
        tools: now.entries.map(({ tool }) => tool.name),
        hidden: now.hidden,
        ...(now.deferred.length > 0 && { deferred: now.deferred.map(({ tool }) => tool) }),
      });
    },
    lateNames() {
      const late = (latest?.deferred ?? []).filter(({ tool }) => !named?.has(tool));
      return late.length === 0 ? undefined : messages.moreTools(nameList(late.map(({ tool }) => tool)));
    },
  };
}
