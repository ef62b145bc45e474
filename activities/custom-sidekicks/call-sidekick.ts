import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { answerLimits } from '@assay/domain/examination.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readSidekickSecret } from '@assay/storage/submissions/custom-sidekicks.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { isSuccess } from '@assay/sender/is-success.ts';
import type { HttpsSender, SendResult } from '@assay/sender/https-sender.ts';
import { retryAfterSeconds } from '@assay/sender/retry-after.ts';
import { signatureHeaders } from '@assay/sender/signature-headers.ts';
import { storeThroughOutages } from '../outages.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { KnownSidekick } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { invalidFindings, storeAnswer } from './keep-findings.ts';
import { prepareExamination, type SidekickStep } from './prepare-examination.ts';

export interface CallSidekickDeps {
  database: Database;
  blobs: BlobStore;
  secrets: SecretCipher;
  sender: HttpsSender;
}

/** Milliseconds for the request and its response. A sidekick that needs longer should use a task queue. */
const timeoutMs = 5 * 60_000;
/**
 * Seconds for which the download URL is valid. Longer than `timeoutMs`, so that the URL does not expire during the
 * request.
 */
const expiresInSeconds = 15 * 60;
/** Maximum hours for which the worker tries to store an answer during an outage. Then the sidekick is called again. */
const keepAnswerHours = 1;
/** Maximum delay in seconds that an endpoint can request with `Retry-After`. */
const maxRetryAfterSeconds = 15 * 60;

const userAgent = 'Assay-Sidekicks/0.1';
/** 4xx statuses that report temporary conditions (RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4). */
const retryableStatuses = [408, 425, 429];

/**
 * Calls a custom sidekick at its HTTPS endpoint with one signed request. Stores the findings on the asset and returns
 * their number. Does nothing and returns 0 if the asset is finished or belongs to a later version.
 */
export function createCallSidekick(deps: CallSidekickDeps) {
  return async function callSidekick(step: SidekickStep): Promise<{ findingCount: number }> {
    const prepared = await prepareExamination(deps, step, expiresInSeconds);
    if (prepared === null) return { findingCount: 0 };
    const { sidekick, examination } = prepared;
    const stored = await readSidekickSecret(deps.database, sidekick.id);
    // The sidekick was removed or moved to a task queue during this attempt. The next attempt reads the sidekick
    // again.
    if (sidekick.runs.on !== 'https' || stored === null)
      throw unavailable('the sidekick has no endpoint any more');
    const secret = deps.secrets.decrypt(stored, sidekick.id);
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
    const answer = readAnswer(sidekick, sent, at);
    return storeThroughOutages(keepAnswerHours, () => storeAnswer(deps, step, sidekick, answer));
  };
}

/**
 * Returns the JSON of the endpoint's response. Throws a retryable failure if the endpoint is unavailable. Throws a
 * non-retryable failure if the endpoint rejected the request or its response cannot be used.
 */
export function readAnswer({ code }: Pick<KnownSidekick, 'code'>, sent: SendResult, at: Date): unknown {
  if (sent.kind === 'error') throw unavailable(`${sent.errorClass}: ${sent.message}`);
  const { status, headers, body } = sent;
  if (status >= 500 || retryableStatuses.includes(status)) {
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
  if (body === null)
    throw invalidFindings(code, `response exceeds ${answerLimits.bytes.toLocaleString('en')} bytes`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalidFindings(code, 'response is not JSON in UTF-8');
  }
}

/**
 * Returns a failure that Temporal retries.
 * @param afterSeconds the delay in seconds that the endpoint requested; null: the delay of the retry policy
 */
function unavailable(message: string, afterSeconds: number | null = null): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'sidekick_unavailable',
    message,
    ...(afterSeconds === null ? {} : { nextRetryDelay: Math.min(afterSeconds, maxRetryAfterSeconds) * 1000 }),
  });
}
