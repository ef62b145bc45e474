import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './deps.ts';

const checkTimeoutMs = 3_000;

/** `/healthz`: the process answers. `/readyz`: so does everything it depends on, by name. No key is needed. */
export function addHealthRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.get('/healthz', () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    const checks = {
      postgres: () => deps.database.query('select 1'),
      storage: () => deps.blobs.check(AbortSignal.timeout(checkTimeoutMs)),
      temporal: () =>
        deps.temporal.withDeadline(Date.now() + checkTimeoutMs, () =>
          deps.temporal.workflowService.getSystemInfo({}),
        ),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.warn({ err: error }, `${name} is not ready`);
          return [name, 'unreachable'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'unavailable', ...Object.fromEntries(results) });
  });
}
