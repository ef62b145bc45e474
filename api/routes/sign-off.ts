import { defaultFailsAt } from '@assay/analysis/profiles/verdict.ts';
import { issuesToDecide, judgeSignedOff, needsSignOff } from '@assay/analysis/profiles/sign-off.ts';
import type { Decision } from '@assay/domain/contracts/decision.ts';
import { type AssetPath, assetPath } from '@assay/domain/contracts/fields.ts';
import type { Report } from '@assay/domain/contracts/report.ts';
import {
  type ManualResult,
  type SignOff,
  signOff,
  signOffRequest,
} from '@assay/domain/contracts/sign-off.ts';
import { ApiError, type FieldFault, validationError } from '@assay/domain/errors.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import {
  type AssetSignOff,
  assetSignOff,
  signOffAsset,
  withdrawSignOff,
} from '@assay/storage/submissions/sign-offs.ts';
import { v7 as uuidV7 } from 'uuid';
import { type ApiRequest, operation } from '../route.ts';
import { startSignOffInBackground } from '../start-in-background.ts';
import { finishedResults, throwNotFound } from './assets.ts';
import { reportErrors } from './reports.ts';

export const readSignOffRoute = operation({
  id: 'readSignOff',
  tag: 'Assets',
  summary: 'Read the sign-off of an asset',
  description:
    'An asset needs a sign-off if its profile has manual checks, or if issues fail it. Until then the verdict that counts is ' +
    '`incomplete`.',
  errors: reportErrors,
  params: assetPath,
  responses: { 200: signOff },
  read: assetSignOff,
  async handle(request) {
    return { status: 200, body: await bodyOf(request, (await readState(request)).state) };
  },
});

export const signOffRoute = operation({
  id: 'signOffAsset',
  tag: 'Assets',
  summary: 'Sign an asset off',
  description:
    'Confirms the manual checks of the profile and the decisions about the issues. Each issue at or above `failsAt` needs a ' +
    'decision first, and each file of evidence has to be kept. Issues that are waived or disputed do not fail the asset; a failed manual check does. A new report has ' +
    'the decisions, the sign-off and the verdict that counts, and names the report before it. Decisions cannot be changed ' +
    'until the sign-off is withdrawn. A retry of the asset ends the sign-off.',
  errors: [...reportErrors, 'issues_undecided', 'evidence_not_kept'],
  params: assetPath,
  body: signOffRequest,
  responses: { 200: signOff },
  read: assetSignOff,
  async handle(request) {
    const { caller, actor, params, body, deps } = request;
    const { state, report } = await readState(request);
    const manualChecks = resultsOf(state.manualChecks ?? [], body.manualChecks ?? []);
    const { failsAt } = report.verdict;
    const row = {
      id: uuidV7(),
      ...idsOf(params),
      version: state.version,
      manualChecks,
      note: body.note ?? null,
    };
    const judge = (decisions: Readonly<Record<string, Decision>>) => {
      const issues = report.issues.map((issue) => ({ ...issue, decision: decisions[issue.id] ?? null }));
      const undecided = issuesToDecide(issues, failsAt).filter(({ decision }) => decision === null);
      if (undecided.length > 0)
        throw new ApiError('issues_undecided', { values: { count: undecided.length, failsAt } });
      requireKept(Object.values(decisions));
      return judgeSignedOff({ ...report, issues }, manualChecks);
    };
    if (!(await signOffAsset(deps.database, caller.workspaceId, row, judge, actor)))
      throw new ApiError('asset_not_finished');
    return { status: 200, body: await changed(request, row.id) };
  },
});

export const withdrawSignOffRoute = operation({
  id: 'withdrawSignOff',
  tag: 'Assets',
  summary: 'Withdraw the sign-off of an asset',
  description: 'Decisions can then be changed again. A new report has neither them nor the sign-off.',
  errors: reportErrors,
  params: assetPath,
  responses: { 200: signOff },
  read: assetSignOff,
  async handle(request) {
    const { caller, actor, params, deps } = request;
    const { state, report } = await readState(request);
    const judged = judgeSignedOff(
      { ...report, issues: report.issues.map((issue) => ({ ...issue, decision: null })) },
      [],
    );
    const { status, verdict, manualChecks } = state;
    const isNeeded = needsSignOff(manualChecks && { manualChecks }, verdict, status === 'failed');
    const row = { id: uuidV7(), ...idsOf(params), version: state.version };
    const isWithdrawn = await withdrawSignOff(
      deps.database,
      caller.workspaceId,
      row,
      { judged, isNeeded },
      actor,
    );
    return { status: 200, body: isWithdrawn ? await changed(request, row.id) : await bodyOf(request, state) };
  },
});

