import type { Database } from '../database/database.ts';
import { announceDeliveries } from './waiting-deliveries.ts';

/** Minimum number of milliseconds between two notifications of new deliveries by one process. */
const intervalMs = 5;

interface Announcer {
  lastAt: number;
  timer: NodeJS.Timeout | undefined;
}

const announcers = new WeakMap<Database, Announcer>();

/**
 * Runs a transaction that writes deliveries, and announces them to the delivery workers. Postgres commits transactions
 * with notifications one after another, and each notification wakes the workers. Under load, one notification after the
 * commits therefore announces the deliveries of many transactions.
 * @param work runs the transaction. If `isNotifying` is true, the transaction must send the notification itself.
 */
export async function announcing<T>(
  database: Database,
  work: (isNotifying: boolean) => Promise<T>,
): Promise<T> {
  const announcer = announcers.get(database) ?? { lastAt: -Infinity, timer: undefined };
  announcers.set(database, announcer);
  if (performance.now() - announcer.lastAt >= intervalMs) {
    announcer.lastAt = performance.now();
    return work(true);
  }
  const result = await work(false);
  announcer.timer ??= setTimeout(
    () => {
      announcer.timer = undefined;
      announcer.lastAt = performance.now();
      // If the notification is lost, the delivery workers find the deliveries with their next poll.
      database.query(`select ${announceDeliveries}`).catch(() => undefined);
    },
    Math.max(0, announcer.lastAt + intervalMs - performance.now()),
  );
  return result;
}
