import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { LocalConfig } from '../config.ts';
import { SetupError, step } from '../local/progress.ts';
import { endLeftovers, removeProcessList, saveProcessList } from '../local/stack/leftovers.ts';
import { lock, tryLock } from '../local/stack/lock.ts';
import { freePort } from '../local/stack/ports.ts';
import { ensureDatabase, newPassword } from '../local/stack/seed.ts';
import { postgresService } from '../local/stack/services.ts';
import { createSupervisor } from '../local/stack/supervisor.ts';
import { startTemporalOnPostgres } from '../local/stack/temporal-on-postgres.ts';
import { preparePostgres } from '../local/tools/postgres.ts';
import { endTools } from '../local/tools/run-tool.ts';
import { findTemporalServer } from '../local/tools/temporal-server.ts';

/**
 * Starts Temporal's production server with a separate Postgres. The load of Temporal therefore does not affect the
 * Postgres of the service.
 */
export async function startProductionTemporal(config: LocalConfig, directory: string, signal: AbortSignal) {
  const unlock = await tryLock(path.join(directory, 'temporal.lock'));
  if (unlock === null) throw new SetupError(`Another run is in progress in ${directory}.`);
  await endLeftovers(directory);
  await rm(path.join(directory, 'postgres'), { recursive: true, force: true });
  let writingPids = Promise.resolve();
  const supervisor = createSupervisor({
    logDir: path.join(directory, 'logs'),
    onPids(pids) {
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
    // This step precedes the port lock, because building the server may take minutes.
    const programs = await findTemporalServer(config.cacheDir, config.environment);
    const address = await step('Starting Temporal on Postgres', () => start(programs));
    signal.throwIfAborted();
    return { address, stop };
  } catch (error) {
    await stop();
    throw signal.aborted ? new SetupError('interrupted') : error;
  }

  async function start(programs: string): Promise<string> {
    const { environment, cacheDir } = config;
    const unlockPorts = await lock(path.join(cacheDir, 'ports.lock'));
    try {
      const port = await freePort(0, new Set());
      const password = newPassword();
      const url = (database: string) => `postgres://assay:${password}@127.0.0.1:${port}/${database}`;
      const invocation = await preparePostgres(path.join(directory, 'postgres'), password);
      const spec = postgresService(invocation(port), environment, url('postgres'));
      await supervisor.start({ ...spec, name: 'postgres of temporal' });
      await ensureDatabase(url('assay'));
      const frontend = await freePort(0, new Set([port]));
      return await startTemporalOnPostgres(programs, environment, supervisor, frontend, { port, password });
    } finally {
      await unlockPorts();
    }
  }
}
