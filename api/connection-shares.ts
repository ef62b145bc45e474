import { fairFree } from '@assay/domain/lib/fair-free.ts';
import { type Database, maxConnectMs } from '@assay/storage/database/database.ts';
import { noFreeConnection } from '@assay/storage/database/database-errors.ts';

export interface ConnectionShares {
  /** Returns the pool for the statements of a workspace. They wait while the workspace has used up its share. */
  of(workspaceId: string): Database;
  /** Runs `work`, which uses one connection of the pool at a time, in the share of a workspace. */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
  /** Returns the number of statements that wait, in a share or for a connection of the pool. */
  waitingCount: () => number;
}

/**
 * Shares the connections of a pool fairly between workspaces. A workspace gets a connection while it uses fewer than
 * are free (`fairFree`): half of them if it is alone, and an eighth if seven compete. Its further statements wait, and
 * workspaces take turns. A statement that waits for more than ten seconds fails as if the pool had no connection for
 * it. A transaction must run all statements on its own client. A statement on the pool could wait for the connection of
 * this transaction.
 * @param connections maximum number of connections that the workspaces use together
 */
export function createConnectionShares(
  database: Database,
  connections: number,
  maxWaitMs = maxConnectMs,
): ConnectionShares {
  const inUseByWorkspace = new Map<string, number>();
  /** The workspace that was served least recently comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let inUse = 0;

  const mayStart = (workspaceId: string) =>
    fairFree(connections, inUse, inUseByWorkspace.get(workspaceId) ?? 0) > 0;

  function occupy(workspaceId: string): void {
    inUse++;
    inUseByWorkspace.set(workspaceId, (inUseByWorkspace.get(workspaceId) ?? 0) + 1);
  }

  function free(workspaceId: string): void {
    inUse--;
    const left = inUseByWorkspace.get(workspaceId)! - 1;
    if (left > 0) inUseByWorkspace.set(workspaceId, left);
    else inUseByWorkspace.delete(workspaceId);
    while (startNext());
  }

  /** Starts the next statement that may start. Returns false if there is none. */
  function startNext(): boolean {
    for (const [workspaceId, queue] of waiting) {
      if (!mayStart(workspaceId)) continue;
      const start = queue.shift()!;
      waiting.delete(workspaceId);
      if (queue.length > 0) waiting.set(workspaceId, queue);
      occupy(workspaceId);
      start();
      return true;
    }
    return false;
  }

  /** Waits for a connection in the share of the workspace, and occupies it. */
  async function acquire(workspaceId: string): Promise<void> {
    const queue = waiting.get(workspaceId) ?? [];
    if (queue.length === 0 && mayStart(workspaceId)) return occupy(workspaceId);
    await new Promise<void>((start, fail) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) waiting.delete(workspaceId);
        fail(new Error(noFreeConnection));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        start();
      };
      queue.push(begin);
      waiting.set(workspaceId, queue);
    });
  }

  async function run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    await acquire(workspaceId);
    try {
      return await work();
    } finally {
      free(workspaceId);
    }
  }

  async function connect(workspaceId: string) {
    await acquire(workspaceId);
    try {
      const client = await database.connect();
      const release = client.release.bind(client);
      // The pool sets `release` each time it hands out the client.
      client.release = (error) => {
        release(error);
        free(workspaceId);
      };
      return client;
    } catch (error) {
      free(workspaceId);
      throw error;
    }
  }

  const query = database.query.bind(database) as (...config: unknown[]) => Promise<unknown>;
  return {
    of: (workspaceId) =>
      Object.assign(Object.create(database) as Database, {
        query: (...config: unknown[]) => run(workspaceId, () => query(...config)),
        connect: () => connect(workspaceId),
      }),
    run,
    waitingCount: () =>
      [...waiting.values()].reduce((sum, { length }) => sum + length, database.waitingCount),
  };
}
