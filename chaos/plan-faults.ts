import { createRandom, pick, type Random } from './random.ts';

export const apiNames = ['api-1', 'api-2'] as const;
export const workerNames = ['worker-1', 'worker-2', 'worker-3'] as const;
export const backendNames = ['temporal', 'postgres', 's3'] as const;
export type ProcessName = (typeof apiNames | typeof workerNames | typeof backendNames)[number];

/** Where connections go through a proxy: from clients to each API, and from all that is ours to what it stands on. */
export const linkNames = [...apiNames, ...backendNames] as const;
export type LinkName = (typeof linkNames)[number];

/** What has a quota: the workers' media, the objects, the rows. */
export const diskNames = ['work', 's3', 'postgres'] as const;
export type DiskName = (typeof diskNames)[number];

export type Fault =
  /** SIGKILL; SIGTERM, or what the process takes for "end in good order". */
  | { kind: 'kill' | 'restart'; target: ProcessName }
  /** SIGSTOP, and SIGCONT afterwards. */
  | { kind: 'pause'; target: ProcessName; seconds: number }
  /** All connections are reset. */
  | { kind: 'reset'; target: LinkName }
  /** Nothing passes; or what connects is refused, and what is connected reset. */
  | { kind: 'stall' | 'refuse'; target: LinkName; seconds: number }
  | { kind: 'fill'; target: DiskName; seconds: number };

/** A fault, and when it comes: seconds from the beginning of the load. */
export type PlannedFault = { atSeconds: number } & Fault;

const processes = [
  ...apiNames.map((name) => [3, name] as const),
  ...workerNames.map((name) => [3, name] as const),
  [3, 'temporal'],
  [3, 'postgres'],
  [3, 's3'],
] as const;
const links = linkNames.map((name) => [1, name] as const);
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

/** Before the first fault, so that there is something to disturb. */
const quietSeconds = 3;
const gapSeconds = { from: 0.5, to: 6.5 };
/** Longer than a heartbeat may take to be missed (10 s), now and then. */
const lengthSeconds = { from: 0.5, to: 14 };

/** What goes wrong in a run, and when. A pure function of its arguments. */
export function planFaults(seed: number, minutes: number): PlannedFault[] {
  const random = createRandom(seed);
  const planned: PlannedFault[] = [];
  let atSeconds = quietSeconds;
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
      return { kind, target: pick(random, links) };
    case 'stall':
    case 'refuse':
      return { kind, target: pick(random, links), seconds: seconds(random) };
    case 'fill':
      return { kind, target: pick(random, disks), seconds: seconds(random) };
  }
}

const seconds = (random: Random) => round(between(random, lengthSeconds));

function between(random: Random, { from, to }: { from: number; to: number }): number {
  return from + random() * (to - from);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
