import { type Logger, pino } from 'pino';
import type { ServiceConfig } from '../config.ts';
import { createRedact } from './redact.ts';

/**
 * The log of a process: a line of JSON for each event, on standard output, without secrets. What ends the process is in it as
 * well.
 * @param name of the process
 */
export function createLogger(
  name: string,
  config: Pick<
    ServiceConfig,
    'LOG_LEVEL' | 'DATABASE_URL' | 'TEMPORAL_API_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS'
  >,
  secrets: readonly string[] = [],
): Logger {
  const { password } = new URL(config.DATABASE_URL);
  const redact = createRedact([
    password,
    decodeURIComponent(password),
    config.TEMPORAL_API_KEY ?? '',
    ...Object.values(config.OTEL_EXPORTER_OTLP_HEADERS ?? {}),
    ...secrets,
  ]);
  const log = pino({ level: config.LOG_LEVEL, name, hooks: { streamWrite: redact } });
  // Node would print it as it is, with whatever its message holds.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends');
    process.exit(1);
  });
  return log;
}
