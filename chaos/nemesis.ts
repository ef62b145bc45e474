import { setTimeout } from 'node:timers/promises';
import { isAlive } from '../lib/processes.ts';
import { listProcessTree } from '../bench/process-tree.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../local/stack/process-identity.ts';
import type { Bed } from './bed/start-bed.ts';
import type { EventLog } from './event-log.ts';
import type { Fault, PlannedFault } from './plan-faults.ts';

export interface Nemesis {
  /** Does all that is planned, and resolves once all of it is undone. */
  run(plan: readonly PlannedFault[]): Promise<void>;
  /** How many faults of each kind were done, and how many met nothing to disturb. */
  done: Record<string, number>;
  missed: Record<string, number>;
  /** Every process seen below one that was killed, or at the end. */
  seen: Map<number, ProcessIdentity>;
  /** Notes who runs now. */
  look(): Promise<void>;
}

const restartSignals = { postgres: 'SIGINT' } as const;

/** Disturbs the bed's processes, by their ids, and what connects them. */
export function createNemesis(
  bed: Bed,
  log: EventLog,
  tell: (line: string) => void,
  signal: AbortSignal,
): Nemesis {
  const done: Record<string, number> = {};
  const missed: Record<string, number> = {};
  const seen = new Map<number, ProcessIdentity>();

  async function note(pid: number): Promise<ProcessIdentity[]> {
    const tree = await Promise.all((await listProcessTree(pid)).map(identityOf));
    for (const member of tree) seen.set(member.pid, member);
    return tree;
  }

  /** False where there was nothing to disturb. */
  async function apply(fault: Fault): Promise<boolean> {
    switch (fault.kind) {
      case 'kill':
      case 'restart': {
        const pid = bed.pids()[fault.target];
        if (pid === undefined || !isAlive(pid)) return false;
        await note(pid);
        const signalName =
          fault.kind === 'kill'
            ? 'SIGKILL'
            : fault.target === 'postgres'
              ? restartSignals.postgres
              : 'SIGTERM';
        return send(pid, signalName);
      }
      case 'pause': {
        const pid = bed.pids()[fault.target];
        if (pid === undefined || !isAlive(pid)) return false;
        // Postgres is many processes, and so is a worker that decodes.
        const tree = await note(pid);
        for (const member of tree) send(member.pid, 'SIGSTOP');
        await wait(fault.seconds);
        for (const member of tree) if (await isRunning(member)) send(member.pid, 'SIGCONT');
        return true;
      }
      case 'reset':
        return bed.links[fault.target].reset() > 0;
      case 'stall':
      case 'refuse': {
        const link = bed.links[fault.target];
        link[fault.kind]();
        await wait(fault.seconds);
        link.mend();
        return true;
      }
      case 'fill': {
        const disk = bed.disks[fault.target];
        if (disk === null) return false;
        await disk.fill();
        await wait(fault.seconds);
        await disk.free();
        return true;
      }
    }
  }

  const wait = (seconds: number) => setTimeout(seconds * 1000, undefined, { signal }).catch(() => undefined);

  async function execute({ atSeconds, ...fault }: PlannedFault): Promise<void> {
    const length = 'seconds' in fault ? ` for ${fault.seconds} s` : '';
    const what = `${String(atSeconds).padStart(7)} s  ${fault.kind} ${fault.target}${length}`;
    const startedAt = Date.now();
    tell(what);
    try {
      const happened = await apply(fault);
      const tally = happened ? done : missed;
      tally[fault.kind] = (tally[fault.kind] ?? 0) + 1;
      if (!happened) tell(`${what}: nothing there to disturb`);
      log.write({ atSeconds, ...fault, happened, startedAt: new Date(startedAt).toISOString() });
    } catch (error) {
      tell(`${what}: ${String(error)}`);
      missed[fault.kind] = (missed[fault.kind] ?? 0) + 1;
      log.write({ atSeconds, ...fault, happened: false, error: String(error) });
    }
  }

  return {
    done,
    missed,
    seen,
    async look() {
      for (const pid of Object.values(bed.pids())) if (isAlive(pid)) await note(pid);
    },
    async run(plan) {
      const startedAt = Date.now();
      const underWay: Promise<void>[] = [];
      for (const fault of plan) {
        await wait(fault.atSeconds - (Date.now() - startedAt) / 1000);
        if (signal.aborted) break;
        underWay.push(execute(fault));
      }
      await Promise.all(underWay);
    },
  };
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
