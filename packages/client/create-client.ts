import createFetchClient from 'openapi-fetch';
import { dataOf } from './api-problem.ts';
import { retryRules, type RetryRule, type Sleep, sleepMs, withRetries } from './retry.ts';
import type { paths } from './schema.ts';
import type { Asset, Estimate, Issue, Sidekick, Submission } from './shapes.ts';
import { putFile, type UploadFile } from './upload.ts';
import { pollUntilDone, type WaitOptions } from './wait-until-done.ts';

export interface ClientOptions {
  /** The URL of the service, such as `https://assay.example`. */
  baseUrl: string;
  /** A live key, which begins with `sk_live_`, or a sandbox key, which begins with `sk_test_`. */
  apiKey: string;
  fetch?: typeof fetch;
  /** A replacement for the timer between attempts and between polls, for tests. */
  sleep?: Sleep;
}

export interface SubmitRequest {
  blobPaths: readonly string[];
  /** One or more of the ids that `sidekicks()` returns. A sandbox submission accepts any text. */
  sidekickIds: readonly string[];
  /** Simulated processing time in seconds, 0 to 30. Allowed with sandbox keys only. */
  simulationDelaySeconds?: number;
}

export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the service. Every method except those of `api` throws an `ApiProblem` for an error response. If
 * no response arrives, the method throws the error of `fetch`. Reads, estimates and the transfer of a file to the
 * storage are retried on 429, 500, 502 and network failures, the transfer also on 503. Other writes are retried on 429
 * only. A request is sent at most six times, except in `waitUntilDone`. `Retry-After` is honoured up to an hour.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch, sleep = sleepMs }: ClientOptions) {
  const fetchWith = (rule: RetryRule) => (request: Request) =>
    withRetries(() => fetch(request.clone()), rule, sleep, request.signal);
  const read = fetchWith(retryRules.reads);
  const write = fetchWith(retryRules.writes);
  const poll = fetchWith(retryRules.polls);

  const api = createFetchClient<paths>({
    baseUrl,
    headers: { 'X-API-Key': apiKey },
    fetch: (request) => (request.method === 'GET' ? read(request) : write(request)),
    // Redirects are not followed, because they would send the key to another address.
    redirect: 'manual',
  });
  const references = (blobPaths: readonly string[]) => blobPaths.map((blobPath) => ({ blobPath }));
  const assetPath = (submission_id: string, asset_id: string) => ({
    params: { path: { submission_id, asset_id } },
  });

  return {
    /** The typed openapi-fetch client. Its methods return `{data, error, response}` and throw no `ApiProblem`. */
    api,

    /**
     * Uploads a file and returns its blob path, which `estimate` and `submit` accept.
     * @throws {UploadProblem} if the storage rejects the file
     */
    async upload(file: UploadFile): Promise<string> {
      const { filename, contentType, body } = file;
      const target = dataOf(
        await api.POST('/uploads/url', { body: { filename, contentType, contentLength: body.size } }),
      );
      await putFile(fetch, sleep, target, body);
      return target.blobPath;
    },

    /** Returns the cost of files in credits, in the order of `blobPaths`. Changes no data. */
    async estimate(blobPaths: readonly string[]): Promise<Estimate> {
      const body = { files: references(blobPaths) };
      return dataOf(await api.POST('/api/pricing/estimate', { body, fetch: read }));
    },

    /** Returns the available sidekicks (analysers) with their rules. */
    async sidekicks(): Promise<Sidekick[]> {
      return dataOf(await api.GET('/api/integrations/sidekicks')).sidekicks;
    },

    /**
     * Submits files for analysis and charges their cost in credits. The call is not idempotent. If the call fails with
     * a 500 or without a response, the submission may have been created. A second call with the same files then fails
     * with a 409, whose header `Location` is the URL of the submission (see `api`).
     */
    async submit({ blobPaths, sidekickIds, simulationDelaySeconds }: SubmitRequest): Promise<Submission> {
      return dataOf(
        await api.POST('/api/integrations/submissions', {
          params: { query: simulationDelaySeconds === undefined ? {} : { simulationDelaySeconds } },
          body: { assets: references(blobPaths), sidekickIds: [...sidekickIds] },
        }),
      );
    },

    /**
     * Polls until a submission is `complete` or `failed`. The interval between polls grows up to ten seconds. Polls
     * that fail with a 429, 500, 502 or a network failure are retried.
     * @throws {ApiProblem} immediately for any other error status
     * @throws {DOMException} `TimeoutError` if the submission is not done after `timeoutMs`
     * @throws the reason of `signal` if it is aborted
     */
    waitUntilDone: (submissionId: string, options: WaitOptions = {}): Promise<Submission> =>
      pollUntilDone(
        async (signal) =>
          dataOf(
            await api.GET('/api/integrations/submissions/{submission_id}', {
              params: { path: { submission_id: submissionId } },
              signal,
              fetch: poll,
            }),
          ),
        sleep,
        options,
      ),

    /** Returns the issues of an asset, ordered by reference number. Throws a 404 until the asset has finished. */
    async *issues(submissionId: string, assetId: string): AsyncGenerator<Issue, void, undefined> {
      const { issues } = dataOf(
        await api.GET(
          '/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues',
          assetPath(submissionId, assetId),
        ),
      );
      // openapi-fetch turns the type of a tuple (the `bbox` of an anchor) into an array of any length.
      yield* issues as Issue[];
    },

    /** Processes a failed asset again, free of charge. Throws a 409 if `isRetryable` of the asset is false. */
    async retry(submissionId: string, assetId: string): Promise<Asset> {
      return dataOf(
        await api.POST(
          '/api/integrations/submissions/{submission_id}/assets/{asset_id}/retry',
          assetPath(submissionId, assetId),
        ),
      );
    },
  };
}
