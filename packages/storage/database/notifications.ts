import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { settlesWithin } from '@assay/domain/lib/concurrency.ts';
import type { Database } from './database.ts';

/** Milliseconds after which a broken connection is opened again. */
const reconnectMs = 1_000;
/** Milliseconds without data after which the operating system checks whether the connection still exists. */
const keepAliveMs = 30_000;
/** Maximum time in milliseconds to wait for Postgres when the connection is closed. */
const closeMs = 1_000;

/**
 * Calls `onNotify` for each notification on a Postgres channel. Uses a separate connection outside of the pool, and
 * reconnects if the connection breaks. Notifications that are sent while there is no connection are lost, so the caller
 * must also poll.
 * @param onError called when the connection breaks or cannot be opened
 * @returns a function that closes the connection, and waits at most a second for the close
 */
export function listen(
  database: Database,
  channel: string,
  onNotify: () => void,
  onError: (error: Error) => void,
): () => Promise<void> {
  const closed = new AbortController();
  const { signal } = closed;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...database.options,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const close = () => void client.end().catch(() => undefined);
    client.on('error', onError);
    client.on('notification', onNotify);
    try {
      await client.connect();
      signal.addEventListener('abort', close);
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      // Notifications before this moment were lost, so the caller must look for changes now.
      onNotify();
      if (!signal.aborted) await ended;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch(onError);
      await setTimeout(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const done = run();
  return async () => {
    closed.abort();
    await settlesWithin(done, closeMs);
  };
}
