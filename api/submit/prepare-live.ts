import { v7 as uuidV7 } from 'uuid';
import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { formatBlobPath } from '@assay/domain/blob-path.ts';
import { ApiError, type FieldFault, validationError } from '@assay/domain/errors.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { NewSubmission } from '@assay/storage/submissions/submissions.ts';
import type { ApiDeps } from '../deps.ts';
import type { RequestSlot } from '../load-shedding.ts';
import { alreadySubmittedError } from './already-submitted.ts';
import {
  type AssessedUpload,
  assessUploads,
  type IssuedUpload,
  type LoadedUpload,
  loadUploads,
  readIssuedUploads,
} from './assess-uploads.ts';
import { type ChosenSidekicks, chooseSidekicks } from './choose-sidekicks.ts';
import { type AssetToSubmit, findReplaced } from './find-replaced.ts';
import { rejectTooLarge } from './upload-checks.ts';

type SubmittableUpload = Extract<AssessedUpload, { fault: null }>;

/**
 * Returns the assets, the sidekicks and the profile of a live submission, and the version of the price book. Throws the
 * error of the first check that fails. Each check runs over all assets before the next check (specification 7). The
 * replaced assets are checked before the uploads are measured, which can take a minute.
 */
export async function prepareLive(
  deps: ApiDeps,
  slot: RequestSlot,
  workspace: Pick<Caller, 'workspaceId' | 'maxMeasurements'>,
  requested: readonly AssetToSubmit[],
  sidekickIds: readonly string[],
): Promise<Pick<NewSubmission, 'assets' | 'priceBookVersion' | 'sidekickIds' | 'profile'>> {
  const { workspaceId } = workspace;
  const issued = await readIssuedUploads(deps, workspaceId, requested); // 403
  await rejectDuplicates(deps, workspaceId, issued.uploads); // 409
  const loaded = await loadUploads(deps, slot, workspaceId, issued);
  await rejectDuplicates(deps, workspaceId, loaded.uploads); // 409, if a concurrent request has submitted an upload
  rejectOversized(loaded.uploads); // 413
  const replaced = await findReplaced(deps.database, workspaceId, 'live', requested); // 422
  const { uploads, priceBookVersion } = await assessUploads(deps, slot, workspace, loaded);
  rejectMismatches(uploads); // 415
  const chosen = await chooseSidekicks(deps, workspaceId, sidekickIds);
  rejectUnprocessable(uploads, chosen); // 422

  const assets = (uploads as SubmittableUpload[]).map((upload, index) => ({
    assetId: upload.assetId,
    blobPath: formatBlobPath(upload),
    filename: upload.filename,
    assetType: upload.type.assetType,
    mimeType: upload.type.mimeType,
    metric: upload.measurement.metric,
    metricValue: upload.measurement.metricValue,
    credits: upload.credits,
    etag: upload.etag,
    sizeBytes: upload.sizeBytes,
    sandboxOutcome: null,
    ledgerEntryId: uuidV7(),
    replaces: replaced[index]!,
  }));
  return {
    assets,
    priceBookVersion,
    sidekickIds: chosen.profile === null ? sidekickIds : chosen.sidekicks.map(({ id }) => id),
    profile: chosen.profile?.stored ?? null,
  };
}

/** Throws a 409 if the request names an upload twice, or if an upload has already been submitted. */
async function rejectDuplicates(
  deps: ApiDeps,
  workspaceId: string,
  uploads: readonly IssuedUpload[],
): Promise<void> {
  const ids = new Set(uploads.map(({ assetId }) => assetId));
  if (ids.size < uploads.length || uploads.some(({ submittedEtag }) => submittedEtag !== null))
    throw await alreadySubmittedError(deps, workspaceId, 'live', uploads);
}

function rejectOversized(uploads: readonly LoadedUpload[]): void {
  for (const { filename, type, stored } of uploads) rejectTooLarge(filename, type, stored?.sizeBytes ?? null);
}

function rejectMismatches(uploads: readonly AssessedUpload[]): void {
  for (const { fault, filename, type } of uploads) {
    if (fault?.kind !== 'content_mismatch') continue;
    const { reason } = fault;
    throw new ApiError('file_content_mismatch', { values: { filename, mimeType: type.mimeType, reason } });
  }
}

function rejectUnprocessable(uploads: readonly AssessedUpload[], chosen: ChosenSidekicks): void {
  const faults = [
    ...chosen.faults,
    ...typeFaults(uploads, chosen),
    ...uploads.flatMap((upload, index) => assetFaults(upload, `assets.${index}.blobPath`, chosen)),
  ];
  if (faults.length > 0) throw validationError(...faults);
}

/** Returns a fault for each type of asset that the profile does not accept. */
function typeFaults(uploads: readonly AssessedUpload[], { profile }: ChosenSidekicks): FieldFault[] {
  if (profile === null) return [];
  const types = new Set(uploads.map(({ type }) => type.assetType));
  return [...types]
    .filter((type) => !profile.assetTypes.includes(type))
    .map((type) => ({
      field: `sidekickIds.${profile.index}`,
      message: `the profile is not for ${type} assets`,
    }));
}

function assetFaults(
  { fault, type }: AssessedUpload,
  field: string,
  { sidekicks, profile }: ChosenSidekicks,
): FieldFault[] {
  if (fault?.kind === 'not_uploaded') return [{ field, message: 'nothing has been uploaded to it' }];
  if (fault?.kind === 'unmeasurable') return [{ field, message: `cannot be measured: ${fault.reason}` }];
  if (!sidekicks.some((sidekick) => examines(sidekick, type.assetType, profile))) {
    return [{ field, message: `none of the sidekicks examines ${type.assetType} assets` }];
  }
  return [];
}
