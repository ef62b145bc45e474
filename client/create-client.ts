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
  /** A key that begins with `sk_live_`, or with `sk_test_` for the sandbox. */
  apiKey: string;
  fetch?: typeof fetch;
  /** Replaces the timer between attempts and between polls, for tests. */
  sleep?: Sleep;
}

export interface SubmitRequest {
  blobPaths: readonly string[];
  /** At least one of the ids that `sidekicks()` returns. In the sandbox, any text. */
  sidekickIds: readonly string[];
  /** 0 to 30. Sandbox keys only. */
  simulationDelaySeconds?: number;
}

export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the service. Every method except those of `api` throws an `ApiProblem` for an error response,
 * and the error of `fetch` if no response arrives. Reads are retried on 429, 500, 502 and network failures, writes
 * on 429 only. A request is sent at most six times, and `Retry-After` is honoured.
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
    // A redirect would send the key to another address.
    redirect: 'manual',
  });
  const references = (blobPaths: readonly string[]) => blobPaths.map((blobPath) => ({ blobPath }));
  const assetPath = (submission_id: string, asset_id: string) => ({
    params: { path: { submission_id, asset_id } },
  });

  return {
    /**
     * The typed openapi-fetch client, with every operation. Returns `{data, error, response}` and throws no
     * `ApiProblem`.
     */
    api,

    /**
     * Uploads a file and returns its blob path, for `estimate` and `submit`.
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

    /** Returns the cost of files in credits, in the given order. Read-only. */
    async estimate(blobPaths: readonly string[]): Promise<Estimate> {
      const body = { files: references(blobPaths) };
      return dataOf(await api.POST('/api/pricing/estimate', { body, fetch: read }));
    },

    /** Returns the available sidekicks (analysers) with their rules. */
    async sidekicks(): Promise<Sidekick[]> {
      return dataOf(await api.GET('/api/integrations/sidekicks')).sidekicks;
    },

    /**
     * Submits files for analysis, which charges their credits. Not idempotent: if it fails with a 500 or without a
     * response, the submission may still have been created. Submitting the files again then fails with a 409.
     */
    async submit({ blobPaths, sidekickIds, simulationDelaySeconds }: SubmitRequest): Promise<Submission> {
      return dataOf(
        await api.POST('/api/integrations/submissions', {
          params: { query: { simulationDelaySeconds } },
          body: { assets: references(blobPaths), sidekickIds: [...sidekickIds] },
        }),
      );
    },

    /**
     * Polls until a submission is `complete` or `failed`, at growing intervals of at most ten seconds. Polls that
     * fail with a 429, 500, 502 or a network failure are retried.
     * @throws {ApiProblem} at once for any other error
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

    /** Returns the issues of an asset, by reference number. Throws a 404 if the asset has not finished. */
    async *issues(submissionId: string, assetId: string): AsyncGenerator<Issue, void, undefined> {
      const { issues } = dataOf(
        await api.GET(
          '/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues',
          assetPath(submissionId, assetId),
        ),
      );
      // The types of openapi-fetch turn a tuple (the `bbox` of an anchor) into an array of any length.
      yield* issues as Issue[];
    },

    /** Processes a failed asset again, free of charge. Throws a 409 if its `isRetryable` is false. */
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
