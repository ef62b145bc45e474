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
 * Sets up Temporal's SDK in this process, once: what it logs, its native code included, goes to the process's log.
 * @param metricsAddress where its native code tells its metrics; null: it counts nothing
 */
export function installRuntime(log: Logger, metricsAddress: string | null): void {
  Runtime.install({
    // Signals are handled by whoever runs the workers: they drain before the rest is closed.
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
                // As Prometheus names counters and units.
                countersTotalSuffix: true,
                unitSuffix: true,
                useSecondsForDurations: true,
              },
            },
          }),
    },
  });
}
