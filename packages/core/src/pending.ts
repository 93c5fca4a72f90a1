/** Work that whoever ends things has to wait for. */
export interface Pending {
  /** Takes in a piece of work. @returns the same promise. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Settles when none is left, of what came meanwhile either. Never rejects. */
  settled(): Promise<void>;
}

export function createPending(): Pending {
  const open = new Set<Promise<unknown>>();
  return {
    track(work) {
      const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => open.delete(tracked));
      open.add(tracked);
      return work;
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
