import { assetMedia } from '../../domain/contracts/asset-media.ts';
import { assetPath } from '../../domain/contracts/fields.ts';
import { isPlayable, servedAs } from '../../domain/displayed-media.ts';
import { type AssetFile, assetFile } from '../../storage/postgres/assets.ts';
import { operation } from '../route.ts';
import { throwNotFound } from './assets.ts';

/** Lifetime of a link in seconds. A player asks for another one when it has expired. */
export const linkSeconds = 3_600;

export const readMediaRoute = operation({
  id: 'readMedia',
  tag: 'Beyond the specification',
  summary: 'Get a link to the file of an asset',
  description: 'The link needs no key. Each response has a new one.',
  errors: ['submission_not_found', 'asset_not_found'],
  params: assetPath,
  responses: { 200: assetMedia },
  read: assetFile,
  async handle({ caller, params, found, deps }) {
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const { blobKey, ...file } = JSON.parse(found) as AssetFile;
    const { filename, mimeType } = file;
    if (blobKey === null || mimeType === null) return { status: 200, body: { original: null, ...file } };
    const { url, expiresAt } = await deps.blobs.presignFile(blobKey, {
      ...servedAs(filename, mimeType),
      expiresInSeconds: linkSeconds,
    });
    const original = { url, expiresAt: expiresAt.toISOString(), playable: isPlayable(mimeType, file.facts) };
    return { status: 200, body: { original, ...file } };
  },
});
