/** What one or more requests may use at most. */
export interface Use {
  readonly tokens: number;
  /** US dollars. */
  readonly costUsd: number;
}

/** Requests that have gone out and are not counted yet. */
export interface UnderWay {
  /** The most all of them may use. */
  most(): Use;
  /** Takes one in. @returns what takes it out again, once it is counted. */
  begin(most: Use): () => void;
  /** Settles when the next one is taken out. */
  nextEnd(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const open = new Set<Use>();
  let waiting: (() => void)[] = [];
  return {
    most() {
      const all = [...open];
      return {
        tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
        costUsd: all.reduce((sum, { costUsd }) => sum + costUsd, 0),
      };
    },
    begin(most) {
      const use = { ...most };
      open.add(use);
      return () => {
        open.delete(use);
        const woken = waiting;
        waiting = [];
        for (const wake of woken) wake();
      };
    },
    nextEnd: () => new Promise((resolve) => void waiting.push(resolve)),
  };
}
