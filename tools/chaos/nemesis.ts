import { setTimeout } from 'node:timers/promises';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { listProcessTree } from '../bench/process-tree.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../local/stack/process-identity.ts';
import type { ChaosStack } from './stack/start-chaos-stack.ts';
import type { JsonLinesLog } from './json-lines-log.ts';
import type { Fault, PlannedFault } from './plan-faults.ts';

export interface Nemesis {
  /** Injects the planned faults. Resolves when all faults have been undone. */
  run(plan: readonly PlannedFault[]): Promise<void>;
  /** Number of injected faults by kind of fault. */
  injected: Record<string, number>;
  /** Number of faults without a target (for example a stopped process) or with a failed injection, by kind. */
  missed: Record<string, number>;
  /** All processes found running: in the process tree of a target, or by `recordProcesses`. */
  seen: Map<number, ProcessIdentity>;
  /** Adds the currently running processes to `seen`. */
  recordProcesses(): Promise<void>;
}

export function createNemesis(
  stack: ChaosStack,
  log: JsonLinesLog,
  print: (line: string) => void,
  signal: AbortSignal,
): Nemesis {
  const injected: Record<string, number> = {};
  const missed: Record<string, number> = {};
  const seen = new Map<number, ProcessIdentity>();

  async function recordTree(pid: number): Promise<ProcessIdentity[]> {
    const tree = await Promise.all((await listProcessTree(pid)).map(identityOf));
    for (const member of tree) seen.set(member.pid, member);
    return tree;
  }

  /** Injects a fault. Returns false if the fault had no target. */
  async function apply(fault: Fault): Promise<boolean> {
    switch (fault.kind) {
      case 'kill':
      case 'restart': {
        const pid = stack.pids()[fault.target];
        if (pid === undefined || !isAlive(pid)) return false;
        await recordTree(pid);
        const signalName =
          fault.kind === 'kill'
            ? 'SIGKILL'
            : fault.target === 'postgres'
              ? // With SIGTERM, Postgres would wait for clients to disconnect.
                'SIGINT'
              : 'SIGTERM';
        return send(pid, signalName);
      }
      case 'pause': {
        const pid = stack.pids()[fault.target];
        if (pid === undefined || !isAlive(pid)) return false;
        // Postgres and a worker that decodes have child processes, so the whole process tree is paused.
        const tree = await recordTree(pid);
        for (const member of tree) send(member.pid, 'SIGSTOP');
        await wait(fault.seconds);
        for (const member of tree) if (await isRunning(member)) send(member.pid, 'SIGCONT');
        return true;
      }
      case 'reset':
        return stack.proxies[fault.target].reset() > 0;
      case 'stall':
      case 'refuse': {
        const proxy = stack.proxies[fault.target];
        proxy[fault.kind]();
        await wait(fault.seconds);
        proxy.restore();
        return true;
      }
      case 'fill': {
        const disk = stack.disks[fault.target];
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
    const duration = 'seconds' in fault ? ` for ${fault.seconds} s` : '';
    const description = `${String(atSeconds).padStart(7)} s  ${fault.kind} ${fault.target}${duration}`;
    const startedAt = Date.now();
    print(description);
    try {
      const happened = await apply(fault);
      const counts = happened ? injected : missed;
      counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
      if (!happened) print(`${description}: no target`);
      log.write({ atSeconds, ...fault, happened, startedAt: new Date(startedAt).toISOString() });
    } catch (error) {
      print(`${description}: ${String(error)}`);
      missed[fault.kind] = (missed[fault.kind] ?? 0) + 1;
      log.write({ atSeconds, ...fault, happened: false, error: String(error) });
    }
  }

  return {
    injected,
    missed,
    seen,
    async recordProcesses() {
      for (const pid of Object.values(stack.pids())) if (isAlive(pid)) await recordTree(pid);
    },
    async run(plan) {
      const startedAt = Date.now();
      const inProgress: Promise<void>[] = [];
      for (const fault of plan) {
        await wait(fault.atSeconds - (Date.now() - startedAt) / 1000);
        if (signal.aborted) break;
        inProgress.push(execute(fault));
      }
      await Promise.all(inProgress);
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
