/**
 * Pairs of an id and a time in milliseconds since 1970: the id of a workflow and the time its activity ran, or the id
 * of a webhook event and the time it was received.
 */
export type Arrivals = [id: string, atMs: number][];

/** Requests the pairs recorded since the last request. The response waits until there are `count` pairs. */
export interface ArrivalsJob {
  count: number;
}

/** Returns the time in milliseconds since 1970, with fractions. The time is comparable between processes. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

export function createArrivals() {
  let arrivals: Arrivals = [];
  let onArrival = () => {};
  return {
    record(id: string): void {
      arrivals.push([id, nowMs()]);
      onArrival();
    },

    /** Resolves with the arrivals as soon as there are `count`, and then clears them. */
    waitFor({ count }: ArrivalsJob): Promise<Arrivals> {
      return new Promise((resolve) => {
        onArrival = () => {
          if (arrivals.length < count) return;
          const complete = arrivals;
          arrivals = [];
          onArrival = () => {};
          resolve(complete);
        };
        onArrival();
      });
    },
  };
}
