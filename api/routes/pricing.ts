import { fileTypeOf } from '@assay/domain/asset-type.ts';
import type { BlobPath } from '@assay/domain/blob-path.ts';
import { estimate, estimateRequest, type PricedFile } from '@assay/domain/contracts/pricing.ts';
import { metricOf } from '@assay/domain/pricing.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { RequestSlot } from '../load-shedding.ts';
import { operation } from '../route.ts';
import { assessUploads, loadUploads, readIssuedUploads } from '../submit/assess-uploads.ts';
import { measuringTimeoutMs } from '../submit/measurer.ts';
import { parseBlobPaths } from '../submit/upload-checks.ts';

/** Returns the price of a submission of the given assets. Changes no data (specification 4.1). */
export const estimateRoute = operation({
  id: 'estimatePricing',
  tag: 'Pricing',
  summary: 'Preview what assets cost',
  description:
    'Read-only: no submission is created and nothing is charged. The price comes from a metric measured on the uploaded bytes. A submission at this moment would be charged the same. Sandbox files cost nothing.',
  errors: ['invalid_blob_path', 'too_many_measurements', 'measurement_unavailable', 'storage'],
  body: estimateRequest,
  responses: { 200: estimate },
  handlerTimeoutMs: measuringTimeoutMs,
  async handle({ caller, body, deps, slot }) {
    const blobPaths = parseBlobPaths('files', body.files, caller.maxAssets);
    const prices =
      caller.environment === 'sandbox'
        ? blobPaths.map(sandboxPrice)
        : await livePrices(deps, slot, caller, blobPaths);
    // The response repeats each path exactly as the client wrote it.
    const files = body.files.map(({ blobPath }, index) => ({ blobPath, ...prices[index]! }));
    const totalCredits = files.reduce((sum, file) => sum + file.credits, 0);
    return { status: 200, body: { files, totalCredits } };
  },
});

type Price = Omit<PricedFile, 'blobPath'>;

/** Returns the price of a sandbox file. Sandbox files are not measured and cost nothing. */
function sandboxPrice({ filename }: BlobPath): Price {
  const assetType = fileTypeOf(filename)?.assetType ?? null;
  return { assetType, metric: metricOf(assetType), metricValue: null, credits: 0, priceable: true };
}

async function livePrices(
  deps: ApiDeps,
  slot: RequestSlot,
  workspace: Pick<Caller, 'workspaceId' | 'maxMeasurements'>,
  blobPaths: readonly BlobPath[],
): Promise<Price[]> {
  if (blobPaths.length === 0) return [];
  const issued = await readIssuedUploads(deps, workspace.workspaceId, blobPaths);
  const loaded = await loadUploads(deps, slot, workspace.workspaceId, issued);
  const { uploads } = await assessUploads(deps, slot, workspace, loaded);
  return uploads.map((upload) => ({
    assetType: upload.type.assetType,
    metric: metricOf(upload.type.assetType),
    metricValue: upload.fault === null ? upload.measurement.metricValue : null,
    credits: upload.credits,
    priceable: upload.fault === null,
  }));
}
