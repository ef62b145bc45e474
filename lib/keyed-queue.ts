/**
 * Makes a function that does work with the same key one after the other, in the order in which it is asked for, and answers
 * null instead of a promise where so much waits already.
 */
export function createQueues(maxWaiting: number) {
  const queues = new Map<string, { last: Promise<unknown>; size: number }>();

  return function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> | null {
    const queue = queues.get(key) ?? { last: Promise.resolve(), size: 0 };
    if (queue.size > maxWaiting) return null;
    queues.set(key, queue);
    queue.size++;
    const done = queue.last.then(work).finally(() => {
      queue.size--;
      if (queue.size === 0) queues.delete(key);
    });
    queue.last = done.catch(() => undefined);
    return done;
  };
}
