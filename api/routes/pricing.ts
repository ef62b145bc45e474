import { fileTypeOf } from '../../domain/asset-type.ts';
import { estimate, estimateRequest, type PricedFile } from '../../domain/contracts/pricing.ts';
import { metricOf } from '../../domain/pricing.ts';
import type { ApiDeps } from '../deps.ts';
import { operation } from '../route.ts';
import { assessUploads, findUploads, headUploads } from '../submit/assess-uploads.ts';
import { measuringTimeoutMs } from '../submit/measurer.ts';
import { type AssetReference, checkCount, parseReferences } from '../submit/references.ts';

/** Tells what a submission of these assets would cost; changes nothing (specification 4.1). */
export const estimateRoute = operation({
  id: 'estimatePricing',
  tag: 'Pricing',
  summary: 'Preview what assets cost',
  description:
    'Reads only: no submission is created and nothing is charged. The price comes from a metric measured on the uploaded bytes and is what a submission at this moment would be charged. In the sandbox everything costs nothing.',
  errors: ['invalid_blob_path', 'measurement_unavailable', 'storage'],
  body: estimateRequest,
  responses: { 200: estimate },
  answerTimeoutMs: measuringTimeoutMs,
  async handle({ caller, body, deps }) {
    checkCount('files', body.files.length, caller.maxAssets);
    const references = parseReferences(body.files);
    const files =
      caller.environment === 'sandbox'
        ? references.map(sandboxFile)
        : await liveFiles(deps, caller.workspaceId, references);
    const totalCredits = files.reduce((sum, file) => sum + file.credits, 0);
    return { status: 200, body: { files, totalCredits } };
  },
});

/** The sandbox measures nothing and costs nothing. */
function sandboxFile({ blobPath, filename }: AssetReference): PricedFile {
  const assetType = fileTypeOf(filename)?.assetType ?? null;
  return { blobPath, assetType, metric: metricOf(assetType), metricValue: null, credits: 0, priceable: true };
}

async function liveFiles(
  deps: ApiDeps,
  workspaceId: string,
  references: readonly AssetReference[],
): Promise<PricedFile[]> {
  if (references.length === 0) return [];
  const { issued, prices } = await findUploads(deps, workspaceId, references);
  const stored = await headUploads(deps, issued);
  const { assessments } = await assessUploads(deps, workspaceId, stored, prices);
  return assessments.map((assessment) => ({
    blobPath: assessment.blobPath,
    assetType: assessment.type.assetType,
    metric: metricOf(assessment.type.assetType),
    metricValue: assessment.fault === null ? assessment.measurement.metricValue : null,
    credits: assessment.credits,
    priceable: assessment.fault === null,
  }));
}
