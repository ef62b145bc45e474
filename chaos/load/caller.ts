import { setTimeout } from 'node:timers/promises';
import { ApiProblem, type Client, createClient, UploadProblem } from '../../client/index.ts';
import type { Notes } from './journal.ts';

/** What came of a request: an answer, a refusal, or nothing that says whether it was carried out. */
export type Outcome<T> = { value: T } | { refused: ApiProblem | UploadProblem } | { ambiguous: true };

/** Longer than a measurement is waited for. */
const timeoutMs = 75_000;
/** The only ones that are worth another try (specification 7). */
const retryable = [429, 500, 502];
/** Of S3, which has more ("slow down"), and signs with the time. */
const isStorageFault = (status: number) => status >= 500;
/** An answer to a request of which a part was lost on the way. */
const isCutOff = ({ status, message }: ApiProblem) =>
  status === 400 && message.includes('not complete in time');

export type Caller = ReturnType<typeof createCaller>;

/** Calls one of the APIs with a key, and notes each outcome. */
export function createCaller(baseUrl: string, apiKey: string, notes: Notes) {
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
      notes.answer(operation, 'ok');
      return { value };
    } catch (error) {
      if (error instanceof ApiProblem) {
        notes.answer(operation, error.message);
        return retryable.includes(error.status) || isCutOff(error) ? { ambiguous: true } : { refused: error };
      }
      if (error instanceof UploadProblem) {
        notes.answer(operation, error.message);
        return isStorageFault(error.status) ? { ambiguous: true } : { refused: error };
      }
      notes.answer(operation, `no answer (${causeOf(error)})`);
      return { ambiguous: true };
    }
  }

  return {
    once,

    /** Tries until there is an answer; null where it is a refusal, which nothing explains, or `signal` is aborted. */
    async insist<T>(
      operation: string,
      signal: AbortSignal,
      call: (client: Client) => Promise<T>,
    ): Promise<T | null> {
      while (!signal.aborted) {
        const outcome = await once(operation, call);
        if ('value' in outcome) return outcome.value;
        if ('refused' in outcome) {
          notes.unexpected(`${operation}: ${outcome.refused.message}`);
          return null;
        }
        await pause();
      }
      return null;
    },
  };
}

/** Between tries. */
export function pause(): Promise<void> {
  return setTimeout(200 + Math.random() * 1_000);
}

function causeOf(error: unknown): string {
  const { cause = error } = error as Error;
  return (cause as { code?: string }).code ?? (cause as Error).name;
}
