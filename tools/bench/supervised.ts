import path from 'node:path';
import { SetupError } from '../local/progress.ts';
import { endLeftovers, removeProcessList, saveProcessList } from '../local/stack/leftovers.ts';
import { tryLock } from '../local/stack/lock.ts';
import { createSupervisor, type Supervisor } from '../local/stack/supervisor.ts';
import { endTools } from '../local/programs/run-tool.ts';

/**
 * Runs `start` with a supervisor of processes that are not part of the stack. Ends the processes that an earlier run
 * left in `directory`. If `start` throws or `signal` is aborted, stops the processes.
 * @returns the result of `start`, the ids of the processes by name, and a function that stops the processes
 */
export async function startSupervised<T>(
  directory: string,
  signal: AbortSignal,
  start: (supervisor: Supervisor) => Promise<T>,
): Promise<{ started: T; pids: () => Readonly<Record<string, number>>; stop: () => Promise<void> }> {
  const unlock = await tryLock(path.join(directory, 'processes.lock'));
  if (unlock === null) throw new SetupError(`Another run is in progress in ${directory}.`);
  await endLeftovers(directory);
  let running: Readonly<Record<string, number>> = {};
  let writingPids = Promise.resolve();
  const supervisor = createSupervisor({
    logDir: path.join(directory, 'logs'),
    onPids(pids) {
      running = pids;
      writingPids = writingPids
        .then(() => saveProcessList(directory, Object.values(pids)))
        .catch((error: unknown) => console.error(`! cannot write to ${directory}: ${String(error)}`));
    },
    onRestart: (name, how) => console.log(`! ${name} exited (${how}); restarting it`),
  });
  const onAbort = () => {
    void endTools();
    void supervisor.stop();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const stop = async () => {
    signal.removeEventListener('abort', onAbort);
    await supervisor.stop();
    await writingPids;
    removeProcessList(directory);
    await unlock();
  };
  try {
    const started = await start(supervisor);
    signal.throwIfAborted();
    return { started, pids: () => running, stop };
  } catch (error) {
    await stop();
    throw signal.aborted ? new SetupError('interrupted') : error;
  }
}
