import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { ServiceConfig } from '../config.ts';
import { addHealthRoutes, type Condition, type HealthChecks } from './health.ts';

/** Metrics in the text format of Prometheus. */
export type Metrics = Pick<Registry, 'metrics' | 'contentType'>;

export interface OperatorDeps {
  checks: HealthChecks;
  condition: () => Condition;
  /** Metrics to serve. Null if no port for operators is configured. */
  metrics: Metrics | null;
  log: FastifyBaseLogger;
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a process on a separate port for operators. Without a configured
 * port nothing is served. Rejects if the server cannot listen.
 */
export async function serveOperators(
  config: Pick<ServiceConfig, 'HOST' | 'HEALTH_HOST' | 'HEALTH_PORT'>,
  { checks, condition, metrics, log }: OperatorDeps,
): Promise<{ close: () => Promise<void> }> {
  if (config.HEALTH_PORT === null || metrics === null) return { close: () => Promise.resolve() };
  // Requests to this port arrive every few seconds, so only failures are logged.
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController });
  addHealthRoutes(app, checks, condition);
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.metrics()),
  );
  const url = await app.listen({ host: config.HEALTH_HOST ?? config.HOST, port: config.HEALTH_PORT });
  log.info({ url }, 'serving health and metrics');
  return { close: () => app.close() };
}
