import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { step } from '../local/progress.ts';
import { lock } from '../local/stack/lock.ts';
import { freePort } from '../local/stack/ports.ts';
import { ensureDatabase, newPassword } from '../local/stack/seed.ts';
import { postgresService } from '../local/stack/services.ts';
import type { Supervisor } from '../local/stack/supervisor.ts';
import { startTemporalOnPostgres } from '../local/stack/temporal-on-postgres.ts';
import { preparePostgres } from '../local/programs/postgres.ts';
import { findTemporalServer } from '../local/programs/temporal-server.ts';
import { startSupervised } from './supervised.ts';

/**
 * Starts Temporal's production server with a separate Postgres. The load of Temporal therefore does not affect the
 * Postgres of the service.
 */
export async function startProductionTemporal(config: LocalConfig, directory: string, signal: AbortSignal) {
  const { started: address, stop } = await startSupervised(directory, signal, async (supervisor) => {
    await rm(path.join(directory, 'postgres'), { recursive: true, force: true });
    // This step precedes the port lock, because building the server may take minutes.
    const programs = await findTemporalServer(config.cacheDir, config.environment);
    return step('Starting Temporal on Postgres', () => start(programs, supervisor));
  });
  return { address, stop };

  async function start(programs: string, supervisor: Supervisor): Promise<string> {
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
