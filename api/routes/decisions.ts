import {
  decideRequest,
  decision,
  decisionHistory,
  type RuleDecisionList,
  ruleDecisionList,
} from '@assay/domain/contracts/decision.ts';
import { assetPath, issuePath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { v7 as uuidV7 } from 'uuid';
import type { AssetResults } from '@assay/storage/submissions/assets.ts';
import {
  assetDecisions,
  type AssetIssues,
  assetOfIssue,
  countedDays,
  type NewDecision,
  recordDecision,
  ruleDecisions,
} from '@assay/storage/submissions/decisions.ts';
import { readListAs } from '../list-reader.ts';
import { type ApiRequest, operation } from '../route.ts';
import { finishedResults, throwNotFound } from './assets.ts';

interface IssuePath {
  submission_id: string;
  asset_id: string;
  issue_id: string;
}

const errors = [
  'submission_not_found',
  'asset_not_found',
  'asset_not_finished',
  'asset_signed_off',
  'issue_not_found',
  'blob_unreadable',
] as const;

export const decideRoute = operation({
  id: 'decideIssue',
  tag: 'Assets',
  summary: 'Decide about an issue',
  description:
    'Replaces the decision before it, which stays in the history. Decisions are kept when the asset is retried. They ' +
    'change the verdict when the asset is signed off, and cannot be changed after that.',
  errors,
  params: issuePath,
  body: decideRequest,
  responses: { 200: decision },
  read: assetOfIssue,
  async handle(request) {
    const { decision, reason = null } = request.body;
    return { status: 200, body: await record(request, { decision, reason }) };
  },
});

export const withdrawDecisionRoute = operation({
  id: 'withdrawDecision',
  tag: 'Assets',
  summary: 'Withdraw the decision about an issue',
  description: 'The issue is then undecided. The decision stays in the history.',
  errors,
  params: issuePath,
  responses: { 204: null },
  read: assetOfIssue,
  async handle(request) {
    await record(request, { decision: null, reason: null });
    return { status: 204, empty: true };
  },
});

export const listDecisionsRoute = operation({
  id: 'listDecisions',
  tag: 'Assets',
  summary: 'List the decisions about an asset',
  description: 'Who decided what about which issue, when and why.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'list_timeout'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: decisionHistory },
  async handle(request) {
    const { caller, params, deps } = request;
    const list = { read: assetDecisions, values: [params.submission_id, params.asset_id] };
    const found = await readListAs(request, list);
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const { status, decisions } = JSON.parse(found) as Pick<AssetResults, 'status'> & {
      decisions: unknown[];
    };
    if (!isTerminal(status)) throw new ApiError('asset_not_finished');
    return { status: 200, body: { assetId: params.asset_id, decisions, total: decisions.length } };
  },
});

export const countDecisionsRoute = operation({
  id: 'countDecisions',
  tag: 'Sidekicks',
  summary: 'Count the decisions of the last 90 days by rule',
  description:
    'How often issues of each rule were accepted, waived and disputed. A rule that is often disputed finds too much.',
  errors: ['list_timeout'],
  query: wholeListQuery,
  responses: { 200: ruleDecisionList },
  async handle(request) {
    const list = { read: ruleDecisions, values: [request.caller.environment] };
    const rules = JSON.parse((await readListAs(request, list))!) as RuleDecisionList['rules'];
    return { status: 200, body: { days: countedDays, rules, total: rules.length } };
  },
});

/** Records a decision about an issue of a finished asset. */
async function record(
  { caller, actor, params, found, deps }: ApiRequest<IssuePath, unknown, unknown>,
  decided: Pick<NewDecision, 'decision' | 'reason'>,
) {
  const { submission_id: submissionId, asset_id: assetId, issue_id: issueId } = params;
  const { issuesKey } = await finishedResults<AssetIssues>(found, deps, caller, submissionId);
  const issues = issuesKey === null ? null : await deps.results.readIssues(issuesKey);
  const issue = issues?.get(issueId.toLowerCase());
  if (issue === undefined) throw new ApiError('issue_not_found');
  const { comparable, ruleId, features } = issue;
  const { ruleCode, summary } = comparable;
  const of = { submissionId, assetId, issueId, ruleId, ruleCode, summary, features };
  const recorded = await recordDecision(
    deps.database,
    caller.workspaceId,
    { id: uuidV7(), ...of, ...decided },
    actor,
  );
  if (recorded === 'signed off') throw new ApiError('asset_signed_off');
  return recorded;
}
