/** Texts on their way to the model, from things that happened beside its calls. */
export interface Told {
  add(text: string): void;
  /** The texts added since the last time, in order. */
  take(): readonly string[];
}

export function createTold(): Told {
  let waiting: string[] = [];
  return {
    add: (text) => void waiting.push(text),
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
