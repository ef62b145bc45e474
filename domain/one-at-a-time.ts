/** Makes a function that does work with the same key one after the other, in the order in which it is asked for. */
export function createQueues() {
  const last = new Map<string, Promise<unknown>>();

  return function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return done;
  };
}
