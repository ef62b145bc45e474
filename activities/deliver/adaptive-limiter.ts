import { LRUCache } from 'lru-cache';

export interface LaneLimits {
  /** Attempts under way at once while they end quickly. */
  quick: number;
  /** And while they take longer than a second: what hangs must not hold much. */
  slow: number;
}

/** A place to make an attempt in, or in how many milliseconds to ask for one again. */
export type Turn = Place | { comeBackMs: number };

export interface Place {
  /** Whether the lane is known to be slow. */
  slow: boolean;
  /** Gives the place to the next; how long it was held tells how quick the lane is, unless nothing was sent. */
  leave: (sent: boolean) => void;
}

export type Lanes = (key: string) => Promise<Turn>;

interface Lane {
  /** When those under way began. */
  running: Set<{ sinceMs: number }>;
  waiting: (() => void)[];
  /** Of the attempts before, the latest counting most. */
  averageMs: number;
  /** Until when places have been promised to those that come back. */
  bookedUntilMs: number;
}

const slowMs = 1_000;
/** How long to wait for a place here: an attempt holds its worker's slot meanwhile. */
const maxWaitMs = 250;
/** Coming back costs an activity and a timer, which is worth a second. */
const minComeBackMs = 1_000;
const maxComeBackMs = 3_600_000;
const weightOfLatest = 0.2;
/** As many keys are remembered, and each for as long after it was last asked for: it may be as quick as any by then. */
const maxLanes = 10_000;
const rememberedMs = 600_000;

/**
 * Makes lanes, one for each key, that so many attempts may use at once. Whoever finds a lane full waits for a moment where
 * that is expected to be enough, and else is given a time to come back at, later for each as the lane's pace has it.
 * @param hangTells whether an attempt that takes long says anything of the others in its lane
 */
export function createLanes({ quick, slow }: LaneLimits, hangTells = true): Lanes {
  const perf = { now: () => performance.now() };
  const lanes = new LRUCache<string, Lane>({ max: maxLanes, ttl: rememberedMs, perf });

  function paceMs({ running, averageMs }: Lane): number {
    const [oldest] = hangTells ? running : [];
    return Math.max(averageMs, oldest === undefined ? 0 : performance.now() - oldest.sinceMs);
  }

  const isSlow = (lane: Lane): boolean => paceMs(lane) > slowMs;
  const limitOf = (lane: Lane): number => (isSlow(lane) ? slow : quick);

  /** Between one place that becomes free and the next, about. */
  function intervalMs(lane: Lane): number {
    const limit = limitOf(lane);
    if (hangTells) return paceMs(lane) / limit;
    const hangMs = [...lane.running]
      .map(({ sinceMs }) => performance.now() - sinceMs)
      .filter((ms) => ms > slowMs);
    const others = limit - hangMs.length;
    return others > 0 ? lane.averageMs / others : Math.max(...hangMs) / limit;
  }

  function enter(lane: Lane): Place {
    const place = { sinceMs: performance.now() };
    const known = isSlow(lane);
    lane.running.add(place);
    const leave = (sent: boolean) => {
      const wasSlow = isSlow(lane);
      lane.running.delete(place);
      const tookMs = performance.now() - place.sinceMs;
      if (sent && (hangTells || tookMs <= slowMs))
        lane.averageMs =
          lane.averageMs === 0 ? tookMs : lane.averageMs + weightOfLatest * (tookMs - lane.averageMs);
      // Those that wait come back when they were promised to; whoever comes now need not wait for their times to pass.
      if (wasSlow && !isSlow(lane)) lane.bookedUntilMs = 0;
      while (lane.waiting.length > 0 && lane.running.size < limitOf(lane)) lane.waiting.shift()!();
    };
    return { slow: known, leave };
  }

  function book(lane: Lane): Turn {
    const now = performance.now();
    const inMs = Math.min(Math.max(lane.bookedUntilMs - now, 0) + intervalMs(lane), maxComeBackMs);
    lane.bookedUntilMs = now + inMs;
    return { comeBackMs: Math.round(Math.max(inMs, minComeBackMs)) };
  }

  function wait(lane: Lane): Promise<Turn> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(enter(lane));
      };
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(admit), 1);
        resolve(book(lane));
      }, maxWaitMs);
      lane.waiting.push(admit);
    });
  }

  return async (key) => {
    const lane = lanes.get(key) ?? { running: new Set(), waiting: [], averageMs: 0, bookedUntilMs: 0 };
    lanes.set(key, lane);
    if (lane.running.size < limitOf(lane) && lane.waiting.length === 0) return enter(lane);
    return (lane.waiting.length + 1) * intervalMs(lane) > maxWaitMs ? book(lane) : wait(lane);
  };
}
