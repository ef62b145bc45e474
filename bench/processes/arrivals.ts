/** What has arrived in a process, and when: milliseconds since 1970, which other processes read the same. */
export type Arrivals = [id: string, atMs: number][];

/** Asks for the arrivals once there are so many; those before are forgotten then. */
export interface ArrivalsJob {
  count: number;
}

export const nowMs = (): number => performance.timeOrigin + performance.now();

export function createArrivals() {
  let arrivals: Arrivals = [];
  let onArrival = () => {};
  return {
    note(id: string): void {
      arrivals.push([id, nowMs()]);
      onArrival();
    },

    take({ count }: ArrivalsJob): Promise<Arrivals> {
      return new Promise((resolve) => {
        onArrival = () => {
          if (arrivals.length < count) return;
          const taken = arrivals;
          arrivals = [];
          onArrival = () => {};
          resolve(taken);
        };
        onArrival();
      });
    },
  };
}
