/**
 * Pairs of an id and a time of `nowMs`: the id of a workflow and the time its activity ran, or the id
 * of a webhook event and the time it was received.
 */
export type Arrivals = [id: string, atMs: number][];

/** Requests the pairs recorded since the last request. The response waits until there are `count` pairs. */
export interface ArrivalsJob {
  count: number;
}

/**
 * Returns the time of the machine's monotonic clock in milliseconds, with fractions. It is comparable between
 * processes. The time since 1970 is not used, because a correction of the clock between two starts would count as
 * latency.
 */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

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
