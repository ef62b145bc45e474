import type { AssetType } from '@assay/domain/asset-type.ts';
import { assetMedia, requestedPreview } from '@assay/domain/contracts/asset-media.ts';
import { assetPath } from '@assay/domain/contracts/fields.ts';
import { isPlayable, previewType, type ServedAs, servedAs } from '@assay/domain/displayed-media.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { type AssetFile, assetFile } from '@assay/storage/submissions/assets.ts';
import { type PreviewState, requestPreview } from '@assay/storage/submissions/previews.ts';
import { previewKey } from '@assay/storage/s3/keys.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { operation } from '../route.ts';
import { startPreviewInBackground } from '../start-in-background.ts';
import { throwNotFound } from './assets.ts';

const tag = 'Assets';

/** Lifetime of a link in seconds. A player requests a new link when the old one has expired. */
const linkSeconds = 3_600;
/** `Retry-After` of a request that exceeds the limit of assets in progress. */
const fullRetryAfterSeconds = 60;

export const readMediaRoute = operation({
  id: 'readMedia',
  tag,
  summary: 'Get a link to the file of an asset',
  description: 'The link needs no key. Each response has a new one.',
  errors: ['submission_not_found', 'asset_not_found'],
  params: assetPath,
  responses: { 200: assetMedia },
  read: assetFile,
  async handle({ caller, params, found, deps }) {
    const { submission_id: submissionId, asset_id: assetId } = params;
    if (found === null) return throwNotFound(deps, caller, submissionId);
    const { blobKey, assetType, preview: state, ...file } = JSON.parse(found) as AssetFile;
    const { filename, mimeType } = file;
    const original =
      blobKey === null || mimeType === null
        ? null
        : {
            ...(await linkTo(deps.blobs, blobKey, servedAs(filename, mimeType))),
            playable: isPlayable(mimeType, file.facts),
          };
    const preview =
      state === null || assetType === null
        ? null
        : await previewBody(deps.blobs, state, { submissionId, assetId, assetType });
    return { status: 200, body: { original, ...file, preview } };
  },
});

export const requestPreviewRoute = operation({
  id: 'requestPreview',
  tag,
  summary: 'Request a preview of an asset that browsers cannot play',
  description:
    'Returns 202 while the preview is made, which takes at most about as long as the recording, and 200 when it is ready. ' +
    '`GET …/media` then has its link. Repeated requests start nothing twice. If it fails, another request can start it once more after five minutes. ' +
    'A preview that is being made counts as an asset in progress. Free of charge.',
  errors: [
    'submission_not_found',
    'asset_not_found',
    'already_playable',
    'no_preview',
    'preview_failed',
    'preview_failed_recently',
    'too_many_assets_in_progress',
  ],
  params: assetPath,
  responses: { 200: requestedPreview, 202: requestedPreview },
  read: assetFile,
  async handle({ caller, params, found, deps, log }) {
    const { submission_id: submissionId, asset_id: assetId } = params;
    if (found === null) return throwNotFound(deps, caller, submissionId);
    const { blobKey, assetType, mimeType, facts, preview } = JSON.parse(found) as AssetFile;
    if (blobKey === null || mimeType === null || !['video', 'audio'].includes(assetType!))
      throw new ApiError('no_preview');
    if (isPlayable(mimeType, facts)) throw new ApiError('already_playable');
    if (preview?.status === 'ready') return { status: 200, body: { status: 'ready' } };
    const { workspaceId, maxAssetsInWork } = caller;
    const requested = await requestPreview(deps.database, {
      workspaceId,
      submissionId,
      assetId,
      maxAssetsInWork,
    });
    // The asset was deleted between the two statements.
    if (requested === null) throw new ApiError('asset_not_found');
    if (requested.outcome === 'failed') throw new ApiError('preview_failed');
    if (requested.outcome === 'paused')
      throw new ApiError('preview_failed_recently', { retryAfterSeconds: requested.seconds });
    if (requested.outcome === 'full')
      throw new ApiError('too_many_assets_in_progress', { retryAfterSeconds: fullRetryAfterSeconds });
    startPreviewInBackground({ deps, log }, requested.preview);
    return { status: 202, body: { status: 'making' } };
  },
});

/**
 * Returns a link to an object with the time at which the link expires.
 * @param as headers with which the storage serves the object
 */
export async function linkTo(blobs: BlobStore, key: string, as: ServedAs) {
  const { url, expiresAt } = await blobs.presignFile(key, { ...as, expiresInSeconds: linkSeconds });
  return { url, expiresAt: expiresAt.toISOString() };
}

async function previewBody(
  blobs: BlobStore,
  state: PreviewState,
  { submissionId, assetId, assetType }: { submissionId: string; assetId: string; assetType: AssetType },
) {
  if (state.status !== 'ready') return { ...state, url: null, expiresAt: null };
  const as = { contentType: previewType(assetType), contentDisposition: 'inline' };
  return { ...state, ...(await linkTo(blobs, previewKey(submissionId, assetId), as)) };
}
