/** Items on their way from a callback to a loop. */
export interface Queue<T> {
  push(item: T): void;
  end(): void;
  read(): AsyncGenerator<T, void>;
}

/** Hands items from a callback to a loop; nothing is lost between two reads. */
export function createQueue<T>(): Queue<T> {
  const items: T[] = [];
  let ended = false;
  let wake = (): void => {};
  return {
    push(item) {
      items.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *read() {
      for (;;) {
        while (items.length > 0) yield items.shift() as T;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
