import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../storage/postgres/database.ts';
import { readFinishedVersions, type VersionKey } from '../../storage/postgres/submissions.ts';

/** From one answer of Postgres to the next question. */
const pauseMs = 20;

interface Waiting extends VersionKey {
  end: (isFinished: boolean) => void;
}

export type FinishWatch = ReturnType<typeof createFinishWatch>;

/**
 * Waits for versions to be finished. However many a process waits for, one statement asks for all of them; while it waits for
 * none, it asks nothing.
 */
export function createFinishWatch(database: Database) {
  const waiting = new Set<Waiting>();
  let isAsking = false;
  /** What is asked for all belongs to the trace of none. */
  const outsideRequests = AsyncLocalStorage.snapshot();

  async function ask(): Promise<void> {
    isAsking = true;
    for (await pause(pauseMs); waiting.size > 0; await pause(pauseMs)) {
      const asked = [...waiting];
      const finished = await readFinishedVersions(database, asked).catch(() => []);
      const keys = new Set(finished.map(keyOf));
      for (const one of asked) if (keys.has(keyOf(one))) one.end(true);
    }
    isAsking = false;
  }

  /**
   * True once every asset of the version that will ever end has ended, false when that takes longer. That Postgres cannot be
   * asked ends no wait: it may be one connection that broke, and whoever waits reads afterwards in any case.
   */
  return (submissionId: string, version: number, atMostMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const one: Waiting = {
        ...{ submissionId, version },
        end(isFinished) {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(isFinished);
        },
      };
      const timer = setTimeout(() => one.end(false), atMostMs);
      waiting.add(one);
      if (!isAsking) void outsideRequests(ask);
    });
}

const keyOf = ({ submissionId, version }: VersionKey) => `${submissionId} ${version}`;
