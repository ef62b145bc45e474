import { ApplicationFailure } from '@temporalio/activity';
import { readFileText } from '../../analysis/text/read-file.ts';
import { maxKeepHours } from '../../domain/outages.ts';
import { readAssetInWork } from '../../storage/postgres/recordings.ts';
import { shownTextKey } from '../../storage/s3/keys.ts';
import { storeThroughOutages } from '../outages.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { asDecodingFailure } from './final-failure.ts';
import { type MediaDeps, withLocalCopy } from './with-local-copy.ts';

export interface ReadTextInput extends AssetStep {
  /**
   * Time limit in seconds, after which the activity fails with `decoding_takes_long`. Absent: the default time limit.
   */
  withinSeconds?: number;
}

/**
 * Reads the text that is shown in an asset once for all sidekicks, and stores it. Does nothing if an earlier attempt or
 * version stored it, or if the asset is finished or belongs to a later version.
 */
export function createReadText({ database, blobs, tools, workDir, textReaders }: MediaDeps) {
  return async function readText(input: ReadTextInput): Promise<void> {
    const { submissionId, version, assetId, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return;
    const key = shownTextKey(submissionId, assetId);
    if ((await blobs.head(key)) !== null) return;
    if (textReaders === null) throw ApplicationFailure.retryable('this worker cannot read text', 'no_reader');
    const reader = textReaders.forTenant(asset.workspaceId);
    try {
      const text = await withLocalCopy({ blobs, workDir }, asset, ({ path, signal, progress }) =>
        readFileText({
          ...{ tools, path, reader, signal, progress },
          measuredSeconds: asset.assetType === 'video' ? asset.metricValue : null,
          timeoutMs: withinSeconds === undefined ? undefined : withinSeconds * 1000,
        }),
      );
      await storeThroughOutages(maxKeepHours, () => blobs.putJson(key, text));
    } catch (error) {
      throw asDecodingFailure(error, 'reading text', withinSeconds);
    }
  };
}
