import { createRandom, pick, type Random } from './random.ts';

export const apiNames = ['api-1', 'api-2'] as const;
export const workerNames = ['worker-1', 'worker-2', 'worker-3'] as const;
export const backendNames = ['temporal', 'postgres', 's3'] as const;
export type ProcessName = (typeof apiNames | typeof workerNames | typeof backendNames)[number];

/** Names of the proxies: one before each API for clients, one before each backend for APIs and workers. */
export const proxyNames = [...apiNames, ...backendNames] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Disks of limited size. They store the workers' files, the S3 objects, and the data of Postgres. */
export const diskNames = ['work', 's3', 'postgres'] as const;
export type DiskName = (typeof diskNames)[number];

export type Fault =
  /** `kill` sends SIGKILL. `restart` sends the signal for a graceful shutdown. */
  | { kind: 'kill' | 'restart'; target: ProcessName }
  /** Sends SIGSTOP, then SIGCONT after `seconds`. */
  | { kind: 'pause'; target: ProcessName; seconds: number }
  /** Resets all connections through the proxy of the target. */
  | { kind: 'reset'; target: ProxyName }
  /** `stall` forwards nothing. `refuse` resets all connections, including every new one. */
  | { kind: 'stall' | 'refuse'; target: ProxyName; seconds: number }
  /** Fills the disk, and frees the space after `seconds`. */
  | { kind: 'fill'; target: DiskName; seconds: number };

/** A fault and its time in seconds after the start of the load. */
export type PlannedFault = { atSeconds: number } & Fault;

const processes = [
  ...apiNames.map((name) => [3, name] as const),
  ...workerNames.map((name) => [3, name] as const),
  [3, 'temporal'],
  [3, 'postgres'],
  [3, 's3'],
] as const;
const proxies = proxyNames.map((name) => [1, name] as const);
const disks = diskNames.map((name) => [1, name] as const);
const kinds = [
  [55, 'kill'],
  [8, 'restart'],
  [12, 'pause'],
  [8, 'reset'],
  [5, 'stall'],
  [5, 'refuse'],
  [7, 'fill'],
] as const satisfies [number, Fault['kind']][];

/**
 * Minimum time in seconds from the start of the load to the first short fault. Requests are then in progress when it
 * happens.
 */
const initialSeconds = 3;
const gapSeconds = { from: 0.5, to: 6.5 };
/** Range of fault durations in seconds. Some faults last longer than the heartbeat timeout of activities (10 s). */
const durationSeconds = { from: 0.5, to: 14 };

/** Range of the seconds without an outage before each outage. Work continues in this time. */
const outageGapSeconds = { from: 20, to: 60 };
/** XORed with the seed for outages, so that a seed has the same short faults with and without outages. */
const outageSeed = 0x6f757467;

/**
 * Returns the faults of a run in order of time. The same arguments always produce the same faults.
 * @param outageMinutes duration of each outage of Postgres or S3; 0 for no outages
 */
export function planFaults(seed: number, minutes: number, outageMinutes = 0): PlannedFault[] {
  const outages = outageMinutes === 0 ? [] : planOutages(seed, minutes, outageMinutes * 60);
  const shortFaults = planShortFaults(seed, minutes).filter(
    (fault) => !outages.some((outage) => wouldEnd(fault, outage)),
  );
  return [...shortFaults, ...outages].sort((a, b) => a.atSeconds - b.atSeconds);
}

type ProxyOutage = PlannedFault & { kind: 'stall' | 'refuse' };

/** Returns alternating outages of Postgres and S3. */
function planOutages(seed: number, minutes: number, seconds: number): ProxyOutage[] {
  const random = createRandom(seed ^ outageSeed);
  const targets = random() < 0.5 ? (['postgres', 's3'] as const) : (['s3', 'postgres'] as const);
  const planned: ProxyOutage[] = [];
  for (let endSeconds = 0; ;) {
    const atSeconds = round(endSeconds + between(random, outageGapSeconds));
    endSeconds = atSeconds + seconds;
    if (endSeconds > minutes * 60) return planned;
    const kind = random() < 0.5 ? 'refuse' : 'stall';
    planned.push({ atSeconds, kind, target: targets[planned.length % 2]!, seconds });
  }
}

/** Returns whether the end of a short fault would restore the connections that an outage interrupts. */
function wouldEnd(fault: PlannedFault, outage: ProxyOutage): boolean {
  if ((fault.kind !== 'stall' && fault.kind !== 'refuse') || fault.target !== outage.target) return false;
  return (
    fault.atSeconds < outage.atSeconds + outage.seconds && fault.atSeconds + fault.seconds > outage.atSeconds
  );
}

function planShortFaults(seed: number, minutes: number): PlannedFault[] {
  const random = createRandom(seed);
  const planned: PlannedFault[] = [];
  let atSeconds = initialSeconds;
  for (;;) {
    atSeconds = round(atSeconds + between(random, gapSeconds));
    if (atSeconds >= minutes * 60) return planned;
    planned.push({ atSeconds, ...planFault(random) });
  }
}

function planFault(random: Random): Fault {
  const kind = pick(random, kinds);
  switch (kind) {
    case 'kill':
    case 'restart':
      return { kind, target: pick<ProcessName>(random, processes) };
    case 'pause':
      return { kind, target: pick<ProcessName>(random, processes), seconds: seconds(random) };
    case 'reset':
      return { kind, target: pick(random, proxies) };
    case 'stall':
    case 'refuse':
      return { kind, target: pick(random, proxies), seconds: seconds(random) };
    case 'fill':
      return { kind, target: pick(random, disks), seconds: seconds(random) };
  }
}

const seconds = (random: Random) => round(between(random, durationSeconds));

function between(random: Random, { from, to }: { from: number; to: number }): number {
  return from + random() * (to - from);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
