import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../storage/postgres/database.ts';
import { readFinishedVersions, type VersionKey } from '../../storage/postgres/submissions.ts';

/** From one answer of Postgres to the next question. */
const pauseMs = 20;

interface Waiting extends VersionKey {
  resolve: (isFinished: boolean) => void;
  reject: (reason: Error) => void;
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
      try {
        const finished = new Set((await readFinishedVersions(database, asked)).map(keyOf));
        for (const one of asked) if (finished.has(keyOf(one))) one.resolve(true);
      } catch (error) {
        for (const one of asked) one.reject(error as Error);
      }
    }
    isAsking = false;
  }

  /**
   * True once every asset of the version that will ever end has ended, false when that takes longer; rejects when Postgres
   * cannot be asked.
   */
  return (submissionId: string, version: number, atMostMs: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(one);
        settle();
      };
      const one: Waiting = {
        ...{ submissionId, version },
        resolve: (isFinished) => end(() => resolve(isFinished)),
        reject: (reason) => end(() => reject(reason)),
      };
      const timer = setTimeout(() => one.resolve(false), atMostMs);
      waiting.add(one);
      if (!isAsking) void outsideRequests(ask);
    });
}

const keyOf = ({ submissionId, version }: VersionKey) => `${submissionId} ${version}`;
