import { type DestinationStream, type Logger, pino } from 'pino';
import type { ServiceConfig } from '../config.ts';
import type { EncryptionKeys } from '../lib/key-ring.ts';
import { createRedact } from './redact.ts';

/** Number of bytes of log lines that are written together. */
const bufferBytes = 4096;
/** Maximum time in milliseconds until a line is written. */
const flushMs = 100;
/** Lines of this level (`warn`) and above are written at once, with all lines before them. */
const urgentLevel = 40;

/**
 * Writes log lines to standard output, several at a time. One write for each line would also wake the process that
 * reads the log, for each request.
 */
function createOutput(): DestinationStream & { lastLevel: number } {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferBytes });
  setInterval(() => output.flushSync(), flushMs).unref();
  process.on('exit', () => output.flushSync());
  return {
    // With this symbol, pino sets `lastLevel` before it writes a line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line);
      if (this.lastLevel >= urgentLevel) output.flushSync();
    },
  };
}

/**
 * Creates the logger of a process. The logger writes JSON lines without secrets to standard output. It also logs
 * uncaught exceptions before the process exits.
 * @param name name of the process
 */
export function createLogger(
  name: string,
  config: Pick<
    ServiceConfig,
    'LOG_LEVEL' | 'DATABASE_URL' | 'TEMPORAL_API_KEY' | 'OTEL_EXPORTER_OTLP_HEADERS'
  > & { encryptionKeys?: EncryptionKeys | null; payloadKeys?: EncryptionKeys | null },
  secrets: readonly string[] = [],
): Logger {
  const { password } = new URL(config.DATABASE_URL);
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
  const log = pino({ level: config.LOG_LEVEL, name, hooks: { streamWrite: redact } }, createOutput());
  // Node would print the exception without redacting secrets.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
  return log;
}
