import { readRegisteredSidekicks } from '../../storage/postgres/registered-sidekicks.ts';
import { v7 as uuidV7 } from 'uuid';
import { examines, findSidekicks, type KnownSidekick } from '../../analysis/sidekicks/find-sidekicks.ts';
import { formatBlobPath } from '../../domain/blob-path.ts';
import { ApiError, type FieldFault, validationError } from '../../domain/errors.ts';
import type { NewSubmission } from '../../storage/postgres/submissions.ts';
import type { ApiDeps } from '../deps.ts';
import {
  type Assessment,
  assessUploads,
  findUploads,
  headUploads,
  type IssuedUpload,
} from './assess-uploads.ts';
import type { AssetReference } from './references.ts';
import { refuseTooLarge } from './too-large.ts';

type Submittable = Extract<Assessment, { fault: null }>;

/**
 * What a live create request writes, or the error it is answered with. Each check runs over all assets before
 * the next one: blob path 403, duplicate 409, size 413, content 415, then 422 for what cannot be processed.
 */
export async function prepareLive(
  deps: ApiDeps,
  workspaceId: string,
  references: readonly AssetReference[],
  sidekickIds: readonly string[],
): Promise<Pick<NewSubmission, 'assets' | 'priceBookVersion'>> {
  const { issued, prices: before } = await findUploads(deps, workspaceId, references);
  refuseDuplicates(issued);
  const stored = await headUploads(deps, issued);
  for (const one of stored) refuseTooLarge(one.filename, one.type, one.stored?.sizeBytes);
  const { assessments, prices } = await assessUploads(deps, workspaceId, stored, before);
  // What another request has submitted meanwhile is no longer where it was uploaded.
  if (assessments.some(({ fault }) => fault?.kind === 'not_uploaded')) {
    refuseDuplicates((await findUploads(deps, workspaceId, references)).issued);
  }
  refuseMismatches(assessments);
  const found = await findSidekicks(sidekickIds, (ids) =>
    readRegisteredSidekicks(deps.database, workspaceId, ids),
  );
  const sidekicks = found.filter(({ removed }) => !removed);
  const faults = [
    ...sidekickFaults(sidekickIds, sidekicks),
    ...assessments.flatMap((one, index) => assetFaults(one, index, sidekicks)),
  ];
  if (faults.length > 0) throw validationError(...faults);
  const assets = (assessments as Submittable[]).map((asset) => ({
    assetId: asset.assetId,
    blobPath: formatBlobPath(asset),
    filename: asset.filename,
    assetType: asset.type.assetType,
    mimeType: asset.type.mimeType,
    metric: asset.measurement.metric,
    metricValue: asset.measurement.metricValue,
    credits: asset.credits,
    etag: asset.etag,
    sizeBytes: asset.sizeBytes,
    sandboxOutcome: null,
    ledgerEntryId: uuidV7(),
  }));
  return { assets, priceBookVersion: prices.version };
}

function refuseDuplicates(issued: readonly IssuedUpload[]): void {
  const ids = new Set(issued.map(({ assetId }) => assetId));
  if (ids.size < issued.length || issued.some(({ upload }) => upload.submittedEtag !== null)) {
    throw new ApiError('asset_already_submitted');
  }
}

function refuseMismatches(assessments: readonly Assessment[]): void {
  for (const { fault, filename, type } of assessments) {
    if (fault?.kind !== 'content_mismatch') continue;
    const { reason } = fault;
    throw new ApiError('file_content_mismatch', { values: { filename, mimeType: type.mimeType, reason } });
  }
}

function sidekickFaults(sidekickIds: readonly string[], sidekicks: readonly KnownSidekick[]): FieldFault[] {
  const known = new Set(sidekicks.map(({ id }) => id));
  return sidekickIds.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : [{ field: `sidekickIds.${index}`, message: 'is not a known sidekick' }],
  );
}

function assetFaults(
  { fault, type }: Assessment,
  index: number,
  sidekicks: readonly KnownSidekick[],
): FieldFault[] {
  const field = `assets.${index}.blobPath`;
  if (fault?.kind === 'not_uploaded') return [{ field, message: 'nothing has been uploaded to it' }];
  if (fault?.kind === 'unmeasurable') return [{ field, message: `cannot be measured: ${fault.reason}` }];
  if (!sidekicks.some((sidekick) => examines(sidekick, type.assetType))) {
    return [{ field, message: `none of the sidekicks examines ${type.assetType} assets` }];
  }
  return [];
}
