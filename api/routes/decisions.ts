import {
  decideRequest,
  decidedIssues,
  decideManyRequest,
  decision,
  decisionHistory,
  type RuleDecisionList,
  ruleDecisionList,
} from '@assay/domain/contracts/decision.ts';
import type { NewEvidence } from '@assay/domain/contracts/evidence.ts';
import { type AssetPath, assetPath, issuePath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { v7 as uuidV7 } from 'uuid';
import type { AssetResults } from '@assay/storage/submissions/assets.ts';
import {
  assetDecisions,
  assetOfIssue,
  type AssetToDecide,
  assetToDecide,
  countedDays,
  type NewDecisions,
  recordDecisions,
  ruleDecisions,
} from '@assay/storage/submissions/decisions.ts';
import { readDecisionEvidence } from '../decision-evidence.ts';
import { readListAs } from '../list-reader.ts';
import type { IssueTemplate } from '../result-reader.ts';
import { type ApiRequest, operation } from '../route.ts';
import { startEvidenceInBackground } from '../start-in-background.ts';
import { finishedResults, throwNotFound } from './assets.ts';

interface IssuePath extends AssetPath {
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
  errors: [...errors, 'invalid_blob_path'],
  params: issuePath,
  body: decideRequest,
  responses: { 200: decision },
  read: assetOfIssue,
  async handle(request) {
    return { status: 200, body: await record(request, request.body) };
  },
});

export const decideManyRoute = operation({
  id: 'decideIssues',
  tag: 'Assets',
  summary: 'Decide about several issues of an asset',
  description: 'As for one issue: all issues get the same decision, or none if one of them is unknown.',
  errors: [
    'submission_not_found',
    'asset_not_found',
    'asset_not_finished',
    'asset_signed_off',
    'blob_unreadable',
    'invalid_blob_path',
  ],
  params: assetPath,
  body: decideManyRequest,
  responses: { 200: decidedIssues },
  read: assetToDecide,
  async handle(request) {
    const issueIds = [...new Set(request.body.issueIds.map((id) => id.toLowerCase()))];
    const { asset, issues: known } = await readIssuesOf(request);
    const faults = issueIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `issueIds.${index}`, message: 'is not an issue of the asset' }],
    );
    if (faults.length > 0) throw validationError(...faults);
    const issues = issueIds.map((id) => [id, known.get(id)!] as const);
    const recorded = await recordAbout(request, asset, issues, request.body);
    return { status: 200, body: { issueIds, decision: recorded, total: issueIds.length } };
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
    await record(request, { decision: null });
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

interface Decided {
  /** Null to withdraw the decision. */
  decision: NewDecisions['decision'];
  reason?: string | null | undefined;
  evidence?: readonly NewEvidence[] | undefined;
}

/** Records a decision about the issue in the path. */
async function record(request: ApiRequest<IssuePath, unknown, unknown>, decided: Decided) {
  const issueId = request.params.issue_id.toLowerCase();
  const { asset, issues } = await readIssuesOf(request);
  if (!issues.has(issueId)) throw new ApiError('issue_not_found');
  return recordAbout(request, asset, [[issueId, issues.get(issueId)!]], decided);
}

/** Returns a finished asset, and its issues by id. */
async function readIssuesOf({ caller, params, found, deps }: ApiRequest<AssetPath, unknown, unknown>) {
  const asset = await finishedResults<AssetToDecide>(found, deps, caller, params.submission_id);
  const issues =
    asset.issuesKey === null
      ? new Map<string, IssueTemplate>()
      : await deps.results.readIssues(asset.issuesKey);
  return { asset, issues };
}

async function recordAbout(
  request: ApiRequest<AssetPath, unknown, unknown>,
  { environment, evidenceIds }: AssetToDecide,
  issues: readonly (readonly [id: string, issue: IssueTemplate])[],
  { decision, reason = null, evidence: sent = [] }: Decided,
) {
  const { caller, actor, params, deps } = request;
  const { workspaceId } = caller;
  const rows = issues.map(
    ([
      issueId,
      {
        comparable: { ruleCode, summary },
        ruleId,
        features,
      },
    ]) => ({
      id: uuidV7(),
      ...{ issueId, ruleId, ruleCode, summary, features },
    }),
  );
  const asset = { submissionId: params.submission_id, assetId: params.asset_id };
  const evidence = await readDecisionEvidence(request, sent, evidenceIds);
  const decisions = { ...asset, decision, reason, evidence, issues: rows };
  const recorded = await recordDecisions(deps.database, workspaceId, decisions, actor);
  if (recorded === 'signed off') throw new ApiError('asset_signed_off');
  const files = evidence.added.filter((one) => !('url' in one));
  startEvidenceInBackground(
    request,
    files.map(({ id }) => ({ ...asset, evidenceId: id, workspaceId, environment })),
  );
  return recorded;
}
