import { findApiKey, findApiKeyAndAll, type FoundKey } from './api-keys.ts';
import type { Database } from './database.ts';
import type { ReadRequest, WorkspaceRead } from './workspace-read.ts';

/** Number of statements that run at the same time for the polled reads of one key. */
const maxStatements = 2;
/** Maximum number of reads in one statement. */
const maxReads = 16;

interface WaitingRead {
  id: string;
  resolve: (found: FoundKey | null) => void;
  reject: (error: unknown) => void;
}

/** The polled reads of one key. */
interface Polls {
  running: number;
  waiting: WaitingRead[];
}

/** Looks up the key of a request together with the resource of the request, as `findApiKey` does. */
export type KeyLookup = (keyHash: Buffer, request: ReadRequest | null) => Promise<FoundKey | null>;

/**
 * Returns a `KeyLookup` in which concurrent polled reads with the same key share statements: while two statements of
 * the key run, its further reads wait for the next one. A statement starts after all requests whose reads it has, so
 * each response is as new as with a statement of its own. Reads with different keys never share a statement.
 */
export function createKeyLookup(database: Database): KeyLookup {
  const pollsOf = new Map<string, Polls>();

  return (keyHash, request) => {
    if (request?.read.isPolled !== true) return findApiKey(database, keyHash, request);
    const name = `${request.read.name} ${keyHash.toString('base64')}`;
    const polls = pollsOf.get(name) ?? { running: 0, waiting: [] };
    pollsOf.set(name, polls);
    const { promise, resolve, reject } = Promise.withResolvers<FoundKey | null>();
    polls.waiting.push({ id: request.values[0]!, resolve, reject });
    if (polls.running < maxStatements) void run(name, polls, keyHash, request.read);
    return promise;
  };

  /** Runs statements until no read of the key waits. */
  async function run(name: string, polls: Polls, keyHash: Buffer, what: WorkspaceRead): Promise<void> {
    polls.running++;
    while (polls.waiting.length > 0) await read(polls.waiting.splice(0, maxReads), keyHash, what);
    polls.running--;
    if (polls.running === 0) pollsOf.delete(name);
  }

  async function read(reads: WaitingRead[], keyHash: Buffer, what: WorkspaceRead): Promise<void> {
    const ids = reads.map(({ id }) => id);
    try {
      if (reads.length === 1)
        reads[0]!.resolve(await findApiKey(database, keyHash, { read: what, values: ids }));
      else {
        const result = await findApiKeyAndAll(database, keyHash, what, ids);
        reads.forEach(({ resolve }, index) =>
          resolve(result === null ? null : { key: result.key, found: result.found[index]! }),
        );
      }
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
}
