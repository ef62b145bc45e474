import { setTimeout } from 'node:timers/promises';
import { ApiProblem, type Client, createClient, UploadProblem } from '@assay/client/index.ts';
import type { Recorder } from './journal.ts';

/**
 * The result of a request: a value, a rejection, or an ambiguous error. After an ambiguous error, the request may or
 * may not have taken effect.
 */
export type Outcome<T> = { value: T } | { rejected: ApiProblem | UploadProblem } | { ambiguous: true };

/** Request timeout in ms. It is longer than the API waits for a measurement (60 s). */
const timeoutMs = 75_000;
/** Statuses after which a request may be retried (specification, section 7). */
const retryable = [429, 500, 502];
/**
 * Returns whether a response of S3 reports a temporary fault. S3 also returns server errors that the API does not use,
 * such as 503 (SlowDown).
 */
const isStorageFault = (status: number) => status >= 500;
/** The API returns this status and message if the connection was cut before the whole request body arrived. */
const isCutOff = ({ status, message }: ApiProblem) =>
  status === 400 && message.includes('not complete in time');

export type Caller = ReturnType<typeof createCaller>;

/** Creates functions that call one of the two API processes with a key and record each outcome. */
export function createCaller(baseUrl: string, apiKey: string, recorder: Recorder) {
  const client: Client = createClient({
    baseUrl,
    apiKey,
    fetch: (input, init) => {
      const request = new Request(input, init);
      return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) });
    },
  });

  async function once<T>(operation: string, call: (client: Client) => Promise<T>): Promise<Outcome<T>> {
    try {
      const value = await call(client);
      recorder.response(operation, 'ok');
      return { value };
    } catch (error) {
      if (error instanceof ApiProblem) {
        recorder.response(operation, error.message);
        return retryable.includes(error.status) || isCutOff(error)
          ? { ambiguous: true }
          : { rejected: error };
      }
      if (error instanceof UploadProblem) {
        recorder.response(operation, error.message);
        return isStorageFault(error.status) ? { ambiguous: true } : { rejected: error };
      }
      recorder.response(operation, `no response (${causeOf(error)})`);
      return { ambiguous: true };
    }
  }

  return {
    once,

    /**
     * Retries a request until it succeeds. Returns null on abort, or if the request is rejected. Records the rejection.
     */
    async retryUntilResponse<T>(
      operation: string,
      signal: AbortSignal,
      call: (client: Client) => Promise<T>,
    ): Promise<T | null> {
      while (!signal.aborted) {
        const outcome = await once(operation, call);
        if ('value' in outcome) return outcome.value;
        if ('rejected' in outcome) {
          recorder.unexpected(`${operation}: ${outcome.rejected.message}`);
          return null;
        }
        await pause();
      }
      return null;
    },
  };
}

export function pause(): Promise<void> {
  return setTimeout(200 + Math.random() * 1_000);
}

function causeOf(error: unknown): string {
  const { cause = error } = error as Error;
  return (cause as { code?: string }).code ?? (cause as Error).name;
}
