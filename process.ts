import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';

// What every process of the service does at its start.

/** The configuration, or the end of the process with what is wrong with it. */
export function exitOnConfigError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The configuration is not usable:\n${error.message}`);
    process.exit(1);
  }
}

/** Tries until it works, with growing pauses: what a process depends on may start after it. */
export async function untilConnected<T>(log: Logger, what: string, connect: () => Promise<T>): Promise<T> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await connect();
    } catch (error) {
      log.warn({ err: error }, `${what} cannot be reached yet`);
      await setTimeout(pauseMs);
    }
  }
}
