import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ErrorCode } from '../domain/errors.ts';
import { routeOf } from './route-label.ts';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** OpenTelemetry's buckets for requests, and for those that wait up to a minute for a measurement. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 75];

/**
 * What the API counts, under the names of OpenTelemetry's semantic conventions for HTTP. Labels are what the route table and
 * the error table hold, never ids and nothing that a request could choose.
 */
export function createApiMetrics(registry: Registry) {
  const registers = [registry];
  const duration = new Histogram({
    registers,
    name: 'http_server_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer, by route, method and status',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets,
  });
  const active = new Gauge({
    registers,
    name: 'http_server_active_requests',
    help: 'Requests under way',
  });
  const errors = new Counter({
    registers,
    name: 'assay_api_errors_total',
    help: 'Errors answered, by their code: rate_limited, unauthorized, internal and so on',
    labelNames: ['code'],
  });

  return {
    refused: (code: ErrorCode) => errors.inc({ code }),

    /** Counts what an app answers from now on. */
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        active.inc();
        const beganAt = performance.now();
        // After the answer, and when the client goes away before it.
        reply.raw.once('close', () => {
          active.dec();
          duration.observe(
            { ...routeOf(request), http_response_status_code: statusOf(reply.raw) },
            (performance.now() - beganAt) / 1000,
          );
        });
        done();
      });
    },
  };
}

/** 499, as nginx has it, where the client went away before the answer. */
function statusOf({ writableFinished, statusCode }: { writableFinished: boolean; statusCode: number }) {
  return writableFinished ? statusCode : 499;
}
