import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { ServiceConfig } from '../config.ts';
import { addHealthRoutes, type Condition, type HealthChecks } from './health.ts';

/** In Prometheus’ text format. */
export type Metrics = Pick<Registry, 'metrics' | 'contentType'>;

export interface OperatorDeps {
  checks: HealthChecks;
  condition: () => Condition;
  /** Null where no port is configured. */
  metrics: Metrics | null;
  log: FastifyBaseLogger;
}

/**
 * Answers `/healthz`, `/readyz` and `/metrics` of a process on a port of their own, which consumers do not reach. Nothing
 * listens where no port is configured. Rejects when it cannot listen.
 */
export async function serveOperators(
  config: Pick<ServiceConfig, 'HOST' | 'HEALTH_HOST' | 'HEALTH_PORT'>,
  { checks, condition, metrics, log }: OperatorDeps,
): Promise<{ close: () => Promise<void> }> {
  if (config.HEALTH_PORT === null || metrics === null) return { close: () => Promise.resolve() };
  // Asked every few seconds: only what is wrong is logged.
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController });
  addHealthRoutes(app, checks, condition);
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.metrics()),
  );
  const url = await app.listen({ host: config.HEALTH_HOST ?? config.HOST, port: config.HEALTH_PORT });
  log.info({ url }, 'health and metrics are told here');
  return { close: () => app.close() };
}
