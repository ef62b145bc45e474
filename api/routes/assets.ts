import { issueList } from '../../domain/contracts/issue.ts';
import { assetPath } from '../../domain/contracts/path.ts';
import { asset } from '../../domain/contracts/submission.ts';
import { topicList } from '../../domain/contracts/topic.ts';
import { ApiError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/submission.ts';
import {
  assetBody,
  type AssetResults,
  assetResults,
  submissionExists,
} from '../../storage/postgres/assets.ts';
import { readVersionToStart } from '../../storage/postgres/outbox.ts';
import { openRetry } from '../../storage/postgres/retries.ts';
import { readInWorkspace } from '../../storage/postgres/workspace-read.ts';
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
      json: found ?? (await refuseUnknown(deps, caller.workspaceId, params.submission_id)),
    };
  },
});

export const readIssuesRoute = operation({
  id: 'listIssues',
  tag: 'Assets',
  summary: 'List the issues of an asset',
  description:
    'All of them, ordered by reference number. Those of a moment in a video have a small picture of it among their evidence, by a link that works for an hour.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'blob_unreadable'],
  params: assetPath,
  responses: { 200: issueList },
  read: assetResults,
  async handle({ caller, params, found, deps }) {
    const { issuesKey } = await finished(found, deps, caller.workspaceId, params.submission_id);
    return kept(deps, issuesKey, 'issues', { assetId: params.asset_id, issues: [], total: 0 });
  },
});

export const readTopicsRoute = operation({
  id: 'listTopics',
  tag: 'Assets',
  summary: 'List the topics of an asset',
  description: 'Issues that belong together: those of one rule family, and those whose anchors overlap.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'blob_unreadable'],
  params: assetPath,
  responses: { 200: topicList },
  read: assetResults,
  async handle({ caller, params, found, deps }) {
    const { topicsKey } = await finished(found, deps, caller.workspaceId, params.submission_id);
    const none = { assetId: params.asset_id, topics: [], orphanIssueIds: [], total: 0 };
    return kept(deps, topicsKey, 'topics', none);
  },
});

/** Processes a failed asset again, where its failure allows that. */
export const retryAssetRoute = operation({
  id: 'retryAsset',
  tag: 'Assets',
  summary: 'Process a failed asset again',
  description: 'Only for an asset whose `isRetryable` is true. Free of charge.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_retryable'],
  params: assetPath,
  responses: { 202: asset },
  async handle({ caller, params, deps, log }) {
    const { workspaceId } = caller;
    const { submission_id: submissionId, asset_id: assetId } = params;
    const retry = await openRetry(
      deps.database,
      workspaceId,
      submissionId,
      assetId,
      deps.tracing?.traceparent() ?? null,
    );
    if (retry === null) {
      const exists = await readInWorkspace(deps.database, assetResults, workspaceId, submissionId, assetId);
      if (exists === null) await refuseUnknown(deps, workspaceId, submissionId);
      throw new ApiError('asset_not_retryable');
    }
    const input = await readVersionToStart(deps.database, submissionId, retry.version);
    await startProcessing(deps, log, input!);
    const json = await readInWorkspace(deps.database, assetBody, workspaceId, submissionId, assetId);
    return { status: 202, json: json! };
  },
});

/** What `assetResults` found, of an asset that has ended. */
async function finished(
  found: string | null,
  deps: ApiDeps,
  workspaceId: string,
  submissionId: string,
): Promise<AssetResults> {
  if (found === null) return refuseUnknown(deps, workspaceId, submissionId);
  const results = JSON.parse(found) as AssetResults;
  if (!isTerminal(results.status)) throw new ApiError('asset_not_finished');
  return results;
}

/** What is kept under a key, or what is told where there was nothing to keep. */
async function kept(
  deps: ApiDeps,
  key: string | null,
  what: 'issues' | 'topics',
  none: unknown,
): Promise<ApiReply> {
  return { status: 200, ...(key === null ? { body: none } : { json: await deps.results.read(key, what) }) };
}

/** 404, for the submission or, where the workspace has that, for the asset. */
async function refuseUnknown(deps: ApiDeps, workspaceId: string, submissionId: string): Promise<never> {
  const known = await submissionExists(deps.database, workspaceId, submissionId);
  throw new ApiError(known ? 'asset_not_found' : 'submission_not_found');
}
