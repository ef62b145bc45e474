import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '@assay/storage/database/database.ts';

/** Creates the metrics registry of a process. It contains the metrics of Node and of the Postgres connection pool. */
export function createMetrics(database: Database, maxConnections: number): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    registers,
    name: 'db_client_connection_count',
    help: 'Connections to Postgres, by state: idle or used',
    labelNames: ['db_client_connection_state'],
    collect() {
      this.set({ db_client_connection_state: 'idle' }, database.idleCount);
      this.set({ db_client_connection_state: 'used' }, database.totalCount - database.idleCount);
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_pending_requests',
    help: 'Requests that wait for a connection to Postgres',
    collect() {
      this.set(database.waitingCount);
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_max',
    help: 'Maximum number of connections to Postgres',
  }).set(maxConnections);
  return registry;
}
