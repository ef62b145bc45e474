import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ErrorCode } from '@assay/domain/errors.ts';

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Histogram buckets in seconds: those of OpenTelemetry, plus 30 and 75 for requests that wait for measurements. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 75];

/**
 * Creates the metrics of the API, named by OpenTelemetry's semantic conventions for HTTP. Labels are taken from the
 * route table and the error table, so their number is bounded. They never contain ids or other request data.
 */
export function createApiMetrics(registry: Registry) {
  const registers = [registry];
  const duration = new Histogram({
    registers,
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests in seconds, until the response has been sent, by route, method and status',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets,
  });
  const active = new Gauge({
    registers,
    name: 'http_server_active_requests',
    help: 'Requests in progress',
  });
  const errors = new Counter({
    registers,
    name: 'assay_api_errors_total',
    help: 'Error responses by error code, such as rate_limited, invalid_api_key or internal',
    labelNames: ['code'],
  });

  return {
    countError: (code: ErrorCode) => errors.inc({ code }),

    /** Adds hooks to `app` that count its requests in progress and record the duration of each request. */
    instrument(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        active.inc();
        const startedAt = performance.now();
        // `close` is emitted after the response has been sent, or when the client disconnects earlier.
        reply.raw.once('close', () => {
          active.dec();
          duration.observe(
            { ...routeLabels(request), http_response_status_code: statusOf(reply.raw) },
            (performance.now() - startedAt) / 1000,
          );
        });
        done();
      });
    },
  };
}

/** Returns the status of a response, or 499 (as nginx does) if the client disconnected before its end. */
function statusOf({ writableFinished, statusCode }: { writableFinished: boolean; statusCode: number }) {
  return writableFinished ? statusCode : 499;
}

/**
 * Returns the labels of a request: its method, and its route as in the specification, with `{name}` for each
 * parameter. The labels contain no text that the client chose.
 */
export function routeLabels({ method, is404, routeOptions }: FastifyRequest): {
  http_request_method: string;
  http_route: string;
} {
  // OpenTelemetry's semantic conventions use _OTHER for unknown methods.
  if (is404 || routeOptions.url === undefined) return { http_request_method: '_OTHER', http_route: 'none' };
  return { http_request_method: method, http_route: routeOptions.url.replace(/:(\w+)/g, '{$1}') };
}
