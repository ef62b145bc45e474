import type { JsonLinesLog } from '../json-lines-log.ts';

/** The parameters of a request that creates a submission. */
export interface CreateRequest {
  environment: 'live' | 'sandbox';
  blobPaths: readonly string[];
}

/** The recorded responses of the service. The service must not lose what it has confirmed. */
export interface Journal {
  /** Confirmed create requests by submission id. */
  created: Map<string, CreateRequest>;
  /** Create requests without a clear response. `exists`: a later 409 proved that the request took effect. */
  unconfirmed: (CreateRequest & { exists: boolean })[];
  /** Retries that the service confirmed with a 202. */
  retried: { submissionId: string; assetId: string; version: number }[];
  /**
   * By submission id: `dispatched` is the sum of that field in the responses to fire requests. `unconfirmed` is the
   * number of fire requests without a response.
   */
  fired: Map<string, { dispatched: number; unconfirmed: number }>;
  /** Descriptions of responses that no fault explains. */
  unexpected: string[];
  /** Number of responses by operation and outcome, for example `create ok`. */
  responses: Map<string, number>;
}

export function createJournal(): Journal {
  return {
    created: new Map(),
    unconfirmed: [],
    retried: [],
    fired: new Map(),
    unexpected: [],
    responses: new Map(),
  };
}

/** Creates a recorder that counts all responses, and logs unsuccessful ones and confirmed changes. */
export function createRecorder(journal: Journal, log: JsonLinesLog) {
  return {
    response(operation: string, outcome: string): void {
      const key = `${operation} ${outcome}`;
      journal.responses.set(key, (journal.responses.get(key) ?? 0) + 1);
      if (!/ (?:ok|200|201|202)$/.test(key)) log.write({ operation, outcome });
    },
    unexpected(text: string): void {
      journal.unexpected.push(text);
      log.write({ unexpected: text });
    },
    created(submissionId: string, request: CreateRequest): void {
      journal.created.set(submissionId, request);
      log.write({ created: submissionId, ...request });
    },
    unconfirmed(request: CreateRequest, exists: boolean): void {
      journal.unconfirmed.push({ ...request, exists });
      log.write({ unconfirmed: request.blobPaths, environment: request.environment, exists });
    },
    retried(submissionId: string, assetId: string, version: number): void {
      journal.retried.push({ submissionId, assetId, version });
      log.write({ retried: submissionId, assetId, version });
    },
    fired(submissionId: string, dispatched: number | null): void {
      const before = journal.fired.get(submissionId) ?? { dispatched: 0, unconfirmed: 0 };
      journal.fired.set(submissionId, {
        dispatched: before.dispatched + (dispatched ?? 0),
        unconfirmed: before.unconfirmed + (dispatched === null ? 1 : 0),
      });
      log.write({ fired: submissionId, dispatched });
    },
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
