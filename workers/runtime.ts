import { DefaultLogger, type LogLevel, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

const methods = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
} as const satisfies Record<LogLevel, keyof Logger>;

/**
 * Sets up Temporal's SDK; called once per process. The SDK and its native core write to the given logger.
 * @param metricsAddress address at which the native core serves its metrics; null: no metrics
 */
export function installRuntime(log: Logger, metricsAddress: string | null): void {
  Runtime.install({
    // workers/main.ts handles signals, because workers must drain before connections are closed.
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const { error, ...rest } = { ...meta } as { error?: unknown };
      log[methods[level]]({ ...rest, ...(error === undefined ? {} : { err: error }) }, message);
    }),
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metricsAddress === null
        ? {}
        : {
            metrics: {
              prometheus: {
                bindAddress: metricsAddress,
                // These options select the naming conventions of Prometheus for counters and units.
                countersTotalSuffix: true,
                unitSuffix: true,
                useSecondsForDurations: true,
              },
            },
          }),
    },
  });
}
