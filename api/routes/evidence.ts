import { evidenceLink, evidencePath } from '@assay/domain/contracts/evidence.ts';
import { servedAs } from '@assay/domain/displayed-media.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { evidenceKey } from '@assay/storage/s3/keys.ts';
import { type KeptEvidence, keptEvidence } from '@assay/storage/submissions/evidence.ts';
import { operation } from '../route.ts';
import { linkTo } from './asset-media.ts';
import { throwNotFound } from './assets.ts';

export const readEvidenceRoute = operation({
  id: 'readEvidence',
  tag: 'Assets',
  summary: 'Get a link to a file of evidence',
  description: 'The link needs no key. Each response has a new one.',
  errors: ['submission_not_found', 'asset_not_found', 'evidence_not_found'],
  params: evidencePath,
  responses: { 200: evidenceLink },
  read: keptEvidence,
  async handle({ caller, params, found, deps }) {
    const { submission_id: submissionId, asset_id: assetId, evidence_id: evidenceId } = params;
    if (found === null) return throwNotFound(deps, caller, submissionId);
    const { evidence } = JSON.parse(found) as { evidence: KeptEvidence | null };
    if (evidence === null) throw new ApiError('evidence_not_found');
    const key = evidenceKey(submissionId, assetId, evidenceId);
    const link = await linkTo(deps.blobs, key, servedAs(evidence.filename, evidence.contentType));
    return { status: 200, body: { ...link, ...evidence } };
  },
});