/** Throws a 409 if a file of evidence is not kept, because its hash would be missing in the report. */
function requireKept(decisions: readonly Decision[]): void {
  const files = new Map(decisions.flatMap(({ evidence }) => evidence.map(({ id, file }) => [id, file])));
  const all = [...files.values()].filter((file) => file !== null);
  const kept = all.filter(({ status }) => status === 'kept').length;
  if (kept < all.length) throw new ApiError('evidence_not_kept', { values: { kept, count: all.length } });
}

const idsOf = ({ submission_id: submissionId, asset_id: assetId }: AssetPath) => ({ submissionId, assetId });

/** Returns the state of a finished asset that has a report, and the newest report. */
async function readState({ found, deps, caller, params }: ApiRequest<AssetPath, unknown, unknown>) {
  const state = await finishedResults<AssetSignOff>(found, deps, caller, params.submission_id);
  if (state.reportKey === null) throw new ApiError('report_not_found');
  const report = JSON.parse((await deps.results.readReport(state.reportKey)).toString()) as Report;
  return { state, report };
}

/** Starts the workflow that writes the report, and returns the response body. */
async function changed(
  request: ApiRequest<AssetPath, unknown, unknown>,
  signOffId: string,
): Promise<SignOff> {
  const { caller, params, deps, log } = request;
  const { workspaceId } = caller;
  // Only live assets have reports, and thus sign-offs.
  const row = { ...idsOf(params), signOffId, workspaceId, environment: 'live' as const };
  startSignOffInBackground({ deps, log }, row);
  const { submission_id: submissionId, asset_id: assetId } = params;
  const json = await readInWorkspace(deps.database, assetSignOff, workspaceId, submissionId, assetId);
  if (json === null) return throwNotFound(deps, caller, submissionId);
  return bodyOf(request, JSON.parse(json) as AssetSignOff);
}

async function bodyOf(
  { deps }: Pick<ApiRequest<AssetPath, unknown, unknown>, 'deps'>,
  { issuesKey, verdict, reason, state, manualChecks, failsAt, decisions, newest }: AssetSignOff,
): Promise<SignOff> {
  const listed = issuesKey === null ? [] : [...(await deps.results.readIssues(issuesKey)).values()];
  const issues = listed.map(({ comparable }) => comparable);
  const undecided = issuesToDecide(issues, failsAt ?? defaultFailsAt)
    .filter(({ id }) => decisions[id] === undefined)
    .map(({ id }) => id);
  const checks = (manualChecks ?? []).map((check) => ({ ...check, outcome: null, note: null }));
  const common = { state, undecided, isReported: newest?.isReported ?? true };
  if (state === 'done' && newest?.manualChecks) {
    const { manualChecks: made, by, at, note } = newest;
    return { ...common, verdict: newest.verdict, reason: newest.reason, manualChecks: made, by, at, note };
  }
  const missing = [
    ...(undecided.length === 0 ? [] : [`${undecided.length} without a decision`]),
    ...(checks.length === 0 ? [] : [`manual checks: ${checks.length}`]),
  ];
  return {
    ...common,
    ...(state === 'needed'
      ? { verdict: 'incomplete', reason: ['Not signed off', ...missing].join('; ') }
      : { verdict, reason }),
    ...{ manualChecks: checks, by: null, at: null, note: null },
  };
}

/**
 * Returns the outcomes of all manual checks of the profile, in the order of the profile.
 * @throws {ApiError} 422 if one is missing, unknown or repeated
 */
function resultsOf(
  checks: readonly { code: string; text: string }[],
  sent: readonly { code: string; outcome: ManualResult['outcome']; note?: string | null | undefined }[],
): ManualResult[] {
  const missing = checks.filter(({ code }) => !sent.some((other) => other.code === code));
  const faults: FieldFault[] = [
    ...sent.flatMap(({ code }, index) => {
      const field = `manualChecks.${index}.code`;
      if (!checks.some((check) => check.code === code))
        return [{ field, message: 'is not a manual check of the profile' }];
      return sent.findIndex((other) => other.code === code) < index
        ? [{ field, message: 'is repeated' }]
        : [];
    }),
    ...(missing.length === 0
      ? []
      : [
          {
            field: 'manualChecks',
            message: `must also have the outcome of: ${missing.map(({ code }) => code).join(', ')}`,
          },
        ]),
  ];
  if (faults.length > 0) throw validationError(...faults);
  return checks.map(({ code, text }) => {
    const { outcome, note } = sent.find((other) => other.code === code)!;
    return { code, text, outcome, note: note ?? null };
  });
}
