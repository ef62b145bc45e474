import createFetchClient from 'openapi-fetch';
import { dataOf } from './api-problem.ts';
import { retryRules, type RetryRule, type Sleep, sleepMs, withRetries } from './retry.ts';
import type { paths } from './schema.ts';
import type { Asset, Estimate, Issue, Sidekick, Submission } from './shapes.ts';
import { putFile, type UploadFile } from './upload.ts';
import { pollUntilDone, type WaitOptions } from './wait-until-done.ts';

export interface ClientOptions {
  /** Where the service is, as in `https://assay.example`. */
  baseUrl: string;
  /** Begins with `sk_live_` or `sk_test_`; the latter selects the sandbox. */
  apiKey: string;
  fetch?: typeof fetch;
  /** How to wait between attempts and polls. */
  sleep?: Sleep;
}

export interface SubmitRequest {
  blobPaths: readonly string[];
  /** Ids of `sidekicks()`, at least one; in the sandbox any text. */
  sidekickIds: readonly string[];
  /** 0 to 30; sandbox keys only. */
  simulationDelaySeconds?: number;
}

export type Client = ReturnType<typeof createClient>;

/**
 * A client of the service. Every method but those of `api` throws an `ApiProblem` when the service answers with an
 * error, and what `fetch` threw when no answer came. Reads are tried again on 429, 500, 502 and network failures,
 * anything else on 429 alone, up to six times in all, with `Retry-After` honoured.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch, sleep = sleepMs }: ClientOptions) {
  const retrying = (rule: RetryRule) => (request: Request) =>
    withRetries(() => fetch(request.clone()), rule, sleep, request.signal);
  const read = retrying(retryRules.reads);
  const write = retrying(retryRules.writes);
  const wait = retrying(retryRules.waiting);

  const api = createFetchClient<paths>({
    baseUrl,
    headers: { 'X-API-Key': apiKey },
    fetch: (request) => (request.method === 'GET' ? read(request) : write(request)),
    // The key goes nowhere else.
    redirect: 'manual',
  });
  const references = (blobPaths: readonly string[]) => blobPaths.map((blobPath) => ({ blobPath }));
  const assetPath = (submission_id: string, asset_id: string) => ({
    params: { path: { submission_id, asset_id } },
  });

  return {
    /** Every operation of the interface description, typed; answers `{data, error, response}` and throws no `ApiProblem`. */
    api,

    /**
     * Uploads a file and answers its blob path, for `estimate` and `submit`.
     * @throws {UploadProblem} when the storage does not take it
     */
    async upload(file: UploadFile): Promise<string> {
      const { filename, contentType, body } = file;
      const target = dataOf(
        await api.POST('/uploads/url', { body: { filename, contentType, contentLength: body.size } }),
      );
      await putFile(fetch, sleep, target, body);
      return target.blobPath;
    },

    /** What these files would cost, in credits, in the order given. Changes nothing. */
    async estimate(blobPaths: readonly string[]): Promise<Estimate> {
      const body = { files: references(blobPaths) };
      return dataOf(await api.POST('/api/pricing/estimate', { body, fetch: read }));
    },

    /** The analysers there are, with their rules. */
    async sidekicks(): Promise<Sidekick[]> {
      return dataOf(await api.GET('/api/integrations/sidekicks')).sidekicks;
    },

    /**
     * Submits files for analysis, which charges their credits. Not idempotent: when it fails without an answer or with a
     * 500, the submission may still have been created, and a second one is then answered 409.
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
     * Polls until a submission is `complete` or `failed`, at growing intervals of at most ten seconds. Takes a 429, 500,
     * 502 or a network failure for a reason to wait longer.
     * @throws {ApiProblem} any other error, at once
     * @throws {DOMException} named `TimeoutError` when that takes too long
     * @throws what `signal` was aborted with
     */
    waitUntilDone: (submissionId: string, options: WaitOptions = {}): Promise<Submission> =>
      pollUntilDone(
        async (signal) =>
          dataOf(
            await api.GET('/api/integrations/submissions/{submission_id}', {
              params: { path: { submission_id: submissionId } },
              signal,
              fetch: wait,
            }),
          ),
        sleep,
        options,
      ),

    /** The issues of an asset that has finished (404 before), by reference number. */
    async *issues(submissionId: string, assetId: string): AsyncGenerator<Issue, void, undefined> {
      const { issues } = dataOf(
        await api.GET(
          '/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues',
          assetPath(submissionId, assetId),
        ),
      );
      // To the types of openapi-fetch a tuple is any array.
      yield* issues as Issue[];
    },

    /** Has a failed asset processed again, free of charge; 409 when its `isRetryable` is false. */
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
