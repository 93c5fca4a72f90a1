/**
 * Gives a way to run work alone: each piece starts when the one before it has ended, however that ended. What is asked
 * for while other work runs is never answered by that work, which began before.
 */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
