import { type Logger, pino } from 'pino';
import type { ServiceConfig } from '../config.ts';
import type { EncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createRedact } from './redact.ts';

/** Creates a logger of JSON lines without secrets. Also logs uncaught exceptions before the process exits. */
export function createLogger(
  name: string,
  config: Pick<ServiceConfig, 'LOG_LEVEL'> &
    Partial<Pick<ServiceConfig, 'DATABASE_URL' | 'TEMPORAL_API_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS'>> & {
      encryptionKeys?: EncryptionKeys | null;
      payloadKeys?: EncryptionKeys | null;
    },
  secrets: readonly string[] = [],
): Logger {
  const password = config.DATABASE_URL === undefined ? '' : new URL(config.DATABASE_URL).password;
  const redact = createRedact([
    password,
    decodeURIComponent(password),
    config.TEMPORAL_API_KEY ?? '',
    ...Object.values(config.OTEL_EXPORTER_OTLP_HEADERS ?? {}),
    ...[config.encryptionKeys, config.payloadKeys]
      .flatMap((keys) => [...(keys?.values() ?? [])])
      .map((key) => key.toString('base64')),
    ...secrets,
  ]);
  const log = pino({ level: config.LOG_LEVEL, name, hooks: { streamWrite: redact } });
  // Node would print the exception without redacting secrets.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
  return log;
}
