import { createKeyedBatcher } from '@assay/domain/lib/concurrency.ts';
import { findApiKey, findApiKeyAndAll, type FoundKey } from './api-keys.ts';
import type { Database } from '../database/database.ts';
import type { ReadRequest } from './workspace-read.ts';

/** Maximum number of concurrent statements per API key for reads that clients poll. */
const maxStatements = 2;
const maxReads = 16;

interface PolledRead {
  keyHash: Buffer;
  request: ReadRequest;
}

/** Looks up the API key of a request, and the resource that the request reads, as `findApiKey` does. */
export type KeyLookup = (keyHash: Buffer, request: ReadRequest | null) => Promise<FoundKey | null>;

/**
 * Returns a `KeyLookup` that batches concurrent reads of one API key, if clients poll their resource (`isPolled`). At
 * most `maxStatements` statements per key run at the same time, and further reads join the next statement. A statement
 * starts after all requests that it serves, so responses are never stale. Reads with different keys never share a
 * statement.
 */
export function createKeyLookup(database: Database): KeyLookup {
  const poll = createKeyedBatcher(findAll, maxReads, { maxBatches: maxStatements });

  return (keyHash, request) =>
    request?.read.isPolled === true
      ? poll(`${request.read.name} ${keyHash.toString('base64')}`, { keyHash, request })
      : findApiKey(database, keyHash, request);

  /** Runs reads that have the same API key and the same expression in one statement. */
  async function findAll(reads: readonly PolledRead[]): Promise<(FoundKey | null)[]> {
    const { keyHash, request } = reads[0]!;
    if (reads.length === 1) return [await findApiKey(database, keyHash, request)];
    const ids = reads.map(({ request: { values } }) => values[0]!);
    const result = await findApiKeyAndAll(database, keyHash, request.read, ids);
    return ids.map((_, index) => result && { key: result.key, found: result.found[index]! });
  }
}
