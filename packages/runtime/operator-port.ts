import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { ServiceConfig } from './config.ts';
import type { EncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createPayloadCodec } from './temporal/payload-codec.ts';
import { addCodecRoutes } from './codec-routes.ts';
import { addHealthRoutes, type Condition, type HealthChecks } from './health.ts';

export type Metrics = Pick<Registry, 'metrics' | 'contentType'>;

export interface OperatorDeps {
  checks: HealthChecks;
  condition: () => Condition;
  /** Metrics to serve. Null if no port for operators is configured. */
  metrics: Metrics | null;
  log: FastifyBaseLogger;
}

export type OperatorPortConfig = Pick<
  ServiceConfig,
  'HOST' | 'HEALTH_HOST' | 'HEALTH_PORT' | 'PAYLOAD_CODEC_ORIGIN' | 'TEMPORAL_NAMESPACE'
> & { payloadKeys: EncryptionKeys | null };

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a process on a separate port for operators. Also serves `/codec` if
 * PAYLOAD_CODEC_ORIGIN and payload keys are configured. Serves nothing if HEALTH_PORT is not configured. Rejects if the
 * server cannot listen.
 */
export async function serveOperators(
  config: OperatorPortConfig,
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
  const { payloadKeys: keys, PAYLOAD_CODEC_ORIGIN: origin, TEMPORAL_NAMESPACE: namespace } = config;
  if (keys !== null && origin !== null) {
    const codec = createPayloadCodec({ keys, namespace, encrypts: true, refuses: false });
    addCodecRoutes(app, codec, origin);
  } else {
    // Fastify would otherwise read the bodies of unknown routes into memory.
    app.removeAllContentTypeParsers();
  }
  const url = await app.listen({ host: config.HEALTH_HOST ?? config.HOST, port: config.HEALTH_PORT });
  log.info({ url }, 'serving health and metrics');
  return { close: () => app.close() };
}
