import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '@assay/storage/database/database.ts';

/** The state of a connection pool. */
export type PoolState = Pick<Database, 'idleCount' | 'totalCount' | 'waitingCount' | 'options'>;

/**
 * Creates the metrics registry of a process. It contains the metrics of Node and of the Postgres connection pools.
 * @param pools the connection pools by name
 */
export function createMetrics(pools: Record<string, PoolState>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const all = Object.entries(pools).map(([name, pool]) => ({
    labels: { db_client_connection_pool_name: name },
    pool,
  }));
  new Gauge({
    registers,
    name: 'db_client_connection_count',
    help: 'Connections to Postgres, by pool and by state: idle or used',
    labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
    collect() {
      for (const { labels, pool } of all) {
        this.set({ ...labels, db_client_connection_state: 'idle' }, pool.idleCount);
        this.set({ ...labels, db_client_connection_state: 'used' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_pending_requests',
    help: 'Requests that wait for a connection to Postgres, by pool',
    labelNames: ['db_client_connection_pool_name'],
    collect() {
      for (const { labels, pool } of all) this.set(labels, pool.waitingCount);
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_max',
    help: 'Maximum number of connections to Postgres, by pool',
    labelNames: ['db_client_connection_pool_name'],
    collect() {
      for (const { labels, pool } of all) this.set(labels, pool.options.max);
    },
  });
  return registry;
}
