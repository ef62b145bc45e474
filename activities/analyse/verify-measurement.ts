import { activityInfo } from '@temporalio/activity';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { readSidekickResults } from '@assay/storage/submissions/sidekick-results.ts';
import { type AssetStep, contentChanged } from '../record/secure-asset.ts';
import { asFinalFailure } from './final-failure.ts';
import { toMeasurement } from './measure-asset.ts';
import { measureWithin } from './measure-within.ts';
import { type MediaDeps, openAsset } from './with-local-copy.ts';

/**
 * Number of measurements that must all differ from the charged metric before the asset fails. One measurement does not
 * suffice: some readers check random parts of an index, and time limits depend on the load of the machine.
 */
const maxAttempts = 3;

export interface VerifyMeasurementInput extends AssetStep {
  /** Time limit in seconds, after which the activity fails with `measurement_takes_long`. Absent: no limit. */
  withinSeconds?: number;
}

/**
 * Measures the permanent copy of an asset and compares the result with the charged metric. Comparing ETags does not
 * suffice: an ETag is an MD5, and different files of one length can have the same MD5 (decision 35). Fails with the
 * type `content_changed` if the results differ. Does nothing if the asset is finished or belongs to a later version.
 * Also does nothing if an earlier version has examined the copy, because that version verified the copy first.
 */
export function createVerifyMeasurement(deps: MediaDeps) {
  const { database, blobs } = deps;
  return async function verifyMeasurement(input: VerifyMeasurementInput): Promise<void> {
    const { submissionId, version, assetId, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return;
    if (version > 1 && (await readSidekickResults(database, submissionId, assetId)).length > 0) return;
    const type = fileTypeOf(asset.filename)!;
    try {
      const outcome = await measureWithin(
        deps,
        asset.workspaceId,
        (signal) => openAsset(blobs, asset, signal),
        type.mimeType,
        withinSeconds,
      );
      const { metricValue } = toMeasurement(type, outcome);
      if (metricValue === asset.metricValue) return;
      if (activityInfo().attempt < maxAttempts)
        throw new Error(`measured ${metricValue ?? outcome.outcome}, charged ${asset.metricValue}`);
    } catch (error) {
      throw asFinalFailure(error);
    }
    throw contentChanged();
  };
}
