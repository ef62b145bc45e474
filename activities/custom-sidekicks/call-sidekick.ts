import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { answerLimits } from '../../domain/examination.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readSidekickSecret } from '../../storage/postgres/registered-sidekicks.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { isSuccess } from '../net/exchange.ts';
import type { HttpsSender, SendResult } from '../net/https-sender.ts';
import { retryAfterSeconds } from '../net/retry-after.ts';
import { signatureHeaders } from '../net/signature-headers.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { KnownSidekick } from '../../analysis/sidekicks/find-sidekicks.ts';
import { invalidFindings, keepAnswer } from './keep-findings.ts';
import { prepareExamination, type SidekickStep } from './prepare-examination.ts';

export interface CallSidekickDeps {
  database: Database;
  blobs: BlobStore;
  sender: HttpsSender;
}

/** For the whole exchange: what takes longer is for a task queue. */
const timeoutMs = 5 * 60_000;
/** Longer than the exchange: the sidekick may begin to read late. */
const expiresInSeconds = 15 * 60;
/** No longer wait is accepted from an endpoint. */
const maxRetryAfterSeconds = 15 * 60;

const userAgent = 'Assay-Sidekicks/0.1';
/** Refusals that pass: RFC 9110, 15.5.9; RFC 8470; RFC 6585, 4. */
const passingStatuses = [408, 425, 429];

/**
 * Has a sidekick at an HTTPS endpoint examine an asset, by one signed request, and keeps its findings; answers how many
 * there are. Does nothing, and answers none, when the asset has ended or a later version has taken it over.
 */
export function createCallSidekick(deps: CallSidekickDeps) {
  return async function callSidekick(step: SidekickStep): Promise<{ findingCount: number }> {
    const prepared = await prepareExamination(deps, step, expiresInSeconds);
    if (prepared === null) return { findingCount: 0 };
    const { sidekick, examination } = prepared;
    const secret = await readSidekickSecret(deps.database, sidekick.id);
    // It was removed, or moved to a task queue, within this moment: the next attempt sees which.
    if (sidekick.runs.on !== 'https' || secret === null) throw unavailable('it is at no endpoint now');
    const { url } = sidekick.runs;
    const at = new Date();
    const body = JSON.stringify(examination);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders([secret], examination.examinationId, at, body),
    };
    const limits = { timeoutMs, maxBodyBytes: answerLimits.bytes, signal: cancellationSignal() };
    const sent = await withHeartbeat(() => deps.sender.post(url, headers, body, limits));
    return keepAnswer(deps, step, sidekick, answerOf(sidekick, sent, at));
  };
}

/** What the endpoint answered. Throws what its status or its silence means for the work. */
export function answerOf({ code }: Pick<KnownSidekick, 'code'>, sent: SendResult, at: Date): unknown {
  if (sent.kind === 'error') throw unavailable(`${sent.errorClass}: ${sent.message}`);
  const { status, headers, body } = sent;
  if (status >= 500 || passingStatuses.includes(status)) {
    const header = headers['retry-after'];
    throw unavailable(
      `status: HTTP ${status}`,
      typeof header === 'string' ? retryAfterSeconds(header, at) : null,
    );
  }
  if (!isSuccess(status)) {
    throw ApplicationFailure.nonRetryable(
      `The sidekick ${code} refused to examine the file (HTTP ${status})`,
      'sidekick_refused',
    );
  }
  if (body === null) throw invalidFindings(code, `the answer has more than ${answerLimits.bytes} bytes`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalidFindings(code, 'the answer is not JSON in UTF-8');
  }
}

/** Worth another attempt, when the endpoint asks for it or else by the schedule. */
function unavailable(message: string, afterSeconds: number | null = null): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'sidekick_unavailable',
    message,
    ...(afterSeconds === null ? {} : { nextRetryDelay: Math.min(afterSeconds, maxRetryAfterSeconds) * 1000 }),
  });
}
