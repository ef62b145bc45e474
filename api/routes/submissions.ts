import { v7 as uuidV7 } from 'uuid';
import { submissionPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import {
  createSubmissionQuery,
  createSubmissionRequest,
  submission,
  versionList,
} from '@assay/domain/contracts/submission.ts';
import { listSubmissionsQuery, submissionList } from '@assay/domain/contracts/submission-list.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { processSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import { insertSubmission, submissionBody, versionsBody } from '@assay/storage/submissions/submissions.ts';
import { readSubmissionList } from '@assay/storage/submissions/submission-list.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { readListAs } from '../list-reader.ts';
import { okOr404, operation } from '../route.ts';
import { alreadySubmittedError, pathOfSubmission } from '../submit/already-submitted.ts';
import { startProcessing } from '../submit/start-processing.ts';
import { prepareLive } from '../submit/prepare-live.ts';
import { measuringTimeoutMs } from '../submit/measurer.ts';
import { prepareSandbox } from '../submit/prepare-sandbox.ts';
import { parseBlobPaths } from '../submit/upload-checks.ts';

export const createSubmissionRoute = operation({
  id: 'createSubmission',
  tag: 'Submissions',
  summary: 'Submit assets for analysis',
  description:
    'Not idempotent: submitting the same blob path again returns 409, with the URL of the submission in the `Location` header. If many assets of the workspace are being processed, new assets stay `pending` until others have finished. With a sandbox key, a marker in each filename chooses the outcome, and `simulationDelaySeconds` delays it.',
  errors: [
    'simulation_delay_on_live_key',
    'sandbox_marker_missing',
    'invalid_blob_path',
    'asset_already_submitted',
    'asset_too_large',
    'file_content_mismatch',
    'too_many_measurements',
    'spending_limit_reached',
    'too_many_pending',
    'sandbox_quota_reached',
    'measurement_unavailable',
    'storage',
  ],
  query: createSubmissionQuery,
  body: createSubmissionRequest,
  responses: { 201: submission },
  handlerTimeoutMs: measuringTimeoutMs,
  checkQuery(key, query) {
    if (key.environment === 'live' && 'simulationDelaySeconds' in query) {
      throw new ApiError('simulation_delay_on_live_key');
    }
  },
  async handle({ caller, actor, query, body, deps, log, slot }) {
    const { workspaceId, environment } = caller;
    const { sidekickIds } = body;
    const { simulationDelaySeconds } = query;
    const blobPaths = parseBlobPaths('assets', body.assets, caller.maxAssets);
    const requested = blobPaths.map((blobPath, index) => ({
      ...blobPath,
      replaces: body.assets[index]!.replaces,
    }));
    const prepared =
      environment === 'sandbox'
        ? await prepareSandbox(deps, caller, requested)
        : await prepareLive(deps, slot, caller, requested, sidekickIds);
    const submissionId = uuidV7();
    const created = {
      submissionId,
      workspaceId,
      environment,
      sidekickIds,
      simulationDelaySeconds,
      ...prepared,
      traceparent: deps.tracing?.traceparent() ?? null,
      maxAssetsInWork: caller.maxAssetsInWork,
      maxSandboxPerDay: caller.maxSandboxPerDay,
      actor,
    };
    const inserted = await insertSubmission(deps.database, created);
    if (inserted === 'duplicate') {
      throw await alreadySubmittedError(deps, workspaceId, environment, blobPaths);
    }
    if (typeof inserted === 'object') {
      throw new ApiError(
        environment === 'live' ? 'spending_limit_reached' : 'sandbox_quota_reached',
        inserted,
      );
    }
    if (inserted === 'upload gone') throw new ApiError('invalid_blob_path');
    if (inserted === 'inserted') {
      await startProcessing({ deps, log, slot }, processSubmissionInput({ ...created, version: 1 }));
    }
    const json = await readInWorkspace(deps.database, submissionBody, workspaceId, submissionId);
    return { status: 201, location: pathOfSubmission(submissionId), json: json! };
  },
});

export const readSubmissionRoute = operation({
  id: 'readSubmission',
  tag: 'Submissions',
  summary: 'Read a submission and its assets',
  errors: ['submission_not_found'],
  params: submissionPath,
  responses: { 200: submission },
  read: submissionBody,
  handle: ({ found }) => okOr404(found, 'submission_not_found'),
});

export const listSubmissionsRoute = operation({
  id: 'listSubmissions',
  tag: 'Submissions',
  summary: 'List the submissions',
  description:
    'Newest first. A submission must match all filters. A page can have fewer submissions than `limit`, even none, ' +
    'although more follow: a request compares a limited number of submissions with its filters. The list ends when `next` is null.',
  errors: ['list_timeout'],
  query: listSubmissionsQuery,
  responses: { 200: submissionList },
  async handle(request) {
    const { query } = request;
    const json = await readListAs(request, readSubmissionList(query));
    if (json === null) throw validationError({ field: 'cursor', message: 'must be the `next` of a page' });
    return { status: 200, json };
  },
});

export const listVersionsRoute = operation({
  id: 'listVersions',
  tag: 'Submissions',
  summary: 'List the versions of a submission',
  description:
    'The first version has all assets. Each retry of an asset adds a version with that asset only.',
  errors: ['submission_not_found', 'list_timeout'],
  params: submissionPath,
  query: wholeListQuery,
  responses: { 200: versionList },
  async handle(request) {
    const { params } = request;
    const list = { read: versionsBody, values: [params.submission_id] };
    const json = await readListAs(request, list);
    return okOr404(json, 'submission_not_found');
  },
});
