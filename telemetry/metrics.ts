import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../storage/postgres/database.ts';

/** Where a process keeps its metrics, with those that every process has: Node's own, and of its connections to Postgres. */
export function createMetrics(database: Database, maxConnections: number): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    registers,
    name: 'db_client_connection_count',
    help: 'Connections to Postgres by their state: idle or used',
    labelNames: ['db_client_connection_state'],
    collect() {
      this.set({ db_client_connection_state: 'idle' }, database.idleCount);
      this.set({ db_client_connection_state: 'used' }, database.totalCount - database.idleCount);
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_pending_requests',
    help: 'Who waits for a connection to Postgres',
    collect() {
      this.set(database.waitingCount);
    },
  });
  new Gauge({
    registers,
    name: 'db_client_connection_max',
    help: 'Connections to Postgres that the process may have',
  }).set(maxConnections);
  return registry;
}
