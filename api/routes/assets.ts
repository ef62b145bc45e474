import { issueList } from '../../domain/contracts/issue.ts';
import { assetPath } from '../../domain/contracts/path.ts';
import { asset } from '../../domain/contracts/submission.ts';
import { topicList } from '../../domain/contracts/topic.ts';
import { ApiError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/submission.ts';
import {
  type AssetResults,
  readAsset,
  readAssetResults,
  submissionExists,
} from '../../storage/postgres/assets.ts';
import { readVersionToStart } from '../../storage/postgres/outbox.ts';
import { openRetry } from '../../storage/postgres/retries.ts';
import type { ApiDeps } from '../deps.ts';
import { operation } from '../route.ts';
import { beginProcessing } from '../submit/begin-processing.ts';

export const readAssetRoute = operation({
  id: 'readAsset',
  tag: 'Assets',
  summary: 'Read an asset',
  errors: ['submission_not_found', 'asset_not_found'],
  params: assetPath,
  responses: { 200: asset },
  async handle({ caller, params, deps }) {
    const json = await readAsset(deps.database, caller.workspaceId, params.submission_id, params.asset_id);
    return {
      status: 200,
      json: json ?? (await refuseUnknown(deps, caller.workspaceId, params.submission_id)),
    };
  },
});

export const readIssuesRoute = operation({
  id: 'listIssues',
  tag: 'Assets',
  summary: 'List the issues of an asset',
  description: 'All of them, ordered by reference number.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'blob_unreadable'],
  params: assetPath,
  responses: { 200: issueList },
  async handle({ caller, params, deps }) {
    const { issuesKey } = await finishedResults(deps, caller.workspaceId, params);
    if (issuesKey !== null) return { status: 200, json: await deps.results.read(issuesKey, 'issues') };
    return { status: 200, body: { assetId: params.asset_id, issues: [], total: 0 } };
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
  async handle({ caller, params, deps }) {
    const { topicsKey } = await finishedResults(deps, caller.workspaceId, params);
    if (topicsKey !== null) return { status: 200, json: await deps.results.read(topicsKey, 'topics') };
    return { status: 200, body: { assetId: params.asset_id, topics: [], orphanIssueIds: [], total: 0 } };
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
    const retry = await openRetry(deps.database, workspaceId, submissionId, assetId);
    if (retry === null) {
      const exists = await readAssetResults(deps.database, workspaceId, submissionId, assetId);
      if (exists === null) await refuseUnknown(deps, workspaceId, submissionId);
      throw new ApiError('asset_not_retryable');
    }
    const input = await readVersionToStart(deps.database, submissionId, retry.version);
    await beginProcessing(deps, log, input!);
    const json = await readAsset(deps.database, workspaceId, submissionId, assetId);
    return { status: 202, json: json! };
  },
});

async function finishedResults(
  deps: ApiDeps,
  workspaceId: string,
  params: { submission_id: string; asset_id: string },
): Promise<AssetResults> {
  const results = await readAssetResults(deps.database, workspaceId, params.submission_id, params.asset_id);
  if (results === null) return refuseUnknown(deps, workspaceId, params.submission_id);
  if (!isTerminal(results.status)) throw new ApiError('asset_not_finished');
  return results;
}

/** 404, for the submission or, where the workspace has that, for the asset. */
async function refuseUnknown(deps: ApiDeps, workspaceId: string, submissionId: string): Promise<never> {
  const known = await submissionExists(deps.database, workspaceId, submissionId);
  throw new ApiError(known ? 'asset_not_found' : 'submission_not_found');
}
