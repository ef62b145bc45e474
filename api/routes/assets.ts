import { issueList } from '@assay/domain/contracts/issue.ts';
import { assetPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { asset, isTerminal } from '@assay/domain/contracts/submission.ts';
import { topicList } from '@assay/domain/contracts/topic.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import {
  assetBody,
  type AssetResults,
  assetResults,
  submissionExists,
} from '@assay/storage/submissions/assets.ts';
import { type AssetIssues, assetIssues } from '@assay/storage/submissions/decisions.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import type { ApiDeps } from '../deps.ts';
import { type ApiReply, operation } from '../route.ts';
import { startProcessing } from '../submit/start-processing.ts';

export const readAssetRoute = operation({
  id: 'readAsset',
  tag: 'Assets',
  summary: 'Read an asset',
  errors: ['submission_not_found', 'asset_not_found'],
  params: assetPath,
  responses: { 200: asset },
  read: assetBody,
  async handle({ caller, params, found, deps }) {
    return {
      status: 200,
      json: found ?? (await throwNotFound(deps, caller, params.submission_id)),
    };
  },
});

export const readIssuesRoute = operation({
  id: 'listIssues',
  tag: 'Assets',
  summary: 'List the issues of an asset',
  description:
    'Returns all issues, ordered by reference number. Read the asset’s status first: until it is `complete` or `failed`, this returns 404. The evidence of an issue at a moment in a video includes a small picture of that moment. Its link expires after an hour.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'blob_unreadable'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: issueList },
  read: assetIssues,
  async handle({ caller, params, found, deps }) {
    const { issuesKey, decisions } = await finishedResults<AssetIssues>(
      found,
      deps,
      caller,
      params.submission_id,
    );
    const empty = { assetId: params.asset_id, issues: [], total: 0 };
    return readList(issuesKey, empty, (key) => deps.results.read(key, 'issues', decisions));
  },
});

export const readTopicsRoute = operation({
  id: 'listTopics',
  tag: 'Assets',
  summary: 'List the topics of an asset',
  description:
    'A topic groups issues of one rule family, or issues whose anchors overlap. Read the asset’s status first: until it is `complete` or `failed`, this returns 404.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'blob_unreadable'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: topicList },
  read: assetResults,
  async handle({ caller, params, found, deps }) {
    const { topicsKey } = await finishedResults(found, deps, caller, params.submission_id);
    const empty = { assetId: params.asset_id, topics: [], orphanIssueIds: [], total: 0 };
    return readList(topicsKey, empty, (key) => deps.results.read(key, 'topics'));
  },
});

export const retryAssetRoute = operation({
  id: 'retryAsset',
  tag: 'Assets',
  summary: 'Process a failed asset again',
  description: 'Only for an asset whose `isRetryable` is true. Free of charge.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_retryable'],
  params: assetPath,
  responses: { 202: asset },
  read: assetResults,
  async handle({ caller, actor, params, found, deps, log, slot }) {
    const { workspaceId } = caller;
    const { submission_id: submissionId, asset_id: assetId } = params;
    if (found === null) return throwNotFound(deps, caller, submissionId);
    const retry = await openRetry(
      deps.database,
      workspaceId,
      submissionId,
      assetId,
      deps.tracing?.traceparent() ?? null,
      actor,
    );
    if (retry === null) throw new ApiError('asset_not_retryable');
    const input = await readVersionToStart(deps.database, submissionId, retry.version);
    await startProcessing({ deps, log, slot }, input!);
    const json = await readInWorkspace(deps.database, assetBody, workspaceId, submissionId, assetId);
    return { status: 202, json: json! };
  },
});

/**
 * Parses the JSON that a query such as `assetResults` returned.
 * @throws {ApiError} 404 if the asset does not exist or has not finished
 */
export async function finishedResults<Results extends Pick<AssetResults, 'status'> = AssetResults>(
  found: string | null,
  deps: ApiDeps,
  caller: Caller,
  submissionId: string,
): Promise<Results> {
  if (found === null) return throwNotFound(deps, caller, submissionId);
  const results = JSON.parse(found) as Results;
  if (!isTerminal(results.status)) throw new ApiError('asset_not_finished');
  return results;
}

/** Returns the list that `read` returns for the storage key `key`. Returns `empty` if `key` is null. */
async function readList(
  key: string | null,
  empty: unknown,
  read: (key: string) => Promise<Buffer>,
): Promise<ApiReply> {
  return { status: 200, ...(key === null ? { body: empty } : { json: await read(key) }) };
}

/** Throws `submission_not_found` if the caller cannot see the submission, and otherwise `asset_not_found`. */
export async function throwNotFound(
  { database }: ApiDeps,
  { workspaceId, seesLive }: Caller,
  submissionId: string,
): Promise<never> {
  const exists = await submissionExists(database, workspaceId, submissionId, seesLive);
  throw new ApiError(exists ? 'asset_not_found' : 'submission_not_found');
}
