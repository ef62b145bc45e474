/**
 * The ids of workflows whose activity ran, or of received webhook events. Each has its arrival time in milliseconds
 * since 1970.
 */
export type Arrivals = [id: string, atMs: number][];

/** Requests the arrivals since the last request. The response waits until there are `count` of them. */
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
