import { type Claim, conflicts } from "./conflict.ts";

/** A call in the table, from its arrival until it settles. */
export interface Row {
  readonly id: string;
  readonly tool: string;
  /** Set for a call made by another call; the two never wait for each other. */
  readonly parent?: Row;
  claim: Claim;
  /** How many calls may run while this one does; no limit of its own until it enters. */
  limit: number;
  state: "waiting" | "running" | "suspended" | "settled";
  readonly settled: Promise<void>;
}

export interface Arrival {
  readonly id: string;
  readonly tool: string;
  readonly claim: Claim;
  readonly parent?: Row;
}

/**
 * The one table of waiting and running calls of a session. Calls wait only for earlier calls (before their gate)
 * and for running ones (after it), and running calls wait for nothing, so there is no deadlock.
 */
export interface CallTable {
  /** Adds a call; rows stand in arrival order. */
  arrive(arrival: Arrival): Row;
  /** Earlier rows that have not settled and conflict with this one. */
  earlierConflicts(row: Row): readonly Row[];
  /** All rows that have not settled, except this one. */
  unsettled(row: Row): readonly Row[];
  /** Waits for a place to run: no running call conflicts with `claim`, and fewer run than its limit and theirs allow. */
  enter(row: Row, claim: Claim, how: { readonly limit: number; readonly signal: AbortSignal }): Promise<void>;
  /**
   * Gives the place up while the call waits for its own children; `resume` takes it back without queueing. Without effect
   * once the row has settled.
   */
  suspend(row: Row): void;
  resume(row: Row): void;
  /** Ends a row; idempotent. Wakes whoever waits. */
  settle(row: Row): void;
}

interface Waiter {
  readonly row: Row;
  readonly go: () => void;
}

export function createCallTable(): CallTable {
  const rows: Row[] = [];
  const settlers = new Map<Row, () => void>();
  const waiters: Waiter[] = [];

  const running = (): readonly Row[] => rows.filter((row) => row.state === "running");
  const mayRun = ({ row }: Waiter): boolean => {
    const now = running();
    return (
      [row, ...now].every(({ limit }) => now.length < limit) &&
      !rows.some((other) => holdsBack(other, row) && conflicts(other.claim, row.claim))
    );
  };
  const wake = (): void => {
    for (const waiter of [...waiters]) {
      if (!mayRun(waiter)) continue;
      waiters.splice(waiters.indexOf(waiter), 1);
      waiter.row.state = "running";
      waiter.go();
    }
  };

  return {
    arrive({ id, tool, claim, parent }) {
      let settleIt = (): void => {};
      const settled = new Promise<void>((resolve) => {
        settleIt = resolve;
      });
      const limit = Number.POSITIVE_INFINITY;
      const row: Row = { id, tool, claim, limit, state: "waiting", settled, ...(parent && { parent }) };
      rows.push(row);
      settlers.set(row, settleIt);
      return row;
    },
    earlierConflicts: (row) =>
      rows
        .slice(0, rows.indexOf(row))
        .filter(
          (other) =>
            (row.parent ? holdsBack(other, row) || isSibling(other, row) : apart(other, row)) &&
            conflicts(other.claim, row.claim),
        ),
    unsettled: (row) => rows.filter((other) => other !== row),
    enter(row, claim, { limit, signal }) {
      row.claim = claim;
      row.limit = limit;
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          row,
          go: () => {
            signal.removeEventListener("abort", leave);
            resolve();
          },
        };
        const leave = (): void => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", leave, { once: true });
        waiters.push(waiter);
        wake();
      });
    },
    suspend(row) {
      if (row.state !== "running") return;
      row.state = "suspended";
      wake();
    },
    resume(row) {
      if (row.state === "suspended") row.state = "running";
    },
    settle(row) {
      if (row.state === "settled") return;
      row.state = "settled";
      rows.splice(rows.indexOf(row), 1);
      settlers.get(row)?.();
      settlers.delete(row);
      wake();
    },
  };
}

/**
 * Tells whether `other` is under way and may keep `row` from running.
 * INVARIANT: a child waits only for calls that really run, never for waiting or suspended ones: those may in turn
 * wait for the child's parent.
 */
function holdsBack(other: Row, row: Row): boolean {
  const underWay = other.state === "running" || (other.state === "suspended" && row.parent === undefined);
  return underWay && apart(other, row);
}

/** Calls below one call keep their order among each other: whatever one of them waits for is below the same call, or runs. */
const isSibling = (other: Row, row: Row): boolean => other !== row && other.parent === row.parent;

/** False for a call and its own ancestors: a child runs inside its parent's claim. */
function apart(a: Row, b: Row): boolean {
  return a !== b && !isAncestor(a, b) && !isAncestor(b, a);
}

function isAncestor(a: Row, b: Row): boolean {
  for (let row = b.parent; row; row = row.parent) if (row === a) return true;
  return false;
}
