import { assetPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import {
  createdReportLink,
  createReportLinkRequest,
  maxReportLinks,
  reportLinkList,
  reportLinkPath,
} from '@assay/domain/contracts/report-link.ts';
import { ApiError, locationOf } from '@assay/domain/errors.ts';
import { newToken } from '@assay/storage/accounts/token.ts';
import { assetResults } from '@assay/storage/submissions/assets.ts';
import {
  assetOfReportLink,
  assetReportLinks,
  createReportLink,
  revokeReportLink,
} from '@assay/storage/submissions/report-links.ts';
import { v7 as uuidV7 } from 'uuid';
import { readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';
import { sharedPath } from '../shared-reports.ts';
import { finishedResults, throwNotFound } from './assets.ts';

export const createReportLinkRoute = operation({
  id: 'createReportLink',
  tag: 'Assets',
  summary: 'Create a link to share the report of an asset',
  description:
    'Anybody who has the link can read the newest report of this asset as a web page, PDF and JSON, without an account. ' +
    'The link is shown once. It shows no other asset, and no media besides the pictures of issues that `includesPictures` ' +
    'permits.',
  errors: [
    'submission_not_found',
    'asset_not_found',
    'asset_not_finished',
    'report_not_found',
    'too_many_report_links',
  ],
  params: assetPath,
  body: createReportLinkRequest,
  responses: { 201: createdReportLink },
  read: assetResults,
  async handle({ caller, actor, params, body, found, deps }) {
    const { submission_id: submissionId, asset_id: assetId } = params;
    const { reportKey } = await finishedResults(found, deps, caller, submissionId);
    if (reportKey === null) throw new ApiError('report_not_found');
    const { text, hash } = newToken();
    const row = { id: uuidV7(), submissionId, assetId, tokenHash: hash, ...body };
    const link = await createReportLink(deps.database, caller.workspaceId, row, actor);
    if (link === null) throw new ApiError('too_many_report_links', { values: { max: maxReportLinks } });
    return { status: 201, body: { ...link, url: locationOf(`${sharedPath}/${text}`, deps.publicUrl) } };
  },
});

export const listReportLinksRoute = operation({
  id: 'listReportLinks',
  tag: 'Assets',
  summary: 'List the links to the report of an asset',
  description: 'Only links that work: neither expired nor revoked.',
  errors: ['submission_not_found', 'asset_not_found', 'list_timeout'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: reportLinkList },
  async handle(request) {
    const { caller, params, deps } = request;
    const list = { read: assetReportLinks, values: [params.submission_id, params.asset_id] };
    const found = await readListAs(request, list);
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const links = JSON.parse(found) as unknown[];
    return { status: 200, body: { assetId: params.asset_id, links, total: links.length } };
  },
});

export const revokeReportLinkRoute = operation({
  id: 'revokeReportLink',
  tag: 'Assets',
  summary: 'Revoke a link to the report of an asset',
  description: 'The link stops working at once.',
  errors: ['submission_not_found', 'asset_not_found', 'report_link_not_found'],
  params: reportLinkPath,
  responses: { 204: null },
  read: assetOfReportLink,
  async handle({ caller, actor, params, found, deps }) {
    const { submission_id: submissionId, asset_id: assetId, report_link_id: id } = params;
    if (found === null) return throwNotFound(deps, caller, submissionId);
    if (!(await revokeReportLink(deps.database, caller.workspaceId, { submissionId, assetId, id }, actor)))
      throw new ApiError('report_link_not_found');
    return { status: 204, empty: true };
  },
});
