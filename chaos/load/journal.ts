import type { EventLog } from '../event-log.ts';

/** What a create was sent with. */
export interface Sent {
  environment: 'live' | 'sandbox';
  blobPaths: readonly string[];
}

/** What was answered: what the service has promised, and must not have lost. */
export interface Journal {
  /** By submission id. */
  created: Map<string, Sent>;
  /** Creates without an answer that says what came of them; a 409 to a repetition proves that there is a submission. */
  unanswered: (Sent & { exists: boolean })[];
  /** 202s: an asset in its next version. */
  retried: { submissionId: string; assetId: string; version: number }[];
  /** Per submission: what the answers to fire say was dispatched, and how often none came. */
  fired: Map<string, { dispatched: number; unanswered: number }>;
  /** Answers that nothing explains. */
  unexpected: string[];
  /** How many answers there were of each kind, by operation and status. */
  answers: Map<string, number>;
}

export function createJournal(): Journal {
  return {
    created: new Map(),
    unanswered: [],
    retried: [],
    fired: new Map(),
    unexpected: [],
    answers: new Map(),
  };
}

/** Notes what the service has promised, here and in the log. */
export function createNotes(journal: Journal, log: EventLog) {
  return {
    answer(operation: string, outcome: string): void {
      const key = `${operation} ${outcome}`;
      journal.answers.set(key, (journal.answers.get(key) ?? 0) + 1);
      if (!/ (?:ok|200|201|202)$/.test(key)) log.write({ operation, outcome });
    },
    unexpected(text: string): void {
      journal.unexpected.push(text);
      log.write({ unexpected: text });
    },
    created(submissionId: string, sent: Sent): void {
      journal.created.set(submissionId, sent);
      log.write({ created: submissionId, ...sent });
    },
    unanswered(sent: Sent, exists: boolean): void {
      journal.unanswered.push({ ...sent, exists });
      log.write({ unanswered: sent.blobPaths, environment: sent.environment, exists });
    },
    retried(submissionId: string, assetId: string, version: number): void {
      journal.retried.push({ submissionId, assetId, version });
      log.write({ retried: submissionId, assetId, version });
    },
    fired(submissionId: string, dispatched: number | null): void {
      const before = journal.fired.get(submissionId) ?? { dispatched: 0, unanswered: 0 };
      journal.fired.set(submissionId, {
        dispatched: before.dispatched + (dispatched ?? 0),
        unanswered: before.unanswered + (dispatched === null ? 1 : 0),
      });
      log.write({ fired: submissionId, dispatched });
    },
  };
}
export type Notes = ReturnType<typeof createNotes>;
