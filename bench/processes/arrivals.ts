/** Ids of what arrived in a process, with the time in milliseconds since 1970. */
export type Arrivals = [id: string, atMs: number][];

/** Requests the arrivals once there are `count` of them since the last request. */
export interface ArrivalsJob {
  count: number;
}

/** Returns the time in milliseconds since 1970 with fractions; it is comparable between processes. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

export function createArrivals() {
  let arrivals: Arrivals = [];
  let onArrival = () => {};
  return {
    record(id: string): void {
      arrivals.push([id, nowMs()]);
      onArrival();
    },

    /** Resolves with the arrivals, and forgets them, as soon as there are `count`. */
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
